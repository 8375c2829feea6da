//! Data structures that do not depend on terms, each tested by itself.
//!
//! - `index`: hash tables that map keys to values, and things to their numbers;
//! - `persistent`: persistent maps and sets of numbers, which share memory;
//! - `poly_hash`: the polynomial hash of a sequence, whose parts can be concatenated;
//! - `union_find`: disjoint sets of numbers that merge.

pub(crate) mod index;
pub(crate) mod persistent;
pub(crate) mod poly_hash;
pub(crate) mod union_find;
