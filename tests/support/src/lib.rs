//! What tests share that are built without the rest of the test suite, as under Miri and AddressSanitizer.
//!
//! - [`check`]: assertions that look at equality, hash and mismatch at once;
//! - [`terms`]: the IR that most cases are about, and random terms of it; [`layout`], where their nodes lie in memory;
//! - [`hashes`]: values of one hash;
//! - [`random`]: random numbers that are the same in every run.

pub mod check;
pub mod hashes;
pub mod layout;
pub mod random;
pub mod terms;
