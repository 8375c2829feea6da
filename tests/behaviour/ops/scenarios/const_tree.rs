//! `"const-tree"`: a tree with a fast path, and the hazard that it would be for types that hold variables.
//!
//! That hazard is a compile-time error here, so what remains to be shown is that a plain tree has the verdicts
//! which the documents call correct.

use std::sync::Arc;

use sexpr_core::{Options, StructuralEq};
use sexpr_test_support::check::{assert_paths, differ_at, differ_under, equal, equal_under};

use super::ir::{fun, plus_one, tuple, used, var};

#[derive(StructuralEq)]
#[seq(kind = "const-tree")]
struct DeviceMesh {
    shape: Vec<i64>,
    device_ids: Vec<i64>,
}

fn mesh(device_ids: &[i64]) -> Arc<DeviceMesh> {
    Arc::new(DeviceMesh { shape: vec![2, 2], device_ids: device_ids.into() })
}

#[test]
fn the_same_object_is_equal() {
    let one = mesh(&[0, 1, 2, 3]);
    equal(&one, &one);
}

#[test]
fn other_objects_are_equal_by_content_as_under_tree() {
    equal(&mesh(&[0, 1, 2, 3]), &mesh(&[0, 1, 2, 3]));
    differ_at(".device_ids[3]", &mesh(&[0, 1, 2, 3]), &mesh(&[0, 1, 2, 4]));
}

#[test]
fn sharing_a_const_tree_is_invisible() {
    let shared = mesh(&[0]);
    equal(&(shared.clone(), shared), &(mesh(&[0]), mesh(&[0])));
}

/// The second edition's hazard: `lhs = (shared, x)` and `rhs = (shared, y)` with one `shared = x + 1`.
#[test]
fn a_shared_tree_is_still_visited_so_its_variable_maps_to_itself_and_not_to_another() {
    let (x, y) = (var("x"), var("y"));
    let shared = plus_one(&x);
    let lhs = tuple([shared.clone(), used(&x)]);
    let rhs = tuple([shared, used(&y)]);
    let mismatch = differ_under(Options::new().map_free_vars(true), &lhs, &rhs);
    assert_paths("[1]", "[1]", &mismatch);
}

/// The same under a binder instead of the option, and in a function's body: the failure "arises inside any definition
/// region".
#[test]
fn the_same_holds_in_a_definition_region_and_below_a_binder() {
    #[derive(StructuralEq)]
    struct Pattern {
        #[seq(def)]
        bound: Arc<super::ir::Expr>,
    }
    let (x, y) = (var("x"), var("y"));
    let shared = plus_one(&x);
    let [lhs, rhs] = [&x, &y].map(|var| tuple([shared.clone(), used(var)]));
    differ_at(".body[0].Add.lhs", &fun([&x], lhs.clone()), &fun([&y], rhs.clone()));
    differ_at(".bound[1]", &Pattern { bound: lhs }, &Pattern { bound: rhs });
}

/// The first edition's diagram: `(x + 1, x)` and `(y + 1, y)`, where visiting the first records `x ↔ y`.
#[test]
fn visiting_a_tree_records_the_variables_in_it() {
    let (x, y) = (var("x"), var("y"));
    let lhs = tuple([plus_one(&x), used(&x)]);
    let rhs = tuple([plus_one(&y), used(&y)]);
    equal_under(Options::new().map_free_vars(true), &lhs, &rhs);
    equal(&fun([&x], lhs), &fun([&y], rhs));
}
