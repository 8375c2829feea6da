//! A model of the semantics, and the library against it.
//!
//! - [`conformance`]: cases with known verdicts, read from a file and run against the library;
//! - [`model`]: the semantics once more, as plainly as they can be written, to compare the library with;
//! - [`generate`]: random graphs;
//! - [`differential`]: the library against the model;
//! - [`allocation`]: verdicts under several orders of allocation;
//! - [`fuzz`]: what the fuzzers run.

pub mod allocation;
pub mod conformance;
pub mod differential;
mod enum_with_all;
pub mod fuzz;
pub mod generate;
pub mod model;
