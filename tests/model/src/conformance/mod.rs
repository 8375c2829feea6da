//! Conformance: graphs with known verdicts, compared by the library.
//!
//! A file of cases holds one case a line. [`case`] reads them, [`mirror`] builds their graphs out of types that
//! derive `StructuralEq`, and [`run`] compares what the library says with what the file says. [`walk`] puts what walks
//! meet into words.
//!
//! To add a node type: a variant of [`NodeSpec`] with its references in [`NodeSpec::each_reference`], a type in each
//! mirror, an arm in each mirror's `build`, and its description in [`model`](crate::model). The compiler names every
//! place.

pub mod case;
pub mod mirror;
pub mod node;
pub mod run;
pub mod walk;

pub use case::{Case, PathStep, ReadError, read_file, read_str};
pub use mirror::Mirror;
pub use node::{Namespace, NodeSpec, OpenKind};
pub use run::{Counts, Failure, run_case};
