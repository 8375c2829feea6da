//! Deep terms that are copied because something beside them changes and they are shared.

#![allow(clippy::arc_with_non_send_sync, reason = "the tests are about pointers, not about threads")]

use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashMap, HashSet, LinkedList, VecDeque},
    num::Wrapping,
    sync::Arc,
};

use indexmap::{IndexMap, IndexSet};
use sexpr_core::{
    Field, StructuralEq, StructuralKey,
    rewrite::{Rewritable, Rewrite},
    structural_equal,
    terms::{Dismantle, drop_iteratively},
};
use sexpr_test_support::stack::with_stack;
use smallvec::{SmallVec, smallvec};

type Next = Box<Term>;

/// Holds itself in all ways in which a term can own another.
#[derive(StructuralEq)]
#[seq(rewrite, dismantle)]
enum Term {
    Leaf,
    Boxed(Next),
    Optional(Option<Next>),
    Fallible(Result<Next, u32>),
    Pair((Next, u32)),
    Array([Next; 1]),
    Wrapped(Wrapping<Next>),
    Reversed(Reverse<Next>),
    Vector(Vec<Term>),
    Slice(Box<[Term]>),
    Deque(VecDeque<Term>),
    Linked(LinkedList<Term>),
    Small(SmallVec<[Next; 2]>),
    Ordered(BTreeMap<u32, Term>),
    Hashed(HashMap<u32, Term>),
    Indexed(IndexMap<u32, Term>),
    Key(StructuralKey<Next>),
    HashedByKey(HashMap<StructuralKey<Next>, u32>),
    SetOfKeys(HashSet<StructuralKey<Term2>>),
    IndexedByKey(IndexMap<StructuralKey<Next>, u32>),
    IndexedKeys(IndexSet<StructuralKey<Next>>),
}

/// Another type on the way.
#[derive(StructuralEq)]
#[seq(rewrite, dismantle)]
struct Term2(Next);

const WRAPPERS: [fn(Next) -> Term; 20] = [
    |next| Term::Boxed(next),
    |next| Term::Optional(Some(next)),
    |next| Term::Fallible(Ok(next)),
    |next| Term::Pair((next, 1)),
    |next| Term::Array([next]),
    |next| Term::Wrapped(Wrapping(next)),
    |next| Term::Reversed(Reverse(next)),
    |next| Term::Vector(vec![*next, Term::Leaf]),
    |next| Term::Slice(Box::new([*next])),
    |next| Term::Deque(VecDeque::from([*next])),
    |next| Term::Linked(LinkedList::from([*next])),
    |next| Term::Small(smallvec![next]),
    |next| Term::Ordered(BTreeMap::from([(1, *next)])),
    |next| Term::Hashed(HashMap::from([(1, *next)])),
    |next| Term::Indexed(IndexMap::from([(1, *next)])),
    |next| Term::Key(StructuralKey::new(next)),
    |next| Term::HashedByKey(HashMap::from([(StructuralKey::new(next), 1)])),
    |next| Term::SetOfKeys(HashSet::from([StructuralKey::new(Term2(next))])),
    |next| Term::IndexedByKey(IndexMap::from([(StructuralKey::new(next), 1)])),
    |next| Term::IndexedKeys(IndexSet::from([StructuralKey::new(next)])),
];

/// A value, and a copy of it, each beside a number.
fn copied<T: Rewritable + Field>(value: T) -> [Arc<(T, i64)>; 2] {
    let shared = Arc::new((value, 1));
    let copy = Rewrite::new().after(|number: &i64, _| Some(number + 1)).run(shared.clone());
    assert_eq!((shared.1, copy.1), (1, 2));
    [shared, copy]
}

#[test]
fn each_container_that_nests_deeply_is_copied_on_a_small_stack() {
    const DEPTH: usize = if cfg!(miri) { 50 } else { 10_000 };
    for wrap in WRAPPERS {
        with_stack(256, move || {
            let term = (0..DEPTH).fold(Term::Leaf, |term, _| wrap(Box::new(term)));
            let [term, copy] = copied(term);
            assert!(structural_equal(&copy.0, &term.0));
            drop_iteratively((term, copy));
        });
    }
}

#[test]
fn containers_that_alternate_are_copied_on_a_small_stack() {
    const DEPTH: usize = if cfg!(miri) { 100 } else { 100_000 };
    with_stack(256, || {
        let term = (0..DEPTH).fold(Term::Leaf, |term, level| WRAPPERS[level % WRAPPERS.len()](Box::new(term)));
        let [term, copy] = copied(term);
        assert!(structural_equal(&copy.0, &term.0));
        drop_iteratively((term, copy));
    });
}

/// Neither is a node, and each holds deep ones.
#[test]
fn values_that_are_no_nodes_are_copied_on_a_small_stack() {
    const DEPTH: usize = if cfg!(miri) { 100 } else { 100_000 };
    fn is_copied<T: Rewritable + Field + Dismantle>(of: impl Fn(Term) -> T + Send + 'static) {
        with_stack(256, move || {
            let value = of((0..DEPTH).fold(Term::Leaf, |term, _| Term::Boxed(Box::new(term))));
            let [value, copy] = copied(value);
            assert!(structural_equal(&copy.0, &value.0));
            drop_iteratively((value, copy));
        });
    }
    is_copied(|term| vec![Term::Leaf, term]);
    is_copied(Box::new);
    is_copied(Some);
    is_copied(|term| (term, 1));
    is_copied(|term| BTreeMap::from([(1, [term])]));
}

#[test]
fn copies_of_keys_have_the_same_options_and_hash() {
    let options = sexpr_core::Options::new().map_free_vars(true);
    let key = || StructuralKey::with_options(Box::new(Term::Boxed(Box::new(Term::Leaf))), options);
    let term = Term::HashedByKey(HashMap::from([(key(), 1)]));
    let [_, copy] = copied(term);
    let Term::HashedByKey(map) = &copy.0 else { panic!("another variant") };
    assert_eq!(map.get(&key()), Some(&1));
}
