//! What the tests of `sexpr` share.
//!
//! - [`adversaries`]: values that are made to cost as much as they can, and what they take;
//! - [`conformance`]: cases with known verdicts, read from a file and run against the library;
//! - [`oracle`]: the semantics once more, as plainly as they can be written, to compare the library with;
//! - [`check`]: assertions that look at equality, hash and mismatch at once;
//! - [`quality`]: how good the hash is;
//! - [`workloads`]: what is measured, and how: terms, baselines, and cases that put the one beside the other.

pub mod adversaries;
mod book;
pub mod check;
pub mod conformance;
pub mod oracle;
pub mod quality;
pub mod workloads;
