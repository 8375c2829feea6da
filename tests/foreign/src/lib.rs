//! The representations of other compilers, as these are: described by mirrors, and by nothing in those crates.

#[cfg(feature = "naga")]
pub mod naga;
#[cfg(feature = "oxc")]
pub mod oxc;
