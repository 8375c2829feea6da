//! Values of maps whose keys are free variables known by address: neither their order nor a verdict hangs on addresses.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use sexpr_core::{
    __private::{digest_of_key, shape_of_value},
    ByIdentity, Options, Reason, StructuralEq, StructuralKey, first_structural_mismatch, structural_equal,
    structural_fingerprint, structural_hash,
    walk::Walk,
};
use sexpr_test_support::{
    check::{equal, equal_under, steps},
    hashes::{Coarse, Words},
};

use crate::nodes::{Var, var};

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

/// Whether operations agree on a pair, either way around.
#[track_caller]
fn agree<T: StructuralEq>(one: &T, other: &T) {
    let verdict = structural_equal(one, other);
    assert_eq!(structural_equal(other, one), verdict);
    assert_eq!(first_structural_mismatch(one, other).is_none(), verdict);
    assert_eq!(first_structural_mismatch(other, one).is_none(), verdict);
    assert!(!verdict || structural_hash(one) == structural_hash(other));
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
    // With a scope around, and by what the values are as a whole: {x: p = p, y: q = (p, 0)}.
    let verdict = one_answer(|x, y| {
        let term = |p: &Arc<Var>, q: &Arc<Var>| map([(x, assign(p, uses(p))), (y, assign(q, both(uses(p), Int(0))))]);
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

/// Of two values that look alike, one binds a parameter anew on the left, and the other on the right. As terms of their
/// own, outside the scope, they would differ by that.
#[test]
fn a_value_that_binds_anew_is_ordered_as_one_that_does_not() {
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
        let [one, other] = [&shared, &apart].map(|value| shape_of_value(value, options));
        assert_eq!(one, other);
    }
}

/// A variable that a scope binds hides what its fields mention; as a term of its own, a value shows it.
#[test]
fn what_bound_variables_mention_does_not_enter_the_order() {
    #[derive(StructuralEq)]
    #[seq(kind = "var")]
    struct Sized {
        size: Option<Arc<Sized>>,
    }
    #[derive(StructuralEq)]
    enum Statement {
        Use(Arc<Sized>),
        Assign(#[seq(def)] Arc<Sized>),
        Map(HashMap<ByIdentity<Arc<Sized>>, Vec<Statement>>),
    }
    use Statement::{Assign, Use};
    #[derive(StructuralEq)]
    #[seq(scope)]
    struct Block {
        #[seq(def)]
        params: Vec<Arc<Sized>>,
        body: Vec<Statement>,
    }
    let sized = |size| Arc::new(Sized { size });
    let [x, y] = [sized(None), sized(None)];
    let block = |first_is_assigned: bool| {
        let sizes = [sized(None), sized(None)];
        let params = sizes.each_ref().map(|size| sized(Some(size.clone())));
        let mut assigned = sizes;
        assigned[usize::from(first_is_assigned)] = sized(None);
        let new = [sized(None), sized(None)];
        let value = |at: usize| vec![Use(params[at].clone()), Use(assigned[at].clone()), Assign(new[at].clone())];
        let map = [(&x, 0), (&y, 1)].map(|(key, at)| (ByIdentity(key.clone()), value(at)));
        let [one, other] = assigned.clone().map(Assign);
        let body = vec![one, other, Statement::Map(map.into()), Use(new[0].clone())];
        Block { params: params.into(), body }
    };
    agree(&block(true), &block(false));
    assert!(structural_equal(&block(true), &block(false)));
}

/// Keys that are terms, each made of two words, and values for them.
fn by_words(keys: [StructuralKey<Words>; 2], values: [Term; 2]) -> HashMap<StructuralKey<Words>, Term> {
    keys.into_iter().zip(values).collect()
}

#[test]
fn keys_of_one_hash_go_by_what_they_are() {
    for _ in 0..20 {
        let keys = || {
            let mut keys = [0, 1].map(|word| StructuralKey::new(Words::of_one_hash(word)));
            keys.sort_by_key(digest_of_key);
            keys
        };
        let binds = || {
            let (new, after) = (var(), var());
            let values = [assign(&new, Int(0)), both(uses(&new), assign(&after, Int(0)))];
            (by_words(keys(), values), uses(&after))
        };
        equal(&binds(), &binds());
        // Which value belongs to which key counts, also where both look alike.
        let crossed = |one: usize| {
            let variables = [var(), var()];
            let values = [one, 1 - one].map(|at| uses(&variables[at]));
            (both(assign(&variables[0], Int(0)), assign(&variables[1], Int(0))), by_words(keys(), values))
        };
        equal(&crossed(0), &crossed(0));
        agree(&crossed(0), &crossed(1));
        assert!(!structural_equal(&crossed(0), &crossed(1)));
        assert_ne!(structural_fingerprint(&crossed(0)), structural_fingerprint(&crossed(1)));
    }
}

/// Nothing but `Eq` tells them apart, so in which order they come is chance.
#[test]
fn alike_keys_match_nothing_where_their_order_counts() {
    #[derive(StructuralEq)]
    struct Key {
        #[seq(opaque)]
        number: Coarse,
    }
    fn map<T>(values: [T; 2]) -> HashMap<StructuralKey<Key>, T> {
        let keys = [1, 2].map(|number| StructuralKey::new(Key { number: Coarse(number) }));
        keys.into_iter().zip(values).collect()
    }
    for _ in 0..20 {
        let open = || map([1, 2].map(|number| Arc::new(Int(number))));
        agree(&open(), &open());
        let mismatch = first_structural_mismatch(&open(), &open()).unwrap();
        assert!(matches!(mismatch.reason(), Reason::OpenKey), "{mismatch}");
        let closed = || map([Some(1), Some(2)]);
        equal(&closed(), &closed());
    }
}
