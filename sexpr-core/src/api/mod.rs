//! The operations as users call them: functions, options, reusable memory, key wrappers and assertions.
//!
//! - `functions`: the operations as free functions and as methods of `Options`;
//! - `comparer`: the same operations with memory that a caller keeps; `kept`: the memory that each thread keeps for the
//!   free functions;
//! - `fingerprint`: fingerprints, computed by `ops::hash` and explained by `reflect::report`;
//! - `structural_key`, `by_identity`: values as map keys, by structure and by address;
//! - `assert`: assertions for tests, which print a mismatch report.
//!
//! All of these call `ops` and hold no rule.

pub(crate) mod assert;
pub(crate) mod by_identity;
pub(crate) mod comparer;
pub(crate) mod fingerprint;
pub(crate) mod functions;
pub(crate) mod kept;
pub(crate) mod structural_key;
