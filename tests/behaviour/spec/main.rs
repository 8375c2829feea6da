//! The semantics: equality, mismatches, hashes and fingerprints, one test for each rule.

mod arenas;
mod fingerprints;
mod foreign;
mod nodes;
mod open;
mod regressions;
mod semantics;
mod sharing;
mod std_types;
mod unordered;
