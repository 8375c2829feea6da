//! What the tests of `sexpr` share.
//!
//! - [`adversaries`]: values that are made to cost as much as they can, and what they take;
//! - [`args`]: the arguments of the commands, which select cases;
//! - [`conformance`]: cases with known verdicts, read from a file and run against the library;
//! - [`model`]: the semantics once more, as plainly as they can be written, to compare the library with;
//! - [`generate`]: random graphs;
//! - [`differential`]: the library against the model;
//! - [`allocation`]: verdicts under several orders of allocation;
//! - [`fuzz`]: what the fuzzers run;
//! - [`quality`]: how good the hash is;
//! - [`workloads`]: what is measured, and how: terms, baselines, and cases that put the one beside the other.

pub mod adversaries;
pub mod allocation;
pub mod args;
mod book;
pub mod conformance;
pub mod differential;
mod enum_with_all;
pub mod fuzz;
pub mod generate;
pub mod model;
pub mod quality;
pub mod workloads;
