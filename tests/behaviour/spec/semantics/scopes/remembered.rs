//! What is remembered of shared nodes is used only where comparing again would find the same and have no effect.

use std::{collections::HashMap, sync::Arc};

use sexpr_core::{ByIdentity, StructuralEq};
use sexpr_test_support::check::{differ, equal};

#[derive(StructuralEq)]
enum Term {
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
struct Var {
    ty: Option<Arc<Term>>,
}

fn var() -> Arc<Var> {
    Arc::new(Var { ty: None })
}

fn uses(var: &Arc<Var>) -> Arc<Term> {
    Arc::new(Term::Use(var.clone()))
}

fn int(value: i64) -> Arc<Term> {
    Arc::new(Term::Int(value))
}

/// `var + 1`
fn increment(var: &Arc<Var>) -> Arc<Term> {
    Arc::new(Term::Add(uses(var), int(1)))
}

fn lambda(param: &Arc<Var>, body: &Arc<Term>) -> Arc<Term> {
    Arc::new(Term::Lambda { param: param.clone(), body: body.clone() })
}

fn assign(target: &Arc<Var>) -> Arc<Term> {
    Arc::new(Term::Assign { value: int(0), target: target.clone() })
}

fn dag(value: &Arc<Term>) -> Arc<Term> {
    Arc::new(Term::Dag(value.clone()))
}

fn list<const N: usize>(items: [&Arc<Term>; N]) -> Vec<Arc<Term>> {
    items.map(Arc::clone).into()
}

fn tuple<const N: usize>(items: [&Arc<Term>; N]) -> Arc<Term> {
    Arc::new(Term::Tuple(list(items)))
}

fn block<const N: usize>(statements: [&Arc<Term>; N]) -> Arc<Term> {
    Arc::new(Term::Block(list(statements)))
}

#[test]
fn sharing_a_lambda_changes_nothing() {
    // (λx.x)(λx.x) with one lambda, and with two
    let (x, a, b) = (var(), var(), var());
    let identity = lambda(&x, &uses(&x));
    let two = tuple([&lambda(&a, &uses(&a)), &lambda(&b, &uses(&b))]);
    equal(&tuple([&identity, &identity]), &two);
    equal(&tuple([&identity, &identity]), &tuple([&lambda(&x, &uses(&x)), &identity]));
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
fn what_was_free_is_not_where_it_is_bound() {
    // (S, λx.S, S) against (S, λy.S, S)
    let (x, y) = (var(), var());
    let s = increment(&x);
    let term = |param| tuple([&s, &lambda(param, &s), &s]);
    equal(&term(&x), &term(&x));
    differ(&term(&x), &term(&y));
    equal(&term(&x), &tuple([&s, &lambda(&y, &increment(&y)), &s]));
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
fn a_shared_statement_binds_again_in_one_block() {
    // { S; T; S; x } with S = (x = 0), against { A; B; A; a }
    let [x, y, a, b] = [(); 4].map(|()| var());
    let (s, t) = (assign(&x), assign(&y));
    let (s2, t2) = (assign(&a), assign(&b));
    equal(&block([&s, &t, &s, &uses(&x)]), &block([&s2, &t2, &s2, &uses(&a)]));
    // The third statement has bound y to a.
    equal(&block([&s, &t, &assign(&y), &uses(&y)]), &block([&s2, &t2, &s2, &uses(&a)]));
    differ(&block([&s, &t, &assign(&y), &uses(&x)]), &block([&s2, &t2, &s2, &uses(&a)]));
}

#[test]
fn a_record_is_derived_from_what_was_consulted_even_where_that_was_skipped() {
    // λx.(S, D(S), λx.D) against λa.(T, E(T), λb.E)
    let (x, a, b) = (var(), var(), var());
    let (s, t) = (increment(&x), increment(&a));
    let (d, e) = (dag(&s), dag(&t));
    let lhs = lambda(&x, &tuple([&s, &d, &lambda(&x, &d)]));
    differ(&lhs, &lambda(&a, &tuple([&t, &e, &lambda(&b, &e)])));
    equal(&lhs, &lambda(&a, &tuple([&t, &e, &lambda(&a, &e)])));
    equal(&lhs, &lambda(&a, &tuple([&t, &e, &lambda(&b, &dag(&increment(&b)))])));
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
    let d = dag(&assign(&z));
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
fn a_node_that_binds_nothing_outside_scopes_may_bind_in_one() {
    // (x, S, λ.S) with S = (x = 0; x): outside, x stands for itself; inside, it is bound anew.
    let x = var();
    let s = || tuple([&assign(&x), &uses(&x)]);
    let shared = s();
    let lhs = tuple([&uses(&x), &shared, &block([&shared])]);
    equal(&lhs, &tuple([&uses(&x), &s(), &block([&s()])]));
    equal(&lhs, &tuple([&uses(&x), &shared, &block([&s()])]));
}

#[test]
fn what_was_equal_is_where_the_same_variables_correspond_again() {
    // λx.(S, λx.S, S) against λa.(T, λa.T, T)
    let [x, y, a, b] = [(); 4].map(|()| var());
    let (s, t) = (increment(&x), increment(&a));
    let lhs = lambda(&x, &tuple([&s, &lambda(&x, &s), &s]));
    let rhs = |param: &Arc<Var>, inside: &Arc<Term>| lambda(&a, &tuple([&t, &lambda(param, inside), &t]));
    equal(&lhs, &rhs(&a, &t));
    equal(&lhs, &rhs(&b, &increment(&b)));
    differ(&lhs, &rhs(&b, &t));
    // (λx.S, λx.S) against (λa.T, λa.T)
    let twice = |one, other| tuple([&lambda(one, &s), &lambda(other, &s)]);
    equal(&twice(&x, &x), &tuple([&lambda(&a, &t), &lambda(&a, &t)]));
    differ(&twice(&x, &x), &tuple([&lambda(&a, &t), &lambda(&b, &t)]));
    differ(&twice(&x, &y), &tuple([&lambda(&a, &t), &lambda(&a, &t)]));
}

#[test]
fn what_was_equal_is_not_where_another_partner_came_between() {
    // λx.(S, λx.(U, λx.S, U), S) against λa.(T, λb.(V, λa.T, V), T)
    let [x, a, b] = [(); 3].map(|()| var());
    let (s, t) = (increment(&x), increment(&a));
    let lhs = lambda(&x, &tuple([&s, &lambda(&x, &tuple([&s, &lambda(&x, &s), &s])), &s]));
    let rhs = |before: &Arc<Term>, innermost: &Arc<Term>, after: &Arc<Term>| {
        lambda(&a, &tuple([&t, &lambda(&b, &tuple([before, &lambda(&a, innermost), after])), &t]))
    };
    let v = increment(&b);
    equal(&lhs, &rhs(&v, &t, &v));
    differ(&lhs, &rhs(&t, &t, &v));
    differ(&lhs, &rhs(&v, &v, &v));
    differ(&lhs, &rhs(&v, &t, &t));
}

#[test]
fn what_was_equal_is_not_where_a_variable_is_unbound_between() {
    // (λx.S, S, λx.S) against (λa.T, T, λa.T): the middle is free.
    let (x, a) = (var(), var());
    let (s, t) = (increment(&x), increment(&a));
    let around = |param, part, middle| tuple([&lambda(param, part), middle, &lambda(param, part)]);
    equal(&around(&x, &s, &s), &around(&a, &t, &s));
    differ(&around(&x, &s, &s), &around(&a, &t, &t));
    equal(&around(&x, &s, &int(0)), &around(&a, &t, &int(0)));
}

#[test]
fn what_was_equal_is_not_where_variables_are_swapped() {
    // λxy.(S, λyx.S) with S = x + y, against λab.(a + b, λab.(b + a))
    let [x, y, a, b] = [(); 4].map(|()| var());
    let add = |one: &Arc<Var>, other: &Arc<Var>| Arc::new(Term::Add(uses(one), uses(other)));
    let nest = |one, other, body: &Arc<Term>| lambda(one, &lambda(other, body));
    let (s, t) = (add(&x, &y), add(&a, &b));
    let lhs = nest(&x, &y, &tuple([&s, &nest(&y, &x, &s), &s]));
    equal(&lhs, &nest(&a, &b, &tuple([&t, &nest(&b, &a, &t), &t])));
    equal(&lhs, &nest(&a, &b, &tuple([&t, &nest(&a, &b, &add(&b, &a)), &t])));
    differ(&lhs, &nest(&a, &b, &tuple([&t, &nest(&a, &b, &t), &t])));
    // The same side by side, in turn, where the parts hash differently: shared, and written out.
    let sides = |parts: [&Arc<Term>; 4]| {
        let [one, other] = [nest(&x, &y, parts[0]), nest(&y, &x, parts[1])];
        let [third, fourth] = [nest(&x, &y, parts[2]), nest(&y, &x, parts[3])];
        tuple([&one, &other, &third, &fourth])
    };
    equal(&sides([&s; 4]), &sides([(); 4].map(|()| add(&x, &y)).each_ref()));
}

#[test]
fn what_uses_what_was_found_depends_on_what_corresponds_there() {
    // λx.(S, λx.(P, λx.P)) with P = (S, 1), against λa.(T, λa.(Q, λb.Q)): inside P, S was compared before.
    let [x, a, b] = [(); 3].map(|()| var());
    let (s, t) = (increment(&x), increment(&a));
    let (p, q) = (tuple([&s, &int(1)]), tuple([&t, &int(1)]));
    let lhs = lambda(&x, &tuple([&s, &lambda(&x, &tuple([&p, &lambda(&x, &p)]))]));
    let rhs = |param| lambda(&a, &tuple([&t, &lambda(&a, &tuple([&q, &lambda(param, &q)]))]));
    equal(&lhs, &rhs(&a));
    differ(&lhs, &rhs(&b));
    // λx.(S, λx.D, D) with D(S), against λa.(T, λa.E, F): the record of D and E ends with the inner scope.
    let (d, e, f) = (dag(&s), dag(&t), dag(&t));
    let lhs = lambda(&x, &tuple([&s, &lambda(&x, &d), &d]));
    equal(&lhs, &lambda(&a, &tuple([&t, &lambda(&a, &e), &f])));
    // λx.(S, D, λx.D) against λa.(T, E, λa.F): the outer record is shadowed.
    let lhs = lambda(&x, &tuple([&s, &d, &lambda(&x, &d)]));
    equal(&lhs, &lambda(&a, &tuple([&t, &e, &lambda(&a, &f)])));
    differ(&lhs, &lambda(&a, &tuple([&t, &e, &lambda(&b, &f)])));
    // Within one scope, it is in force.
    differ(&lambda(&x, &tuple([&s, &d, &d])), &lambda(&a, &tuple([&t, &e, &f])));
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
    // With one z on both sides, that it is free makes no difference.
    let n = map(&a, &b, &z);
    equal(&tuple([&nest(&x, &y, &m), &nest(&y, &x, &m)]), &tuple([&nest(&a, &b, &n), &nest(&b, &a, &n)]));
}
