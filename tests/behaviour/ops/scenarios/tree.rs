//! `"tree"`: the default.

use sexpr_test_support::check::{assert_reason, differ_at, equal};

use super::ir::{add, fun, int, plus_one, tuple, var};

#[test]
fn one_plus_two_vs_one_plus_two_is_equal() {
    equal(&add(int(1), int(2)), &add(int(1), int(2)));
}

#[test]
fn one_plus_two_vs_one_plus_three_is_not_equal_because_rhs_differs() {
    let mismatch = differ_at(".Add.rhs", &add(int(1), int(2)), &add(int(1), int(3)));
    assert_reason(&mismatch, &["2", "3"]);
}

#[test]
fn sharing_is_invisible_so_a_node_referenced_twice_equals_two_copies() {
    let x = var("x");
    let shared = plus_one(&x);
    let twice = tuple([shared.clone(), shared]);
    let copies = tuple([plus_one(&x), plus_one(&x)]);
    equal(&twice, &copies);
    equal(&fun([&x], twice), &fun([&x], copies));
}
