//! Values of maps whose keys are free variables known by address: neither their order nor a verdict hangs on addresses.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use sexpr_core::{__private::rank_of_value, ByIdentity, Options, StructuralEq, Walk};
use sexpr_tests::check::{equal, equal_under, steps};

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    ty: i64,
}

fn var() -> Arc<Var> {
    Arc::new(Var { ty: 0 })
}

#[derive(StructuralEq)]
enum Term {
    Int(i64),
    Use(Arc<Var>),
    Both(Arc<Term>, Arc<Term>),
    /// Binds for all that comes after it.
    Assign {
        #[seq(def)]
        target: Arc<Var>,
        value: Arc<Term>,
    },
    #[seq(scope)]
    Scope {
        #[seq(def)]
        params: Vec<Arc<Var>>,
        body: Arc<Term>,
    },
    Map(HashMap<ByIdentity<Arc<Var>>, Arc<Term>>),
    Set(HashSet<ByIdentity<Arc<Var>>>),
}

use Term::{Assign, Both, Int, Map, Scope, Set, Use};

fn map<const N: usize>(entries: [(&Arc<Var>, Term); N]) -> Term {
    Map(entries.into_iter().map(|(key, value)| (ByIdentity(key.clone()), Arc::new(value))).collect())
}

fn set(keys: [&Arc<Var>; 2]) -> Term {
    Set(keys.into_iter().cloned().map(ByIdentity).collect())
}

fn assign(target: &Arc<Var>, value: Term) -> Term {
    Assign { target: target.clone(), value: Arc::new(value) }
}

fn uses(variable: &Arc<Var>) -> Term {
    Use(variable.clone())
}

fn both(one: Term, other: Term) -> Term {
    Both(Arc::new(one), Arc::new(other))
}

/// Asks about pairs of variables of which either lies lower, and for one answer.
#[track_caller]
fn one_answer<T: PartialEq + std::fmt::Debug>(ask: impl Fn(&Arc<Var>, &Arc<Var>) -> T) -> T {
    let [one, other] = [var(), var()];
    let [forth, back] = [ask(&one, &other), ask(&other, &one)];
    assert_eq!(forth, back);
    forth
}

#[test]
fn a_binder_in_one_value_binds_in_another_or_does_not_wherever_the_keys_lie() {
    let [p, q] = [var(), var()];
    // {x: p = 0, y: p}
    one_answer(|x, y| {
        let term = |p| map([(x, assign(p, Int(0))), (y, uses(p))]);
        let [one, other] = [term(&p), term(&q)];
        let is_equal = Options::new().equal(&one, &other);
        if is_equal {
            equal(&one, &other);
        }
        is_equal
    });
    // With a scope around, and by what the values are as a whole: {x: p = p, y: q = p}.
    let verdict = one_answer(|x, y| {
        let term = |p: &Arc<Var>, q: &Arc<Var>| map([(x, assign(p, uses(p))), (y, assign(q, uses(p)))]);
        let scope = |term| Scope { params: vec![], body: Arc::new(term) };
        let options = Options::new();
        [
            options.equal(&term(&p, &q), &term(&q, &p)),
            options.equal(&scope(term(&p, &q)), &scope(term(&q, &p))),
            options.map_free_vars(true).equal(&term(&p, &q), &term(&q, &p)),
        ]
    });
    assert!(verdict[2]);
}

#[test]
fn keys_that_were_recorded_in_the_order_of_their_addresses_do_not_hand_it_on() {
    let [p, q] = [var(), var()];
    let verdicts = |first: fn([&Arc<Var>; 2]) -> Term| {
        one_answer(|x, y| {
            let term = |p| both(first([x, y]), map([(x, assign(p, Int(0))), (y, uses(p))]));
            let is_equal = Options::new().equal(&term(&p), &term(&q));
            assert!(!is_equal || Options::new().hash(&term(&p)) == Options::new().hash(&term(&q)));
            is_equal
        })
    };
    let plain = one_answer(|x, y| {
        let term = |p| map([(x, assign(p, Int(0))), (y, uses(p))]);
        Options::new().equal(&term(&p), &term(&q))
    });
    assert_eq!(verdicts(set), plain);
    assert_eq!(verdicts(|[x, y]| map([(x, Int(1)), (y, Int(1))])), plain);
}

#[test]
fn walks_and_reports_go_in_that_order() {
    one_answer(|x, y| {
        let term = |last| map([(x, both(Int(1), Int(2))), (y, Int(last))]);
        let mut met = vec![];
        Walk::new().on(|number: &i64, _| met.push(*number)).run(&term(3));
        met
    });
    one_answer(|x, y| {
        let term = |one, other| map([(x, both(Int(1), Int(one))), (y, Int(other))]);
        let mismatch = Options::new().first_mismatch(&term(2, 3), &term(4, 5)).unwrap();
        steps(mismatch.lhs())
    });
}

/// What is in a value is named otherwise on the other side, as keys too: the hashes agree.
#[test]
fn equal_maps_hash_alike_whatever_their_values_are_called() {
    let [x, y] = [var(), var()];
    for names in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]] {
        let mut vars = [(); 8].map(|()| var());
        vars.sort_by_key(|var| Arc::as_ptr(var).addr());
        let term = |names: [usize; 4]| {
            let [a, b, c, d] = names.map(|name| &vars[name]);
            let inner = |one, other| map([(one, uses(c)), (other, both(uses(d), Int(1)))]);
            let values = map([(&x, both(uses(a), inner(a, b))), (&y, both(uses(b), inner(b, a)))]);
            Scope { params: [a, b, c, d].map(Arc::clone).into(), body: Arc::new(values) }
        };
        equal(&term([4, 5, 6, 7]), &term(names));
        equal_under(Options::new().map_free_vars(true), &term([4, 5, 6, 7]), &term(names));
    }
}

/// Of two values that look alike, one binds a parameter anew on the left, and the other on the right. Alone they would
/// differ by that, and the hashes with them, if it did not count that a scope is around.
#[test]
fn a_value_in_a_scope_is_ordered_as_one() {
    let [x, y] = [var(), var()];
    let term = |rebinds_first: bool| {
        let [one, other, fresh] = [var(), var(), var()];
        let value = |outer: &Arc<Var>, rebinds| {
            let target = if rebinds { outer } else { &fresh };
            both(uses(outer), both(assign(target, Int(0)), uses(target)))
        };
        let values = map([(&x, value(&one, rebinds_first)), (&y, value(&other, !rebinds_first))]);
        Scope { params: vec![one.clone(), other.clone()], body: Arc::new(values) }
    };
    equal(&term(true), &term(true));
    equal(&term(true), &term(false));
}

#[test]
fn towers_of_such_maps_need_no_native_stack() {
    const LEVELS: usize = 3_000;
    let level = |one: &Arc<Term>, other: &Arc<Term>| {
        let entries = [(ByIdentity(var()), one.clone()), (ByIdentity(var()), other.clone())];
        Arc::new(Map(entries.into_iter().collect()))
    };
    // At each level, the values look alike. All levels are kept, so that none is dropped inside another.
    let mut levels = vec![[Arc::new(Int(1)), Arc::new(Int(1))]];
    for _ in 0..LEVELS {
        let [one, other] = levels.last().unwrap();
        let next = [level(one, other), level(one, other)];
        levels.push(next);
    }
    equal(levels.last().unwrap(), levels.last().unwrap());
    while levels.pop().is_some() {}
}

#[test]
fn whether_parts_of_values_are_shared_does_not_change_their_order() {
    let key = var();
    // The key is met first as a key, where it enters by what is below it.
    let part = || Arc::new(map([(&key, uses(&key))]));
    let shared = part();
    let (shared, apart) = (Both(shared.clone(), shared), Both(part(), part()));
    for options in [Options::new(), Options::new().map_free_vars(true)] {
        for in_scope in [false, true] {
            let [one, other] = [&shared, &apart].map(|value| rank_of_value(value, options, in_scope));
            assert_eq!(one, other);
        }
    }
}
