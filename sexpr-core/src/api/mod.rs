//! The operations as users call them: functions, options, reusable memory, map keys and assertions.
//!
//! - `functions`: the operations as free functions and as methods of `Options`;
//! - `comparer`: the memory that operations reuse, kept by a caller or by each thread;
//! - `fingerprint`: fingerprints, computed by `ops::hash` and explained by `reflect::report`;
//! - `keys`: values as map keys, by structure and by address;
//! - `assert`: assertions for tests, which print a mismatch report.
//!
//! All of these call `ops` and hold no rule.

pub(crate) mod assert;
pub(crate) mod comparer;
pub(crate) mod fingerprint;
pub(crate) mod functions;
pub(crate) mod keys;
