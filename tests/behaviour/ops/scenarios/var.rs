//! `"var"`: bound variables; the table "with and without definition regions".

use sexpr_core::Options;
use sexpr_test_support::check::{assert_paths, assert_reason, differ_at, differ_under, equal, equal_under};

use super::ir::{add, fun, int, plus_one, tuple, used, var};

#[test]
fn fun_x_to_x_plus_1_vs_fun_y_to_y_plus_1_is_equal() {
    let (x, y) = (var("x"), var("y"));
    equal(&fun([&x], plus_one(&x)), &fun([&y], plus_one(&y)));
}

#[test]
fn fun_x_to_x_plus_1_vs_fun_y_to_x_plus_1_is_not_equal() {
    let (x, y) = (var("x"), var("y"));
    let mismatch = differ_at(".body.Add.lhs", &fun([&x], plus_one(&x)), &fun([&y], plus_one(&x)));
    assert_reason(&mismatch, &["bound"]);
}

#[test]
fn fun_x_y_to_x_plus_y_vs_fun_a_b_to_a_plus_b_is_equal() {
    let [x, y, a, b] = ["x", "y", "a", "b"].map(var);
    equal(&fun([&x, &y], add(used(&x), used(&y))), &fun([&a, &b], add(used(&a), used(&b))));
}

#[test]
fn fun_x_y_to_x_plus_y_vs_fun_a_b_to_b_plus_a_is_not_equal() {
    let [x, y, a, b] = ["x", "y", "a", "b"].map(var);
    let (lhs, rhs) = (fun([&x, &y], add(used(&x), used(&y))), fun([&a, &b], add(used(&b), used(&a))));
    assert_reason(&differ_at(".body.Add.lhs", &lhs, &rhs), &["bound"]);
}

#[test]
fn bare_x_plus_1_vs_y_plus_1_is_not_equal() {
    let mismatch = differ_at(".Add.lhs", &plus_one(&var("x")), &plus_one(&var("y")));
    assert_reason(&mismatch, &["free"]);
}

#[test]
fn bare_x_plus_1_vs_x_plus_1_with_the_same_pointer_is_equal() {
    let x = var("x");
    equal(&plus_one(&x), &plus_one(&x));
}

mod inconsistent_variable_usage {
    use super::*;

    #[test]
    fn fun_x_y_to_x_plus_x_vs_fun_a_b_to_a_plus_b_is_not_equal() {
        let [x, y, a, b] = ["x", "y", "a", "b"].map(var);
        let (lhs, rhs) = (fun([&x, &y], add(used(&x), used(&x))), fun([&a, &b], add(used(&a), used(&b))));
        assert_reason(&differ_at(".body.Add.rhs", &lhs, &rhs), &["bound"]);
    }

    #[test]
    fn fun_x_y_to_x_plus_y_vs_fun_a_b_to_a_plus_a_is_not_equal() {
        let [x, y, a, b] = ["x", "y", "a", "b"].map(var);
        let (lhs, rhs) = (fun([&x, &y], add(used(&x), used(&y))), fun([&a, &b], add(used(&a), used(&a))));
        differ_at(".body.Add.rhs", &lhs, &rhs);
    }
}

mod map_free_vars {
    use super::*;

    fn mapping() -> Options {
        Options::new().map_free_vars(true)
    }

    #[test]
    fn with_it_x_plus_1_vs_y_plus_1_is_equal() {
        equal_under(mapping(), &plus_one(&var("x")), &plus_one(&var("y")));
    }

    #[test]
    fn without_it_x_plus_1_vs_y_plus_1_is_not_equal() {
        let (lhs, rhs) = (plus_one(&var("x")), plus_one(&var("y")));
        assert!(!Options::new().map_free_vars(false).equal(&lhs, &rhs));
        differ_at(".Add.lhs", &lhs, &rhs);
    }

    #[test]
    fn the_mapping_is_one_to_one() {
        let [x, a, b] = ["x", "a", "b"].map(var);
        let mismatch = differ_under(mapping(), &add(used(&x), used(&x)), &add(used(&a), used(&b)));
        assert_paths(".Add.rhs", ".Add.rhs", &mismatch);
        let mismatch = differ_under(mapping(), &add(used(&a), used(&b)), &add(used(&x), used(&x)));
        assert_paths(".Add.rhs", ".Add.rhs", &mismatch);
    }

    #[test]
    fn constants_still_count() {
        let x = var("x");
        differ_under(mapping(), &add(used(&x), int(1)), &add(used(&x), int(2)));
    }
}

#[test]
fn inside_a_definition_region_a_met_variable_is_recorded_for_later() {
    let (x, y) = (var("x"), var("y"));
    equal(&tuple([fun([&x], plus_one(&x)), used(&x)]), &tuple([fun([&y], plus_one(&y)), used(&y)]));
}
