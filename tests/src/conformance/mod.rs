//! Conformance: graphs with known verdicts, compared by the library.
//!
//! A file of cases holds one case a line. [`case`] reads them, [`mirror`] builds their graphs out of types that
//! derive `StructuralEq`, and [`run`] compares what the library says with what the file says.
//!
//! To add a node type: a variant of [`NodeSpec`] with its references in [`NodeSpec::references`], a type in each
//! mirror, and an arm in each mirror's `build`. The compiler names every place.

pub mod case;
pub mod mirror;
pub mod run;

pub use case::{Case, NodeSpec, PathStep, ReadError, read_file, read_str};
pub use mirror::Mirror;
pub use run::{Counts, Failure, run_case};
