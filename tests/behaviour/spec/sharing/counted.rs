//! A leaf that counts how often it is looked at, and bounds on that: what grows linearly is shown by counting.

use std::{cell::Cell, fmt};

use sexpr_core::containers::{Encoder, Leaf};

thread_local! {
    /// How many more leaves may be looked at on this thread.
    static LEFT: Cell<usize> = const { Cell::new(usize::MAX) };
}

/// Stands in every node, so that as many are looked at as nodes are. All are equal.
pub(crate) struct Counted;

fn look() {
    let left = LEFT.get().checked_sub(1).expect("more leaves were looked at than the work should need");
    LEFT.set(left);
}

impl Leaf for Counted {
    fn same(&self, _: &Self) -> bool {
        look();
        true
    }
    fn encode<E: Encoder>(&self, into: &mut E) {
        look();
        into.word(0);
    }
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("counted")
    }
}
sexpr_core::leaf!(Counted);

/// Does some work, which panics as soon as it looks at more leaves than that: without a bound, work that should be
/// linear may take exponential time. Gives its answer.
#[track_caller]
pub(crate) fn within<A>(leaves: usize, work: impl FnOnce() -> A) -> A {
    LEFT.set(leaves);
    let answer = work();
    LEFT.set(usize::MAX);
    answer
}

#[test]
fn work_within_its_bound_is_done() {
    let pair = (Counted, Counted);
    assert!(within(2, || sexpr_core::structural_equal(&pair, &pair)));
    within(2, || sexpr_core::structural_hash(&pair));
}

#[test]
#[should_panic = "more leaves were looked at"]
fn work_beyond_its_bound_panics() {
    let pair = (Counted, Counted);
    within(1, || sexpr_core::structural_equal(&pair, &pair));
}
