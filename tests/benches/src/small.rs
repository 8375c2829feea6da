//! Terms of five or six nodes, and tables whose keys they are.

use std::{
    cell::RefCell,
    collections::HashMap,
    hash::{Hash, Hasher},
    hint::black_box,
    rc::Rc,
    sync::Arc,
};

use ahash::RandomState;
use sexpr_core::{StructuralKey, structural_equal, structural_hash};

use crate::{derived_equal, derived_hash, equality::by_hand_equal, hash::by_hand_hash, ours_equal, ours_hash, pair};
use sexpr_test_support::terms::{Term, Var};
use sexpr_tests::workloads::{
    by_hand,
    measure::{
        Case, Contender,
        Target::{Nanoseconds, Times},
    },
    sums::Sum,
};

/// The number of nodes in most terms.
const NODES: usize = 5;

/// The number of nodes in terms that are compared and hashed with new tables.
const SIX: usize = 6;

/// The number of keys in a table.
const KEYS: usize = 1_000;

/// Every case.
pub fn cases() -> Vec<Case> {
    let case = |name: &str, nodes, build: fn() -> Vec<Contender>| {
        Case::new(format!("small/{name}"), nodes, "term", build).units(1)
    };
    let one = |name, build| case(name, NODES, build);
    let of_six = |name, build| case(name, SIX, build);
    vec![
        one("equal", || {
            let pair = pair(|| lambda(1));
            vec![ours_equal(&pair), by_hand_equal(&pair).target(Nanoseconds(40.0)), derived_equal(&pair)]
        }),
        one("equal/no variables", || {
            let pair = pair(|| sum(1));
            vec![ours_equal(&pair), derived_equal(&pair)]
        }),
        of_six("equal/new tables", || {
            let (ours, theirs) = (pair(|| lambda_of_six(1)), pair(|| lambda_of_six(1)));
            vec![
                Contender::new("ours", true, move || structural_equal(black_box(&ours.0), black_box(&ours.1))),
                Contender::new("by hand", true, move || {
                    by_hand::Comparison::default().equal(black_box(&theirs.0), black_box(&theirs.1))
                })
                .target(Times(1.0)),
            ]
        }),
        one("hash", || {
            let pair = pair(|| lambda(1));
            vec![ours_hash(&pair), by_hand_hash(&pair), derived_hash(&pair)]
        }),
        one("hash/no variables", || {
            let pair = pair(|| sum(1));
            vec![ours_hash(&pair), derived_hash(&pair)]
        }),
        of_six("hash/new tables", || {
            let (ours, theirs) = (Rc::new(lambda_of_six(1)), Rc::new(lambda_of_six(1)));
            let expected = by_hand::Hashing::default().hash(&theirs);
            vec![
                Contender::new("ours", structural_hash(&ours), move || structural_hash(black_box(&ours))),
                Contender::new("by hand", expected, move || by_hand::Hashing::default().hash(black_box(&theirs)))
                    .target(Times(1.0)),
            ]
        }),
        Case::new("small/keys", KEYS, "lookup", || {
            vec![
                looked_up("ours", lambda, StructuralKey::new),
                looked_up("by hand", lambda, KeyByHand::new).target(Times(1.5)),
                looked_up("derive(Hash)", sum, DerivedKey),
            ]
        }),
    ]
}

/// `λx. x + value`: four nodes, and the variable.
fn lambda(value: i64) -> Arc<Term> {
    let param = Arc::new(Var { name: "x".into(), width: 8 });
    let used = Arc::new(Term::Use(param.clone()));
    let body = Arc::new(Term::Add(used, Arc::new(Term::Int(value))));
    Arc::new(Term::Lambda { param, body })
}

/// `λx. (x + value) + x`: six nodes without the variable.
fn lambda_of_six(value: i64) -> Arc<Term> {
    let param = Arc::new(Var { name: "x".into(), width: 8 });
    let used = || Arc::new(Term::Use(param.clone()));
    let sum = Arc::new(Term::Add(used(), Arc::new(Term::Int(value))));
    let body = Arc::new(Term::Add(sum, used()));
    Arc::new(Term::Lambda { param, body })
}

/// Five nodes without variables.
fn sum(value: i64) -> Arc<Sum> {
    let int = |value| Arc::new(Sum::Int(value));
    Arc::new(Sum::Add(Arc::new(Sum::Add(int(1), int(value))), int(2)))
}

/// Looks up all the keys of a table, made of terms that were built apart from those in the table.
fn looked_up<T: Clone + 'static, K: Eq + Hash + 'static>(
    name: &'static str,
    term: fn(i64) -> T,
    key: fn(T) -> K,
) -> Contender {
    let values = 0..KEYS as i64;
    let table: HashMap<K, i64, RandomState> = values.clone().map(|value| (key(term(value)), value)).collect();
    let wanted: Vec<T> = values.map(term).collect();
    let expected = (KEYS * (KEYS - 1) / 2) as i64;
    Contender::new(name, expected, move || wanted.iter().map(|term| table[&key(term.clone())]).sum())
}

thread_local! {
    static COMPARISON: RefCell<by_hand::Comparison> = RefCell::default();
    static HASHING: RefCell<by_hand::Hashing> = RefCell::default();
}

/// What one writes in place of a [`StructuralKey`]: the hash is computed once, and tables are kept for each thread.
struct KeyByHand {
    term: Arc<Term>,
    hash: u64,
}

impl KeyByHand {
    fn new(term: Arc<Term>) -> KeyByHand {
        let hash = HASHING.with_borrow_mut(|hashing| hashing.hash(&term));
        KeyByHand { term, hash }
    }
}

impl PartialEq for KeyByHand {
    fn eq(&self, other: &KeyByHand) -> bool {
        self.hash == other.hash && COMPARISON.with_borrow_mut(|comparison| comparison.equal(&self.term, &other.term))
    }
}

impl Eq for KeyByHand {}

impl Hash for KeyByHand {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

/// A term as a key by what it derives, which is total.
#[derive(PartialEq, Hash)]
struct DerivedKey(Arc<Sum>);

impl Eq for DerivedKey {}
