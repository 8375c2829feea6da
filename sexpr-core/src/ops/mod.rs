//! The operations on one value or two: each says only what is its own.

pub(crate) mod classes;
pub(crate) mod equal;
pub(crate) mod hash;
pub(crate) mod mismatch;
pub(crate) mod search;
