//! Dag nodes that hold variables which scopes bind.

use std::sync::Arc;

use sexpr_test_support::check::{differ, equal};

use super::remembered::{Term, Var, lambda, tuple, uses, var};

fn dag(var: &Arc<Var>) -> Arc<Term> {
    Arc::new(Term::Dag(uses(var)))
}

#[test]
fn sharing_counts_within_a_scope() {
    let (x, a) = (var(), var());
    let (one, other) = (dag(&x), dag(&a));
    equal(&lambda(&x, &tuple([&one, &one])), &lambda(&a, &tuple([&other, &other])));
    differ(&lambda(&x, &tuple([&one, &one])), &lambda(&a, &tuple([&other, &dag(&a)])));
}

#[test]
fn a_record_is_not_in_force_after_the_scope_that_it_depends_on() {
    // (λx.D, λx.D) with one D(x), and with one each
    let (x, a) = (var(), var());
    let shared = dag(&x);
    let twice = |one: &Arc<Term>, other: &Arc<Term>, param| tuple([&lambda(param, one), &lambda(param, other)]);
    equal(&twice(&shared, &shared, &x), &twice(&dag(&a), &dag(&a), &a));
    // What depends on no scope stays in force.
    let (free, unused) = (var(), var());
    let shared = dag(&free);
    differ(&twice(&shared, &shared, &x), &twice(&dag(&free), &dag(&free), &unused));
}

#[test]
fn a_dag_node_met_free_bound_and_free_again() {
    // (D, λx.D, D) with one D(x): the record of the first is in force at the third.
    let (x, a) = (var(), var());
    let shared = dag(&x);
    let lhs = tuple([&shared, &lambda(&x, &shared), &shared]);
    equal(&lhs, &tuple([&shared, &lambda(&x, &shared), &shared]));
    equal(&lhs, &tuple([&shared, &lambda(&a, &dag(&a)), &shared]));
    differ(&lhs, &tuple([&shared, &lambda(&a, &dag(&a)), &dag(&x)]));
}
