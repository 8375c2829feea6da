//! Pointers, containers and leaves of one's own, through the public traits.

use std::{collections::HashMap, fmt, rc::Rc, sync::Arc};

use sexpr_core::{
    ByIdentity, Field, StructuralEq,
    containers::{Encoder, KeyValue, Leaf, MapKey, OwningPointer, Sequence, SharedPointer},
    reflect::Shape,
};
use sexpr_test_support::{
    check::{assert_reason, differ, differ_at, differ_at_paths, equal},
    container,
};

use super::open_keys::Pairs;
use crate::nodes::{Dag, Var};

/// A shared pointer into an arena that never gives anything back.
struct Interned<T: 'static>(&'static T);

impl<T> Clone for Interned<T> {
    fn clone(&self) -> Self {
        Interned(self.0)
    }
}

fn intern<T>(value: T) -> Interned<T> {
    Interned(Box::leak(Box::new(value)))
}

impl<T: StructuralEq> SharedPointer for Interned<T> {
    type Target = T;
    fn target(&self) -> &T {
        self.0
    }
}

container!([T: StructuralEq] Interned<T>, Shape::Pointer(|| T::INFO), T::Reach, shared);

#[test]
fn a_shared_pointer_gives_its_pointee_an_identity() {
    let (x, y) = (intern(Var { ty: 0 }), intern(Var { ty: 0 }));
    equal(&x, &x.clone());
    differ_at("", &x, &y);
    let (a, b) = (intern(Dag { value: 0 }), intern(Dag { value: 0 }));
    equal(&vec![a.clone(), a.clone()], &vec![b.clone(), b.clone()]);
    differ_at("[1]", &vec![a.clone(), a.clone()], &vec![a, b]);

    #[derive(StructuralEq)]
    struct Frame {
        #[seq(def)]
        local: Interned<Var>,
        values: HashMap<ByIdentity<Interned<Var>>, i64>,
    }
    let frame = |var: Interned<Var>| Frame { local: var.clone(), values: HashMap::from([(ByIdentity(var), 1)]) };
    equal(&frame(x), &frame(y));
}

/// An owning pointer that counts its allocations elsewhere.
struct Owned<T>(Box<T>);

impl<T: Field> OwningPointer for Owned<T> {
    type Target = T;
    fn target(&self) -> &T {
        &self.0
    }
}

container!([T: Field] Owned<T>, Shape::Pointer(|| T::INFO), T::Reach, owning);

#[test]
fn an_owning_pointer_stands_for_its_pointee() {
    #[derive(StructuralEq)]
    enum List {
        Nil,
        Cons(i64, Owned<List>),
    }
    let list = |last| List::Cons(1, Owned(Box::new(List::Cons(last, Owned(Box::new(List::Nil))))));
    equal(&list(2), &list(2));
    differ_at(".Cons.1.Cons.0", &list(2), &list(3));
}

/// A sequence in two pieces.
struct Gap<T> {
    before: Vec<T>,
    after: Vec<T>,
}

impl<T: Field> Sequence for Gap<T> {
    type Item = T;
    fn length(&self) -> usize {
        self.before.len() + self.after.len()
    }
    fn items(&self) -> impl DoubleEndedIterator<Item = &T> {
        self.before.iter().chain(&self.after)
    }
}

container!([T: Field] Gap<T>, Shape::Sequence(|| T::INFO), T::Reach, sequence);

#[test]
fn a_sequence_is_compared_element_by_element() {
    let gap = |items: &[i64], at: usize| Gap {
        before: items[..at].iter().map(|item| Arc::new(*item)).collect(),
        after: items[at..].iter().map(|item| Arc::new(*item)).collect(),
    };
    equal(&gap(&[1, 2, 3], 0), &gap(&[1, 2, 3], 2));
    differ_at("[2]", &gap(&[1, 2, 3], 0), &gap(&[1, 2, 4], 2));
    differ_at_paths("[2]?", "[2]", &gap(&[1, 2], 1), &gap(&[1, 2, 4], 1));
}

#[test]
fn a_map_is_compared_by_key() {
    let pairs = |entries: &[(&'static str, i64)]| Pairs(entries.to_vec());
    equal(&pairs(&[("a", 1), ("b", 2)]), &pairs(&[("b", 2), ("a", 1)]));
    differ_at(r#"["b"]"#, &pairs(&[("a", 1), ("b", 2)]), &pairs(&[("b", 3), ("a", 1)]));
    differ_at_paths(r#"["a"]"#, r#"["a"]?"#, &pairs(&[("a", 1)]), &pairs(&[]));
    let _ = sexpr_core::structural_equal(&pairs(&[("a", 1), ("a", 2)]), &pairs(&[("a", 1), ("a", 1)]));
}

#[derive(StructuralEq)]
struct Ordered {
    #[seq(ordered)]
    pairs: Pairs<&'static str, i64>,
}

#[test]
fn a_map_of_ones_own_can_be_ordered() {
    let ordered = |entries: &[(&'static str, i64)]| Ordered { pairs: Pairs(entries.to_vec()) };
    equal(&ordered(&[("b", 1), ("a", 2)]), &ordered(&[("b", 1), ("a", 2)]));
    differ(&ordered(&[("b", 1), ("a", 2)]), &ordered(&[("a", 2), ("b", 1)]));
}

/// A fraction, equal to others of the same value.
#[derive(Clone, Copy, Hash, PartialEq, Eq, PartialOrd, Ord)]
struct Fraction(u64, u64);

impl Fraction {
    fn reduced(self) -> (u64, u64) {
        let (mut a, mut b) = (self.0, self.1);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        (self.0 / a, self.1 / a)
    }
}

impl Leaf for Fraction {
    fn same(&self, other: &Self) -> bool {
        self.reduced() == other.reduced()
    }
    fn encode<E: Encoder>(&self, into: &mut E) {
        let (numerator, denominator) = self.reduced();
        into.word(numerator);
        into.word(denominator);
    }
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.0, self.1)
    }
}
sexpr_core::leaf!(Fraction);

#[test]
fn a_leaf_is_compared_hashed_and_shown_as_it_says() {
    #[derive(StructuralEq)]
    struct Node {
        value: Rc<Fraction>,
    }
    let node = |a, b| Node { value: Rc::new(Fraction(a, b)) };
    equal(&node(1, 2), &node(2, 4));
    assert_reason(&differ_at(".value", &node(1, 2), &node(1, 3)), &["1/2", "1/3"]);
}

#[test]
fn a_leaf_can_be_a_key() {
    fn key_value<K: KeyValue + MapKey>() {}
    key_value::<Fraction>();
    let map = |a, b| std::collections::BTreeMap::from([(Fraction(a, b), 1)]);
    equal(&map(1, 2), &map(2, 4));
    differ_at_paths("[1/2]", "[1/2]?", &map(1, 2), &map(1, 3));
}
