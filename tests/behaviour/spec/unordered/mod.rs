//! Sequences whose elements have no order.

mod brute_force;
mod coarse;
mod examples;
mod language;
mod merging;
mod model;
mod model_agrees;
mod operands;
mod resources;
mod sequences_if;
mod sharing;

use sexpr_core::{StructuralEq, structural_diff, structural_fingerprint};
use sexpr_test_support::check::{differ, equal};

/// Whether all operations agree that two values are equal, or that they are not.
#[track_caller]
fn check<T: StructuralEq>(one: &T, other: &T, expected: bool) {
    if expected {
        equal(one, other)
    } else {
        _ = differ(one, other)
    }
    assert_eq!(structural_diff(one, other).is_empty(), expected);
    if let (Ok(one), Ok(other)) = (structural_fingerprint(one), structural_fingerprint(other)) {
        assert_eq!(one == other, expected);
    }
}
