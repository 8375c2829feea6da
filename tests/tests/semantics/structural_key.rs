//! `StructuralKey`: a value as the key of any table, by structure.

use std::{
    cell::Cell,
    collections::{HashMap, HashSet},
    hash::{BuildHasher, Hash, Hasher, RandomState},
    sync::Arc,
};

use sexpr_core::{Options, StructuralEq, StructuralKey};

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    ty: i64,
}

#[derive(StructuralEq)]
enum Expr {
    Use(Arc<Var>),
    Add(Arc<Expr>, Arc<Expr>),
    Lambda(#[seq(def)] Arc<Var>, Arc<Expr>),
}

fn var() -> Arc<Var> {
    Arc::new(Var { ty: 0 })
}

fn used(var: &Arc<Var>) -> Arc<Expr> {
    Arc::new(Expr::Use(var.clone()))
}

fn double(var: &Arc<Var>) -> Arc<Expr> {
    Arc::new(Expr::Add(used(var), used(var)))
}

fn lambda(body: fn(&Arc<Var>) -> Arc<Expr>) -> Arc<Expr> {
    let x = var();
    Arc::new(Expr::Lambda(x.clone(), body(&x)))
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
fn it_removes_common_subexpressions() {
    let (x, y) = (var(), var());
    let mut canonical: HashMap<StructuralKey<Arc<Expr>>, usize> = HashMap::new();
    let numbers: Vec<usize> = [double(&x), double(&y), double(&x), used(&x), double(&y)]
        .into_iter()
        .map(|expr| {
            let next = canonical.len();
            *canonical.entry(StructuralKey::new(expr)).or_insert(next)
        })
        .collect();
    assert_eq!(numbers, [0, 1, 0, 2, 1]);
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

#[test]
fn equal_keys_have_equal_hashes_under_any_hasher() {
    let hasher = RandomState::new();
    let hash = |expr| hasher.hash_one(StructuralKey::new(expr));
    assert_eq!(hash(lambda(used)), hash(lambda(used)));
    assert_ne!(hash(lambda(used)), hash(lambda(double)));
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
fn it_holds_owned_shared_and_borrowed_values() {
    assert!(StructuralKey::new(vec![1, 2]) == StructuralKey::new(vec![1, 2]));
    assert!(StructuralKey::new(Arc::new(1)) == StructuralKey::new(Arc::new(1)));
    let (one, two) = (String::from("a"), String::from("a"));
    assert!(StructuralKey::new(&one) == StructuralKey::new(&two));
}
