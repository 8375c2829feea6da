//! Structural keys of a type that only its table tells to be open: they match nothing.
//!
//! Elsewhere such maps are refused when they are compiled: see `ui/map_key_open_by_any_name.rs`.

use std::collections::HashMap;

use sexpr_core::{
    Field, Mismatch, StructuralEq, StructuralKey,
    containers::{Map, MapKey},
    first_structural_mismatch,
    reflect::Shape,
    report::Obstacle,
    structural_equal, structural_fingerprint,
    terms::{Subterm, Subterms},
};
use sexpr_test_support::{
    check::{assert_paths, assert_reason, differ, equal},
    container,
};

/// What `T` is, the compiler knows; what a `List<T>` reaches, its table.
#[derive(StructuralEq)]
struct List<T> {
    first: T,
    rest: Option<Box<List<T>>>,
}

#[derive(StructuralEq)]
struct Name(#[seq(var)] &'static str);

type Key<T> = StructuralKey<List<T>>;

fn key<T: StructuralEq + Field>(first: T) -> Key<T> {
    StructuralKey::new(List { first, rest: None })
}

/// A map of one's own, which hides from the compiler what its keys can reach.
pub(super) struct Pairs<K, V>(pub(super) Vec<(K, V)>);

impl<K: MapKey, V: Field> Map for Pairs<K, V> {
    type Key = K;
    type Value = V;
    fn length(&self) -> usize {
        self.0.len()
    }
    fn entries(&self) -> impl Iterator<Item = (&K, &V)> {
        self.0.iter().map(|(key, value)| (key, value))
    }
}

container!([K: MapKey, V: Field] Pairs<K, V>, Shape::Map(|| K::INFO, || V::INFO), V::Reach, map);

/// `λparam. {key: 1}`
#[derive(StructuralEq)]
#[seq(scope)]
struct Lambda<T: Field> {
    #[seq(var, def)]
    param: &'static str,
    body: Pairs<Key<T>, u32>,
}

fn lambda<T: StructuralEq + Field>(param: &'static str, of: T) -> Lambda<T> {
    Lambda { param, body: Pairs(vec![(key(of), 1)]) }
}

/// Asserts that the values differ. (Their hashes, which do not see what is around a key, need not.)
#[track_caller]
fn unmatched<T: StructuralEq>(left: &T, right: &T) -> Mismatch {
    assert!(!structural_equal(left, right) && !structural_equal(right, left));
    first_structural_mismatch(left, right).expect("they differ")
}

#[test]
fn a_free_variable_in_a_key_is_not_taken_for_a_bound_one() {
    // `x` is bound on the left, and free on the right.
    let mismatch = unmatched(&lambda("x", Name("x")), &lambda("y", Name("x")));
    assert_paths(".body[List]", ".body[List]?", &mismatch);
    assert_reason(&mismatch, &["can reach a variable or a dag node"]);
}

#[test]
fn terms_of_a_closed_type_are_keys_as_ever() {
    equal(&lambda("x", 1), &lambda("y", 1));
    differ(&lambda("x", 1), &lambda("y", 2));
    let map = |n: u32| HashMap::from([(key(vec![Some(n)]), n), (key(vec![]), n)]);
    equal(&map(1), &map(1));
    differ(&map(1), &map(2));
}

/// A container of one's own tells what it is made of by its table alone.
#[test]
fn terms_with_containers_of_ones_own_are_keys() {
    let map = |n: u32| HashMap::from([(key(Pairs(vec![(n, n)])), n)]);
    equal(&map(1), &map(1));
    differ(&map(1), &map(2));
    let open = || HashMap::from([(key(Pairs(vec![(1, Name("x"))])), 1)]);
    unmatched(&open(), &open());
}

#[test]
fn they_are_an_obstacle_to_fingerprints() {
    let error = structural_fingerprint(&lambda("x", Name("x"))).unwrap_err();
    assert_eq!((error.path().to_string().as_str(), *error.obstacle()), (".body[List]", Obstacle::OpenKey));
    assert!(structural_fingerprint(&lambda("x", 1)).is_ok());
}

/// The body of a lambda.
#[derive(StructuralEq)]
struct Body<T: Field> {
    entries: Pairs<Key<T>, u32>,
}

#[test]
fn terms_that_have_them_are_no_common_subexpressions() {
    fn classes<T: StructuralEq + Field>(of: impl Fn() -> T) -> usize {
        let body = || Body { entries: Pairs(vec![(key(of()), 1)]) };
        Subterms::new().common(&[body(), body()]).iter().filter(|class| class.iter().all(is_body)).count()
    }
    fn is_body(member: &Subterm<'_>) -> bool {
        member.path().steps().len() == 1
    }
    assert_eq!(classes(|| Name("x")), 0);
    assert_eq!(classes(|| 1), 1);
}
