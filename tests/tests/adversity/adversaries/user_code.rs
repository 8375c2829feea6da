//! A type for each place at which the library calls user code.

use std::{
    fmt,
    hash::{Hash, Hasher},
    sync::Arc,
};

use sexpr_core::{
    ByIdentity, Field, StructuralEq, StructuralKey,
    containers::{Encoder, Leaf, Map, OwningPointer, Sequence, SharedPointer, StableBytes},
    custom::{CustomStructural, EqualParts, HashParts, Region, VirtualFields, Visitor},
    reflect::{Def, Shape, TypeInfo},
};
use sexpr_test_support::hashes::Words;

use super::calls::{called, honest_or_below, honest_or_not};

/// A foreign value, which has an `Eq` and a `Hash` of its own. All are hashed alike.
#[derive(Clone)]
pub(crate) struct Foreign(pub(crate) u64);

impl PartialEq for Foreign {
    fn eq(&self, other: &Self) -> bool {
        called();
        honest_or_not(self.0 == other.0)
    }
}

impl Eq for Foreign {}

impl Hash for Foreign {
    fn hash<H: Hasher>(&self, state: &mut H) {
        called();
        state.write_u64(honest_or_below(0, 3) as u64);
    }
}

impl fmt::Debug for Foreign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        called();
        write!(f, "{}", self.0)
    }
}

/// A foreign value with stable bytes.
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Stable(pub(crate) u64);

impl StableBytes for Stable {
    fn stable_bytes(&self, into: &mut dyn Encoder) {
        called();
        into.word(honest_or_below(self.0 as usize, 3) as u64);
    }
}

/// A leaf, which may be a name, a key, and part of a list; taking it down is user code, too.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Word(pub(crate) u64);

impl Leaf for Word {
    fn same(&self, other: &Self) -> bool {
        called();
        honest_or_not(self.0 == other.0)
    }
    fn encode<E: Encoder>(&self, into: &mut E) {
        called();
        for _ in 0..honest_or_below(1, 3) {
            into.word(honest_or_below(self.0 as usize, 3) as u64);
        }
    }
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        called();
        write!(f, "{}", self.0)
    }
}
sexpr_core::leaf!(Word);

impl Drop for Word {
    fn drop(&mut self) {
        called();
    }
}

/// A shared pointer to one of some values.
pub(crate) struct Pointer<T>(pub(crate) Vec<Arc<T>>);

impl<T> Clone for Pointer<T> {
    fn clone(&self) -> Self {
        Pointer(self.0.clone())
    }
}

impl<T> Pointer<T> {
    pub(crate) fn new(value: T) -> Self {
        Pointer(vec![Arc::new(value)])
    }

    /// To the first; or, where user code lies, to any.
    pub(crate) fn to_any(pointers: &[Pointer<T>]) -> Self {
        Pointer(pointers.iter().flat_map(|pointer| pointer.0.iter().cloned()).collect())
    }
}

impl<T: StructuralEq> SharedPointer for Pointer<T> {
    type Target = T;
    fn target(&self) -> &T {
        called();
        &self.0[honest_or_below(0, self.0.len())]
    }
    fn is_unique(&self) -> bool {
        called();
        honest_or_below(0, 3) == 2
    }
}

impl<T: StructuralEq> StructuralEq for Pointer<T> {
    const INFO: &'static TypeInfo = &TypeInfo::container("Pointer", Shape::Pointer(|| T::INFO));
    type Reach = T::Reach;
    fn content<'a, V: Visitor<'a>>(left: &'a Self, right: &'a Self, at: Region, visitor: &mut V) -> bool {
        visitor.shared(left, right, at)
    }
}
impl<T: StructuralEq> Field for Pointer<T> {}

/// A pointer that owns one of two values.
pub(crate) struct Owner<T>(pub(crate) Box<[T; 2]>);

impl<T: Field> OwningPointer for Owner<T> {
    type Target = T;
    fn target(&self) -> &T {
        called();
        &self.0[honest_or_below(0, 2)]
    }
}

impl<T: Field> StructuralEq for Owner<T> {
    const INFO: &'static TypeInfo = &TypeInfo::container("Owner", Shape::Pointer(|| T::INFO));
    type Reach = T::Reach;
    fn content<'a, V: Visitor<'a>>(left: &'a Self, right: &'a Self, at: Region, visitor: &mut V) -> bool {
        visitor.owning(left, right, at)
    }
}
impl<T: Field> Field for Owner<T> {}

/// A sequence.
pub(crate) struct List<T>(pub(crate) Vec<T>);

impl<T> List<T> {
    fn some(&self) -> &[T] {
        called();
        &self.0[..honest_or_below(self.0.len(), self.0.len())]
    }
}

impl<T: Field> Sequence for List<T> {
    type Item = T;
    fn length(&self) -> usize {
        called();
        honest_or_below(self.0.len(), 4)
    }
    fn items(&self) -> impl DoubleEndedIterator<Item = &T> {
        self.some().iter().inspect(|_| called())
    }
    fn as_slice(&self) -> Option<&[T]> {
        honest_or_not(false).then(|| self.some())
    }
}

impl<T: Field> StructuralEq for List<T> {
    const INFO: &'static TypeInfo = &TypeInfo::container("List", Shape::Sequence(|| T::INFO));
    type Reach = T::Reach;
    fn content<'a, V: Visitor<'a>>(left: &'a Self, right: &'a Self, at: Region, visitor: &mut V) -> bool {
        visitor.sequence(left, right, at)
    }
}
impl<T: Field> Field for List<T> {}

/// A map.
pub(crate) struct Pairs<K, V>(pub(crate) Vec<(K, V)>);

impl<K: sexpr_core::containers::MapKey, V: Field> Map for Pairs<K, V> {
    type Key = K;
    type Value = V;
    fn length(&self) -> usize {
        called();
        honest_or_below(self.0.len(), 4)
    }
    fn entries(&self) -> impl Iterator<Item = (&K, &V)> {
        called();
        let length = self.0.len();
        self.0[..honest_or_below(length, length)].iter().map(|(key, value)| {
            called();
            (key, value)
        })
    }
}

impl<K: sexpr_core::containers::MapKey, V: Field> StructuralEq for Pairs<K, V> {
    const INFO: &'static TypeInfo = &TypeInfo::container("Pairs", Shape::Map(|| K::INFO, || V::INFO));
    type Reach = V::Reach;
    fn content<'a, Vis: Visitor<'a>>(left: &'a Self, right: &'a Self, at: Region, visitor: &mut Vis) -> bool {
        visitor.map(left, right, at)
    }
}
impl<K: sexpr_core::containers::MapKey, V: Field> Field for Pairs<K, V> {}

/// A node whose parts a function lists.
#[derive(StructuralEq)]
#[seq(with = list)]
pub(crate) struct Listed(pub(crate) Vec<Node>, pub(crate) Word);

fn list<'a>(node: &'a Listed, fields: &mut VirtualFields<'a>) {
    called();
    for _ in 0..honest_or_below(1, 3) {
        fields.leaf("word", node.1.clone());
        called();
        fields.field("nodes", if honest_or_not(false) { Def::Pattern } else { Def::Inherit }, &node.0);
    }
}

/// A node that says itself whether it is equal.
#[derive(StructuralEq)]
#[seq(custom)]
pub(crate) struct Custom(pub(crate) Vec<Node>, pub(crate) Word);

impl CustomStructural for Custom {
    fn s_equal<'a>(&'a self, other: &'a Self, parts: &mut EqualParts<'a>) -> bool {
        called();
        for _ in 0..honest_or_below(1, 3) {
            parts.field("nodes", Def::Inherit, &self.0, &other.0);
        }
        parts.leaf("word", self.1.clone(), other.1.clone());
        called();
        honest_or_not(true)
    }
    fn s_hash<'a>(&'a self, parts: &mut HashParts<'a>) {
        called();
        for _ in 0..honest_or_below(1, 3) {
            parts.field("nodes", Def::Inherit, &self.0);
        }
        parts.leaf("word", self.1.clone());
        called();
    }
}

/// A closed term. All have one hash.
#[derive(StructuralEq)]
pub(crate) struct Closed(pub(crate) Words, #[seq(opaque)] pub(crate) Foreign);

/// Nodes of all kinds, and one for each of the types above.
#[derive(StructuralEq)]
pub(crate) enum Node {
    Word(Word),
    Tree(List<Pointer<Node>>),
    Owner(Owner<Vec<Node>>),
    Opaque(#[seq(opaque)] Foreign),
    Stable(#[seq(opaque)] Stable),
    Listed(Box<Listed>),
    Custom(Box<Custom>),
    Uses(#[seq(var)] Vec<Word>),
    Keys(Pairs<Word, Vec<Node>>),
    Terms(Pairs<StructuralKey<Closed>, Vec<Node>>),
    Variables(Pairs<ByIdentity<Pointer<Var>>, Vec<Node>>),
    Use(Pointer<Var>),
    Dag(Pointer<Dag>),
    Keyed(Keyed),
    Bind {
        #[seq(def)]
        param: Pointer<Var>,
        #[seq(var, def)]
        name: Word,
        body: Vec<Node>,
    },
    #[seq(scope)]
    Scope {
        #[seq(def)]
        param: Pointer<Var>,
        #[seq(var, def)]
        name: Word,
        body: Vec<Node>,
    },
}

/// A variable known by its address.
#[derive(StructuralEq)]
#[seq(kind = "var")]
pub(crate) struct Var(pub(crate) Word, pub(crate) Vec<Node>);

/// A node whose sharing counts.
#[derive(StructuralEq)]
#[seq(kind = "dag")]
pub(crate) struct Dag(pub(crate) Word, pub(crate) Vec<Node>);

/// A variable known by a key.
#[derive(StructuralEq)]
#[seq(kind = "var")]
pub(crate) struct Keyed(#[seq(key)] pub(crate) Word, pub(crate) Vec<Pointer<Node>>);
