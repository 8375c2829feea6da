//! What is remembered of shared nodes is used only where comparing again would find the same and have no effect.

use std::{collections::HashMap, sync::Arc};

use sexpr_core::{ByIdentity, StructuralEq};
use sexpr_test_support::check::{differ, equal};

#[derive(StructuralEq)]
pub(super) enum Term {
    Use(Arc<Var>),
    Int(i64),
    Add(Arc<Term>, Arc<Term>),
    Tuple(Vec<Arc<Term>>),
    #[seq(scope)]
    Lambda {
        #[seq(def)]
        param: Arc<Var>,
        body: Arc<Term>,
    },
    /// A scope by itself, in which statements bind.
    #[seq(scope)]
    Block(Vec<Arc<Term>>),
    /// Binds in the scope around it.
    Assign {
        value: Arc<Term>,
        #[seq(def = "simple")]
        target: Arc<Var>,
    },
    #[seq(kind = "dag")]
    Dag(Arc<Term>),
    Map(HashMap<ByIdentity<Arc<Var>>, Arc<Term>>),
}

#[derive(StructuralEq)]
#[seq(kind = "var")]
pub(super) struct Var {
    ty: Option<Arc<Term>>,
}

pub(super) fn var() -> Arc<Var> {
    Arc::new(Var { ty: None })
}

pub(super) fn uses(var: &Arc<Var>) -> Arc<Term> {
    Arc::new(Term::Use(var.clone()))
}

fn int(value: i64) -> Arc<Term> {
    Arc::new(Term::Int(value))
}

/// `var + 1`
fn increment(var: &Arc<Var>) -> Arc<Term> {
    Arc::new(Term::Add(uses(var), int(1)))
}

pub(super) fn lambda(param: &Arc<Var>, body: &Arc<Term>) -> Arc<Term> {
    Arc::new(Term::Lambda { param: param.clone(), body: body.clone() })
}

fn assign(target: &Arc<Var>) -> Arc<Term> {
    Arc::new(Term::Assign { value: int(0), target: target.clone() })
}

fn list<const N: usize>(items: [&Arc<Term>; N]) -> Vec<Arc<Term>> {
    items.map(Arc::clone).into()
}

pub(super) fn tuple<const N: usize>(items: [&Arc<Term>; N]) -> Arc<Term> {
    Arc::new(Term::Tuple(list(items)))
}

fn block<const N: usize>(statements: [&Arc<Term>; N]) -> Arc<Term> {
    Arc::new(Term::Block(list(statements)))
}

#[test]
fn what_was_equal_under_an_outer_binder_is_not_where_that_is_shadowed() {
    // λx.(S, λx.S) against λa.(T, λb.T)
    let (x, a, b) = (var(), var(), var());
    let (s, t) = (increment(&x), increment(&a));
    let lhs = lambda(&x, &tuple([&s, &lambda(&x, &s)]));
    differ(&lhs, &lambda(&a, &tuple([&t, &lambda(&b, &t)])));
    equal(&lhs, &lambda(&a, &tuple([&t, &lambda(&b, &increment(&b))])));
    equal(&lhs, &lambda(&a, &tuple([&t, &lambda(&a, &t)])));
    // λx.(S, λy.S) against λa.(T, λb.T)
    equal(&lambda(&x, &tuple([&s, &lambda(&var(), &s)])), &lambda(&a, &tuple([&t, &lambda(&b, &t)])));
}

#[test]
fn a_shared_statement_binds_in_each_block() {
    // { S; x } { S; x } with one S, against { T; a } { U; b }
    let (x, a, b) = (var(), var(), var());
    let s = assign(&x);
    let lhs = tuple([&block([&s, &uses(&x)]), &block([&s, &uses(&x)])]);
    let rhs = |used| tuple([&block([&assign(&a), &uses(&a)]), &block([&assign(&b), &uses(used)])]);
    equal(&lhs, &rhs(&b));
    differ(&lhs, &rhs(&a));
}

#[test]
fn what_was_equal_in_a_pattern_region_is_not_in_none() {
    // λ(p: S).S with S = { (w: u) = 0 }: in the type, u is introduced; in the body, it is free.
    let part = || {
        let u = var();
        let w = Arc::new(Var { ty: Some(uses(&u)) });
        (u, block([&Arc::new(Term::Assign { value: int(0), target: w })]))
    };
    let ((_, s), (_, t)) = (part(), part());
    let param = |ty: &Arc<Term>| Arc::new(Var { ty: Some(ty.clone()) });
    equal(&lambda(&param(&s), &int(0)), &lambda(&param(&t), &int(0)));
    differ(&lambda(&param(&s), &s), &lambda(&param(&t), &t));
    equal(&lambda(&param(&s), &s), &lambda(&param(&t), &s));
}

#[test]
fn what_was_equal_before_a_dag_node_was_recorded_may_not_be_afterwards() {
    // (λv.D, D, λv.D) against (λz.D, D, λz.D) with D(a statement that binds z)
    let (v, z) = (var(), var());
    let d = Arc::new(Term::Dag(assign(&z)));
    let term = |param, shared: bool| {
        let one = lambda(param, &d);
        let other = if shared { one.clone() } else { lambda(param, &d) };
        tuple([&one, &d, &other])
    };
    for shared in [true, false] {
        equal(&term(&v, shared), &term(&v, !shared));
        equal(&term(&z, shared), &term(&z, !shared));
        differ(&term(&v, shared), &term(&z, shared));
    }
}

#[test]
fn a_map_s_values_are_compared_in_the_order_in_which_its_keys_were_bound() {
    // { map x to (z = 0), y to z } under λx.λy, and under λy.λx, where z is used before it is bound.
    let [x, y, z, a, b, c] = [(); 6].map(|()| var());
    let map = |one: &Arc<Var>, other: &Arc<Var>, bound: &Arc<Var>| {
        let entries = [(one, assign(bound)), (other, uses(bound))];
        let entries = entries.map(|(key, value)| (ByIdentity(key.clone()), value));
        block([&Arc::new(Term::Map(entries.into()))])
    };
    let nest = |one, other, body: &Arc<Term>| lambda(one, &lambda(other, body));
    let (m, n) = (map(&x, &y, &z), map(&a, &b, &c));
    equal(&nest(&x, &y, &m), &nest(&a, &b, &n));
    differ(&nest(&y, &x, &m), &nest(&b, &a, &n));
    differ(&tuple([&nest(&x, &y, &m), &nest(&y, &x, &m)]), &tuple([&nest(&a, &b, &n), &nest(&b, &a, &n)]));
    let n = map(&a, &b, &z);
    equal(&tuple([&nest(&x, &y, &m), &nest(&y, &x, &m)]), &tuple([&nest(&a, &b, &n), &nest(&b, &a, &n)]));
}
