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
    let fingerprints = [one, other].map(|value| structural_fingerprint(value).ok());
    if expected || fingerprints.iter().all(Option::is_some) {
        assert_eq!(fingerprints[0] == fingerprints[1], expected);
    }
}
