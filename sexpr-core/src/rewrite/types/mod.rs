//! The types of the standard library and of the crates behind optional features, as they are rewritten.

pub(crate) mod foreign;
pub(crate) mod leaves;
pub(crate) mod maps;
pub(crate) mod pointers;
pub(crate) mod sequences;
pub(crate) mod sums;
