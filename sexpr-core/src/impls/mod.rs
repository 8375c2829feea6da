//! Implementations of `describe` for the types of the standard library and of the crates behind optional features.
//!
//! - `leaves`: leaves, and the types that are refused;
//! - `pointers`, `sequences`, `sums`, `maps`: one file for each family, with a macro that implements a type in one
//!   line;
//! - `foreign`: the types of other crates, which use these macros.
//!
//! `rewrite::types` and `terms::dismantle` implement rewriting and dismantling for the same types.

pub(crate) mod foreign;
pub(crate) mod leaves;
pub(crate) mod maps;
pub(crate) mod pointers;
pub(crate) mod sequences;
pub(crate) mod sums;
