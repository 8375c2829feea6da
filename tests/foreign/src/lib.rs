//! The representations of other compilers, as these are: described by mirrors, and by nothing in those crates.

pub mod naga;
