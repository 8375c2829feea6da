//! `"dag"`: sharing-aware comparison, and the table that sets it against `"tree"`.
//!
//! `Sum<K>` would be the natural way to write a type twice; a kind is an attribute, so the two are two types.

use std::sync::Arc;

use sexpr_core::StructuralEq;
use sexpr_test_support::check::{assert_reason, differ_at, equal};

use super::ir::{Expr, Var, plus_one, var};

#[derive(StructuralEq)]
struct TreeSum {
    lhs: i64,
    rhs: i64,
}

#[derive(StructuralEq)]
#[seq(kind = "dag")]
struct DagSum {
    lhs: i64,
    rhs: i64,
}

fn tree() -> Arc<TreeSum> {
    Arc::new(TreeSum { lhs: 1, rhs: 2 })
}

fn dag() -> Arc<DagSum> {
    Arc::new(DagSum { lhs: 1, rhs: 2 })
}

/// `let s = e in (s, s)`
fn shared<T>(e: Arc<T>) -> (Arc<T>, Arc<T>) {
    (e.clone(), e)
}

fn sharing_differs_at_1<T: StructuralEq>(lhs: &(Arc<T>, Arc<T>), rhs: &(Arc<T>, Arc<T>))
where
    (Arc<T>, Arc<T>): StructuralEq,
{
    assert_reason(&differ_at(".1", lhs, rhs), &["shar"]);
}

#[test]
fn both_trees_with_same_content_are_equal() {
    equal(&(tree(), tree()), &(tree(), tree()));
    equal(&(dag(), dag()), &(dag(), dag()));
}

#[test]
fn both_dags_with_the_same_sharing_shape_are_equal() {
    equal(&shared(tree()), &shared(tree()));
    equal(&shared(dag()), &shared(dag()));
}

#[test]
fn let_s_be_e_in_s_s_vs_e_and_a_copy_of_e_is_equal_for_trees_alone() {
    equal(&shared(tree()), &(tree(), tree()));
    sharing_differs_at_1(&shared(dag()), &(dag(), dag()));
}

#[test]
fn a_b_vs_a_a_where_a_and_b_have_the_same_content_is_equal_for_trees_alone() {
    let a = tree();
    equal(&(a.clone(), tree()), &(a.clone(), a));
    let a = dag();
    sharing_differs_at_1(&(a.clone(), dag()), &(a.clone(), a));
}

#[test]
fn crossed_pairs_differ() {
    let (a, b, c, d) = (dag(), dag(), dag(), dag());
    let lhs = vec![a.clone(), b.clone(), a, b];
    differ_at("[2]", &lhs, &vec![c.clone(), d.clone(), d.clone(), c.clone()]);
    equal(&lhs, &vec![c.clone(), d.clone(), c, d]);
}

/// The documents' `Binding`, of `s = x + 1`: computed once and used twice, or computed twice.
#[test]
fn a_binding_that_is_used_twice_differs_from_two_equal_bindings() {
    #[derive(StructuralEq)]
    #[seq(kind = "dag")]
    struct Binding {
        var: Arc<Var>,
        value: Arc<Expr>,
    }
    let (s, x) = (var("s"), var("x"));
    let binding = || Arc::new(Binding { var: s.clone(), value: plus_one(&x) });
    sharing_differs_at_1(&shared(binding()), &(binding(), binding()));
}

#[test]
fn content_counts_as_well() {
    differ_at(".0.rhs", &shared(dag()), &shared(Arc::new(DagSum { lhs: 1, rhs: 3 })));
}
