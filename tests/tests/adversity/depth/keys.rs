//! Keys of maps that are terms with such maps, which are shared so that paths are many more than nodes.

use std::sync::Arc;

use sexpr_core::{
    Options,
    terms::{Subterms, count_nodes},
    walk::nodes,
};
use sexpr_tests::adversaries::keys::{Term, alternating, colliding, in_turn, nested, twice};

use super::{LEVELS, with_a_small_stack};

/// Every operation on two of so many levels that are equal, and those on pairs on two that are not; whether the hashes
/// of these differ.
#[track_caller]
fn each_operation(levels: usize, make: impl Fn(usize, i64) -> Arc<Term>) -> bool {
    let make = |number| make(levels, number);
    let options = Options::new();
    let (one, same, other) = (make(1), make(1), make(2));
    assert!(options.equal(&one, &same));
    assert!(options.first_mismatch(&one, &same).is_none());
    assert_eq!(options.hash(&one), options.hash(&same));
    assert!(options.fingerprint(&one).is_err(), "there is an opaque field");
    assert!(!options.equal(&one, &other));
    assert!(!options.equal(&other, &one));
    assert!(options.first_mismatch(&one, &other).is_some());
    assert!(count_nodes(&one).distinct > levels);
    assert!(nodes::<Term>(&one).count() > levels);
    Subterms::new().common(&one);
    options.hash(&one) != options.hash(&other)
}

fn default(_: usize) -> Options {
    Options::new()
}

#[test]
fn of_one_hash() {
    with_a_small_stack(|| {
        assert!(each_operation(LEVELS / 5, |levels, number| colliding(levels, number, false, default)))
    });
}

#[test]
fn of_one_hash_that_differ_at_the_bottom_alone() {
    with_a_small_stack(|| {
        assert!(!each_operation(LEVELS / 5, |levels, number| colliding(levels, number, true, default)))
    });
}

#[test]
fn of_one_hash_under_options_in_turn() {
    with_a_small_stack(|| {
        assert!(each_operation(LEVELS / 5, |levels, number| colliding(levels, number, false, in_turn)))
    });
}

#[test]
fn of_one_hash_at_many_levels() {
    with_a_small_stack(|| {
        let [one, other] = [1, 1].map(|number| colliding(LEVELS, number, true, default));
        assert!(Options::new().equal(&one, &other));
    });
}

#[test]
fn one_twice_in_a_map() {
    with_a_small_stack(|| assert!(each_operation(LEVELS, twice)));
}

#[test]
fn under_options_in_turn() {
    with_a_small_stack(|| assert!(each_operation(LEVELS, alternating)));
}

#[test]
fn in_each_other() {
    with_a_small_stack(|| assert!(each_operation(LEVELS, nested)));
}
