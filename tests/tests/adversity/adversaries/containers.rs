//! Containers of other crates and of the standard library, around keys and elements that lie.

use std::{
    cell::Cell,
    cmp::Ordering,
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    hash::{Hash, Hasher},
};

use indexmap::{IndexMap, IndexSet};
use sexpr_core::{
    Options, StructuralEq,
    containers::{Encoder, Leaf},
    first_structural_mismatch, structural_equal, structural_fingerprint, structural_hash,
    terms::{Subterms, count_nodes, drop_iteratively, hash_cons},
    walk::Walk,
};
use smallvec::{SmallVec, smallvec};

thread_local! {
    static ANSWERS: Cell<u64> = const { Cell::new(1) };
}

/// A number that nobody can foresee, but that is the same in each run.
fn dice(below: u64) -> u64 {
    let answer = ANSWERS.get().wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    ANSWERS.set(answer);
    (answer >> 33) % below
}

/// A key whose `Eq`, `Hash` and `Ord` answer as they like.
#[derive(Clone, Debug)]
struct Liar(u64);

impl PartialEq for Liar {
    fn eq(&self, _: &Self) -> bool {
        dice(2) == 0
    }
}
impl Eq for Liar {}
impl Hash for Liar {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(dice(3));
    }
}
impl PartialOrd for Liar {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Liar {
    fn cmp(&self, _: &Self) -> Ordering {
        [Ordering::Less, Ordering::Equal, Ordering::Greater][dice(3) as usize]
    }
}
impl Leaf for Liar {
    fn same(&self, other: &Self) -> bool {
        self.0 == other.0
    }
    fn encode<E: Encoder>(&self, into: &mut E) {
        into.word(self.0);
    }
    fn show(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0)
    }
}
sexpr_core::leaf!(Liar);
sexpr_core::rewritable!(leaf Liar);

#[derive(StructuralEq)]
#[seq(rewrite, dismantle)]
struct Tables {
    ordered: BTreeMap<Liar, Box<Liar>>,
    hashed: HashMap<Liar, SmallVec<[Liar; 2]>>,
    indexed: IndexMap<Liar, triomphe::Arc<Liar>>,
    #[seq(ordered)]
    in_order: IndexMap<Liar, u64>,
    set: BTreeSet<Liar>,
    hashed_set: HashSet<Liar>,
    indexed_set: IndexSet<Liar>,
    next: Option<Box<Tables>>,
}

fn tables(size: u64, depth: u32) -> Tables {
    Tables {
        ordered: (0..size).map(|n| (Liar(n), Box::new(Liar(n)))).collect(),
        hashed: (0..size).map(|n| (Liar(n), smallvec![Liar(n); n as usize % 4])).collect(),
        indexed: (0..size).map(|n| (Liar(n), triomphe::Arc::new(Liar(n)))).collect(),
        in_order: (0..size).map(|n| (Liar(n), n)).collect(),
        set: (0..size).map(Liar).collect(),
        hashed_set: (0..size).map(Liar).collect(),
        indexed_set: (0..size).map(Liar).collect(),
        next: (depth > 0).then(|| Box::new(tables(size, depth - 1))),
    }
}

#[test]
fn whatever_keys_say_of_themselves_nothing_panics_and_verdicts_go_by_what_is_there() {
    let rounds = if cfg!(miri) { 4 } else { 300 };
    for round in 0..rounds {
        let (left, right) = (tables(round % 8, 2), tables(round % 8, 2));
        let mismatch = first_structural_mismatch(&left, &right);
        assert_eq!(structural_equal(&left, &right), mismatch.is_none());
        assert_eq!(structural_equal(&left, &right), structural_equal(&right, &left));
        if mismatch.is_none() {
            assert_eq!(structural_hash(&left), structural_hash(&right));
            assert_eq!(structural_fingerprint(&left).unwrap(), structural_fingerprint(&right).unwrap());
        }
        assert!(structural_equal(&left, &left), "reading a map calls neither `Eq` nor `Ord`");
        assert_eq!(structural_hash(&left), structural_hash(&left));
        let mut nodes = 0;
        Walk::new().on(|_: &Tables, _| nodes += 1).run(&left);
        assert_eq!(nodes, 3);
        assert!(count_nodes(&left).occurrences >= 3);
        let _ = Subterms::new().common(&left).len();
        let _ = Options::new().map_free_vars(true).equal(&left, &right);
        drop_iteratively(right);
        drop_iteratively(hash_cons(left).expect("no ids"));
    }
}
