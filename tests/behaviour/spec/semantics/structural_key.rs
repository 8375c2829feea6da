//! `StructuralKey`: a value as the key of any table, by structure.

use std::{
    cell::Cell,
    collections::{HashMap, HashSet},
    hash::{BuildHasher, BuildHasherDefault, Hash, Hasher, RandomState},
    sync::Arc,
};

use sexpr_core::{Options, StructuralEq, StructuralKey, structural_equal, structural_fingerprint, structural_hash};
use sexpr_test_support::{
    hashes::{Words, words_of_one_hash},
    terms::{Term, Var},
};

fn var() -> Arc<Var> {
    Arc::new(Var { name: String::new(), width: 8 })
}

fn used(var: &Arc<Var>) -> Arc<Term> {
    Arc::new(Term::Use(var.clone()))
}

fn double(var: &Arc<Var>) -> Arc<Term> {
    Arc::new(Term::Add(used(var), used(var)))
}

fn lambda(body: fn(&Arc<Var>) -> Arc<Term>) -> Arc<Term> {
    let x = var();
    Arc::new(Term::Lambda { body: body(&x), param: x })
}

#[test]
fn terms_equal_up_to_renaming_are_one_key() {
    let set = HashSet::from([
        StructuralKey::new(lambda(used)),
        StructuralKey::new(lambda(used)),
        StructuralKey::new(lambda(double)),
    ]);
    assert_eq!(set.len(), 2);
    assert!(set.contains(&StructuralKey::new(lambda(double))));
    assert!(!set.contains(&StructuralKey::new(used(&var()))));
}

#[test]
fn its_options_are_those_it_was_made_with() {
    let mapping = Options::new().map_free_vars(true);
    let key = |var: &Arc<Var>| StructuralKey::with_options(double(var), mapping);
    let (x, y) = (var(), var());
    assert!(key(&x) == key(&y));
    let set = HashSet::from([key(&x), key(&y)]);
    assert_eq!(set.len(), 1);
    assert!(StructuralKey::new(double(&x)) != StructuralKey::new(double(&y)));
    assert!(StructuralKey::new(double(&x)) == StructuralKey::new(double(&x)));
}

thread_local!(static HASHED: Cell<u32> = const { Cell::new(0) });

/// Counts how often it is hashed.
#[derive(PartialEq, Eq)]
struct Counted;

impl Hash for Counted {
    fn hash<H: Hasher>(&self, _: &mut H) {
        HASHED.set(HASHED.get() + 1);
    }
}

#[test]
fn the_hash_is_computed_once() {
    #[derive(StructuralEq)]
    struct Node(#[seq(opaque)] Counted);
    let key = StructuralKey::new(Node(Counted));
    let mut set = HashSet::new();
    assert!(!set.contains(&key));
    set.insert(key);
    for n in 0..100 {
        assert_eq!(set.len(), 1, "{n}");
        set.reserve(1 << (n / 10));
    }
    assert_eq!(HASHED.get(), 1);
}

#[test]
fn its_hash_without_a_key_is_that_of_the_value() {
    let term = || lambda(double);
    assert_eq!(StructuralKey::structural_hash(&StructuralKey::new(term())), structural_hash(&term()));
    let options = Options::new().map_free_vars(true);
    let free = double(&var());
    let key = StructuralKey::with_options(free.clone(), options);
    assert_eq!(StructuralKey::structural_hash(&key), options.hash(&free));
}

thread_local!(static COMPARED: Cell<usize> = const { Cell::new(0) });

/// A key that counts how often it is compared.
struct Compared(StructuralKey<Words>);

impl PartialEq for Compared {
    fn eq(&self, other: &Self) -> bool {
        COMPARED.set(COMPARED.get() + 1);
        self.0 == other.0
    }
}

impl Eq for Compared {}

impl Hash for Compared {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

/// A hasher that adds nothing to what it is given.
#[derive(Default)]
struct Plain(u64);

impl Hasher for Plain {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, _: &[u8]) {}
    fn write_u64(&mut self, word: u64) {
        self.0 = word;
    }
}

const FLOOD: usize = 16_000;

#[track_caller]
fn flood<S: BuildHasher>(mut table: HashSet<Compared, S>) {
    COMPARED.set(0);
    let keys = || words_of_one_hash(FLOOD as u64).map(|words| Compared(StructuralKey::new(words)));
    table.extend(keys());
    assert_eq!(table.len(), FLOOD);
    assert!(keys().all(|key| table.contains(&key)));
    let compared = COMPARED.get();
    assert!(compared >= FLOOD, "each is found");
    assert!(compared < 4 * FLOOD, "{compared} comparisons for {FLOOD} keys");
}

/// Who knows how hashes are made can make terms that collide, as here; but not what a table of keys goes by.
#[test]
fn a_table_is_not_flooded_by_terms_of_one_hash() {
    let hashes: HashSet<u64> = words_of_one_hash(FLOOD as u64).map(|words| structural_hash(&words)).collect();
    assert_eq!(hashes.len(), 1);
    flood(HashSet::with_hasher(RandomState::new()));
    flood(HashSet::with_hasher(BuildHasherDefault::<Plain>::default()));
}

/// Nor is one of maps that have such terms as keys, and differ in which has which value.
#[test]
fn nor_by_maps_with_such_keys() {
    let map = |first: usize| -> HashMap<StructuralKey<Words>, usize> {
        let keys = words_of_one_hash(100).map(StructuralKey::new);
        keys.enumerate().map(|(index, key)| (key, usize::from(index == first))).collect()
    };
    let hasher = BuildHasherDefault::<Plain>::default();
    let unkeyed: HashSet<u64> = (0..100).map(|first| structural_hash(&map(first))).collect();
    assert_eq!(unkeyed.len(), 1);
    let keyed: HashSet<u64> = (0..100).map(|first| hasher.hash_one(StructuralKey::new(map(first)))).collect();
    assert_eq!(keyed.len(), 100);
    let (one, other) = (map(7), map(7));
    assert!(structural_equal(&one, &other));
    assert_eq!(hasher.hash_one(StructuralKey::new(one)), hasher.hash_one(StructuralKey::new(other)));
}

/// Terms with a map by one closed term, which is compared under some options.
#[test]
fn the_options_of_a_key_enter_the_hashes_of_what_holds_it() {
    #[derive(StructuralEq)]
    struct Closed {
        number: i64,
        below: HashMap<StructuralKey<Arc<Closed>>, i64>,
    }
    let closed = |below| Arc::new(Closed { number: 0, below });
    let every = [false, true].map(|map| [false, true].map(|skip| Options::new().map_free_vars(map).skip_payload(skip)));
    let key = |options| StructuralKey::with_options(closed(HashMap::new()), options);
    let terms: Vec<_> =
        every.as_flattened().iter().map(|options| closed(HashMap::from([(key(*options), 1)]))).collect();
    let fingerprints: HashSet<_> = terms.iter().map(|term| structural_fingerprint(term).unwrap()).collect();
    let hashes: HashSet<_> = terms.iter().map(structural_hash).collect();
    assert_eq!((fingerprints.len(), hashes.len()), (4, 4));

    let [one, other] = [key(every[0][0]), key(every[1][1])];
    let [forth, back] =
        [[1, 2], [2, 1]].map(|[first, second]| closed(HashMap::from([(one.clone(), first), (other.clone(), second)])));
    assert!(!structural_equal(&forth, &back));
    assert_ne!(structural_fingerprint(&forth).unwrap(), structural_fingerprint(&back).unwrap());
}
