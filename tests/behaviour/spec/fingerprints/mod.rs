//! Fingerprints: equal values have the same one in every process, and different values different ones.
//!
//! Their values are recorded in the test binary `golden`.

#![allow(clippy::arc_with_non_send_sync, reason = "the tests are about pointers, not about threads")]

mod distinct;
mod obstacles;
mod processes;
mod same;
mod serialized;
mod subterms;
mod text;

use sexpr_core::{Fingerprint, StructuralEq, structural_fingerprint};

/// The fingerprint of a closed value.
#[track_caller]
fn fingerprint<T: StructuralEq + ?Sized>(value: &T) -> Fingerprint {
    structural_fingerprint(value).unwrap_or_else(|error| panic!("{error}"))
}
