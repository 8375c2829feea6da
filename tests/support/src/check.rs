//! Assertions that look at equality, hash and mismatch at once.
//!
//! Paths are written `.field`, `[index]` and `[key]`, with a `?` where a side lacks the index or key; the root is
//! empty.

use sexpr_core::{Mismatch, Options, Path, StructuralEq, report::Step};

/// Asserts that the values are equal: both ways, with the same hash, and with no mismatch reported.
#[track_caller]
pub fn equal<T: StructuralEq + ?Sized>(lhs: &T, rhs: &T) {
    equal_under(Options::new(), lhs, rhs);
}

/// [`equal`] under options.
#[track_caller]
pub fn equal_under<T: StructuralEq + ?Sized>(options: Options, lhs: &T, rhs: &T) {
    for (lhs, rhs) in [(lhs, rhs), (rhs, lhs)] {
        if let Some(mismatch) = options.first_mismatch(lhs, rhs) {
            panic!("expected equal values, found {mismatch}");
        }
        assert!(options.equal(lhs, rhs), "no mismatch is reported, yet the values are not equal");
    }
    assert_eq!(options.hash(lhs), options.hash(rhs), "the values are equal, and their hashes are not");
}

/// Asserts that the values differ: both ways, with different hashes, and with a mismatch, which is returned.
#[track_caller]
pub fn differ<T: StructuralEq + ?Sized>(lhs: &T, rhs: &T) -> Mismatch {
    differ_under(Options::new(), lhs, rhs)
}

/// [`differ`] under options.
#[track_caller]
pub fn differ_under<T: StructuralEq + ?Sized>(options: Options, lhs: &T, rhs: &T) -> Mismatch {
    for (lhs, rhs) in [(lhs, rhs), (rhs, lhs)] {
        assert!(!options.equal(lhs, rhs), "expected different values, found equal ones");
        assert!(options.first_mismatch(lhs, rhs).is_some(), "the values differ, yet no mismatch is reported");
    }
    assert_ne!(options.hash(lhs), options.hash(rhs), "the values differ, and their hashes are the same");
    options.first_mismatch(lhs, rhs).expect("checked above")
}

/// Asserts that the values differ, and that both paths of the mismatch are this one.
#[track_caller]
pub fn differ_at<T: StructuralEq + ?Sized>(path: &str, lhs: &T, rhs: &T) -> Mismatch {
    differ_at_paths(path, path, lhs, rhs)
}

/// Asserts that the values differ, and that the paths of the mismatch are these.
#[track_caller]
pub fn differ_at_paths<T: StructuralEq + ?Sized>(left: &str, right: &str, lhs: &T, rhs: &T) -> Mismatch {
    let mismatch = differ(lhs, rhs);
    assert_paths(left, right, &mismatch);
    mismatch
}

/// Asserts what the paths of a mismatch are.
#[track_caller]
pub fn assert_paths(left: &str, right: &str, mismatch: &Mismatch) {
    assert_eq!((left, right), (&*steps(mismatch.lhs()), &*steps(mismatch.rhs())), "{mismatch}");
}

/// A path as the tests write it.
pub fn steps(path: &Path) -> String {
    path.steps().iter().map(step).collect()
}

/// A step as the tests write it.
pub fn step(step: &Step) -> String {
    match step {
        Step::MissingIndex(index) => format!("[{index}]?"),
        Step::MissingKey(key) => format!("[{}]?", key.text()),
        other => other.to_string(),
    }
}

/// Asserts that the reason of a mismatch mentions each of these, in whatever case.
#[track_caller]
pub fn assert_reason(mismatch: &Mismatch, mentioned: &[&str]) {
    let reason = mismatch.reason().to_string();
    for part in mentioned {
        assert!(reason.to_lowercase().contains(&part.to_lowercase()), "`{reason}` does not mention `{part}`");
    }
}

/// The values as a matrix: each is equal to itself (built anew by `make`) and differs from every other one, at the
/// given path on both sides.
#[track_caller]
pub fn all_distinct<T: StructuralEq>(path: &str, make: impl Fn() -> Vec<T>) {
    let (lhs, rhs) = (make(), make());
    for (i, left) in lhs.iter().enumerate() {
        for (j, right) in rhs.iter().enumerate() {
            if i == j {
                equal(left, right);
            } else {
                differ_at(path, left, right);
            }
        }
    }
}
