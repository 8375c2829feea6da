//! Wave: kernels whose accesses to memory are index expressions.

pub mod index;
pub mod mapping;
