//! A `Comparer` can be used again, whatever happened before.

use std::{
    hash::{Hash, Hasher},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use sexpr_core::{Comparer, Options, StructuralEq};

use crate::nodes::{Dag, Var, var};

#[derive(StructuralEq)]
struct Fun {
    #[seq(def)]
    params: Vec<Arc<Var>>,
    body: Vec<Arc<Var>>,
    shared: Vec<Arc<Dag>>,
    #[seq(payload)]
    value: i64,
}

/// Two parameters; the body uses one of them; two nodes are shared, or not.
fn fun(used: usize, shared: bool, value: i64) -> Fun {
    let params: Vec<_> = vec![var(), var()];
    let first = Arc::new(Dag { value: 0 });
    let second = if shared { first.clone() } else { Arc::new(Dag { value: 0 }) };
    Fun { body: vec![params[used].clone()], params, shared: vec![first, second], value }
}

fn terms() -> Vec<Fun> {
    let mut terms = Vec::new();
    for used in [0, 1] {
        for shared in [false, true] {
            for value in [0, 1] {
                terms.push(fun(used, shared, value));
            }
        }
    }
    terms
}

/// The comparer answers like a fresh one, on everything.
#[track_caller]
fn as_good_as_new(comparer: &mut Comparer, options: Options) {
    let (lhs, rhs) = (terms(), terms());
    for left in &lhs {
        assert_eq!(comparer.hash(left), options.hash(left));
        for right in &rhs {
            assert_eq!(comparer.equal(left, right), options.equal(left, right));
            assert_eq!(comparer.first_mismatch(left, right), options.first_mismatch(left, right));
        }
    }
}

#[test]
fn it_takes_options() {
    for map in [false, true] {
        for skip in [false, true] {
            let options = Options::new().map_free_vars(map).skip_payload(skip);
            as_good_as_new(&mut Comparer::with_options(options), options);
        }
    }
}

#[test]
fn nothing_is_remembered_from_one_comparison_to_the_next() {
    let (x, y, z) = (var(), var(), var());
    let mut comparer = Comparer::with_options(Options::new().map_free_vars(true));
    assert!(comparer.equal(&x, &y));
    assert!(comparer.equal(&x, &z), "`x` no longer stands for `y`");
    assert!(comparer.equal(&[&x, &y], &[&y, &x]));
    assert_eq!(comparer.hash(&x), comparer.hash(&y));
}

#[test]
fn an_unequal_verdict_leaves_nothing_behind() {
    let mut comparer = Comparer::new();
    for _ in 0..100 {
        assert!(!comparer.equal(&fun(0, true, 0), &fun(1, true, 0)));
        assert!(!comparer.equal(&fun(0, true, 0), &fun(0, false, 0)));
        assert!(comparer.first_mismatch(&fun(0, true, 0), &fun(0, true, 1)).is_some());
        assert!(comparer.equal(&fun(0, true, 0), &fun(0, true, 0)));
    }
    as_good_as_new(&mut comparer, Options::new());
}

/// A foreign type that panics where it is compared or hashed.
struct Panics;

impl PartialEq for Panics {
    fn eq(&self, _: &Self) -> bool {
        panic!("compared")
    }
}

impl Eq for Panics {}

impl Hash for Panics {
    fn hash<H: Hasher>(&self, _: &mut H) {
        panic!("hashed")
    }
}

#[derive(StructuralEq)]
struct Trap {
    before: Fun,
    inner: Vec<Arc<Bait>>,
    after: Fun,
}

#[derive(StructuralEq)]
struct Bait(#[seq(opaque)] Panics);

fn trap() -> Trap {
    let bait = Arc::new(Bait(Panics));
    Trap { before: fun(0, true, 0), inner: vec![bait.clone(), bait], after: fun(1, false, 0) }
}

#[test]
fn a_panic_in_user_code_leaves_nothing_behind() {
    let mut comparer = Comparer::new();
    for _ in 0..10 {
        let (one, two) = (trap(), trap());
        let mut panics = 0;
        panics += usize::from(catch_unwind(AssertUnwindSafe(|| comparer.equal(&one, &two))).is_err());
        as_good_as_new(&mut comparer, Options::new());
        panics += usize::from(catch_unwind(AssertUnwindSafe(|| comparer.hash(&one))).is_err());
        as_good_as_new(&mut comparer, Options::new());
        panics += usize::from(catch_unwind(AssertUnwindSafe(|| comparer.first_mismatch(&one, &two))).is_err());
        as_good_as_new(&mut comparer, Options::new());
        assert_eq!(panics, 3, "the trap is meant to panic");
    }
}
