//! What the tests of `sexpr` share that take long.
//!
//! - [`adversaries`]: values that are made to cost as much as they can, and what they take;
//! - [`args`]: the arguments of the commands, which select cases;
//! - [`quality`]: how good the hash is;
//! - [`workloads`]: what is measured, and how: terms, baselines, and cases that put the one beside the other.

pub mod adversaries;
pub mod args;
mod book;
pub mod quality;
pub mod workloads;
