//! Sequences: the same length, and element by element.

use std::{
    borrow::Cow,
    collections::{LinkedList, VecDeque},
    rc::Rc,
    sync::Arc,
};

use sexpr_core::Field;
use sexpr_test_support::check::{assert_reason, differ_at, differ_at_paths, equal};

use super::{Holder, hold};

/// What holds of every sequence that can be collected.
#[track_caller]
pub(super) fn sequence<S: Field + FromIterator<i64>>() {
    let make = |items: &[i64]| -> Holder<S> { hold(items.iter().copied().collect()) };
    for items in [&[][..], &[1], &[1, 2, 3]] {
        equal(&make(items), &make(items));
    }
    differ_at(".value[0]", &make(&[1, 2, 3]), &make(&[9, 2, 3]));
    differ_at(".value[2]", &make(&[1, 2, 3]), &make(&[1, 2, 9]));
    differ_at(".value[0]", &make(&[1, 2]), &make(&[2, 1]));

    let mismatch = differ_at_paths(".value[2]?", ".value[2]", &make(&[1, 2]), &make(&[1, 2, 3]));
    assert_reason(&mismatch, &["length", "2", "3"]);
    differ_at_paths(".value[2]", ".value[2]?", &make(&[1, 2, 3, 4]), &make(&[1, 2]));
    differ_at_paths(".value[0]?", ".value[0]", &make(&[]), &make(&[0]));
    // The common prefix is compared first.
    differ_at(".value[1]", &make(&[1, 2]), &make(&[1, 9, 3]));
}

#[test]
fn of_every_type() {
    sequence::<Vec<i64>>();
    sequence::<VecDeque<i64>>();
    sequence::<LinkedList<i64>>();
    sequence::<Box<[i64]>>();
    sequence::<Arc<[i64]>>();
    sequence::<Rc<[i64]>>();
    sequence::<Cow<'static, [i64]>>();
}

#[test]
fn a_path_leads_far_into_a_long_vec() {
    let long = |last| hold((0..200_000).map(|index| if index == 140_000 { last } else { index }).collect::<Vec<i64>>());
    differ_at(".value[140000]", &long(140_000), &long(0));
}

#[test]
fn slice_as_a_root_and_as_a_field() {
    equal(&[1, 2][..], Vec::from([1, 2]).as_slice());
    differ_at::<[i64]>("[1]", &[1, 2], &[1, 3]);
    differ_at_paths::<[i64]>("[1]?", "[1]", &[1], &[1, 3]);
    equal(&hold(&[1, 2][..]), &hold(&[1, 2][..]));
    differ_at(".value[1]", &hold(&[1, 2][..]), &hold(&[1, 3][..]));
}

#[test]
fn arrays_of_any_length() {
    equal(&hold([0_u8; 0]), &hold([]));
    equal(&hold([1]), &hold([1]));
    differ_at(".value[0]", &hold([1]), &hold([2]));
    let long = |at: usize, value: i64| {
        let mut items = [0_i64; 1000];
        items[at] = value;
        hold(items)
    };
    equal(&long(999, 1), &long(999, 1));
    differ_at(".value[999]", &long(999, 1), &long(999, 2));
    differ_at(".value[3]", &long(3, 1), &long(4, 1));
}

#[test]
fn a_ring_that_wraps_equals_one_that_does_not() {
    let mut wrapped = VecDeque::with_capacity(4);
    wrapped.extend([8, 9, 1, 2]);
    wrapped.drain(..2);
    wrapped.extend([3, 4]);
    assert!(!wrapped.as_slices().1.is_empty(), "the ring is meant to wrap");
    let straight = VecDeque::from(vec![1, 2, 3, 4]);
    assert!(straight.as_slices().1.is_empty());
    equal(&hold(wrapped.clone()), &hold(straight.clone()));
    wrapped[3] = 5;
    differ_at(".value[3]", &hold(wrapped), &hold(straight));
}
