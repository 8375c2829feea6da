//! Depth is bounded by memory, not by the stack; time by the number of nodes, not by that of paths.
//!
//! Everything here runs in a thread with a stack of 256 KiB, or less. Dropping a deep value recurses in Rust, so the
//! types here take themselves apart with a loop.

mod chains;
mod keys;
mod mixed_chains;
mod open;
mod ten_million;
mod towers;

use std::thread;

use sexpr_core::{Field, Mismatch, Options, StructuralEq, StructuralKey};

/// Nodes in a chain.
const DEPTH: usize = 1_000_000;

/// Levels of a tower, each of which doubles the number of paths.
const LEVELS: usize = 100_000;

/// Runs the test in a thread with a small stack.
#[track_caller]
fn with_a_small_stack(test: impl FnOnce() + Send + 'static) {
    let thread = thread::Builder::new().stack_size(256 * 1024).spawn(test).unwrap();
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

/// Compares, hashes, takes fingerprints and reports: `make` builds a value that differs from others in the given
/// number, far down. Answers with the mismatch of two that differ.
#[track_caller]
fn deep<T: StructuralEq>(options: Options, make: impl Fn(i64) -> T) -> Mismatch {
    let (one, same) = (make(1), make(1));
    assert!(options.equal(&one, &same));
    assert!(options.first_mismatch(&one, &same).is_none());
    assert_eq!(options.hash(&one), options.hash(&same));
    let fingerprint = options.fingerprint(&one).ok();
    assert_eq!(options.fingerprint(&same).ok(), fingerprint);
    drop(same);
    let other = make(2);
    assert!(!options.equal(&one, &other));
    assert_ne!(options.hash(&one), options.hash(&other));
    assert!(fingerprint.is_none() || options.fingerprint(&other).ok() != fingerprint);
    let mismatch = options.first_mismatch(&one, &other).expect("they differ");
    assert_eq!(mismatch.lhs().steps(), mismatch.rhs().steps());
    mismatch
}

/// The number of steps to the mismatch, and the last of them.
fn bottom(mismatch: &Mismatch) -> (usize, String) {
    let steps = mismatch.lhs().steps();
    (steps.len(), steps.last().map(ToString::to_string).unwrap_or_default())
}

#[test]
fn a_very_long_path_is_shown_in_short() {
    with_a_small_stack(|| {
        let mismatch = deep(Options::new(), chains::arc::chain);
        assert!(mismatch.lhs().to_string().len() < 1_000, "the middle is left out");
        let text = mismatch.to_string();
        assert!(text.len() < 3_000, "the middle is left out");
        assert!(text.contains(".next.next") && text.contains(".value"), "{text}");
    });
}

#[test]
fn a_deep_structural_key() {
    with_a_small_stack(|| {
        let key = |value| StructuralKey::new(chains::boxed::chain(value));
        assert!(key(1) == key(1));
        assert!(key(1) != key(2));
    });
}

/// A deep value can be held by a field like any other.
#[test]
fn a_deep_value_in_a_map() {
    fn held<T: Field>(value: T) -> std::collections::HashMap<&'static str, Vec<T>> {
        [("deep", vec![value])].into()
    }
    with_a_small_stack(|| {
        let mismatch = deep(Options::new(), |value| held(chains::arc::chain(value)));
        assert_eq!(mismatch.lhs().steps().len(), DEPTH + 3);
    });
}
