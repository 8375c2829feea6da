//! A pointer or container of each kind that users make, with what it takes to be compared, rewritten and taken apart.

use std::{fmt, iter, sync::Arc};

use sexpr_core::{
    Field, StructuralEq,
    containers::{Map, MapKey, OwningPointer, Sequence, SharedPointer},
    reflect::Shape,
    rewritable,
    rewrite::{Rewritable, RewritableMap, RewritablePointer, RewritableSequence, RewritableWrapper},
    terms::{Dismantle, Pieces},
};
use sexpr_test_support::container;

/// An `Arc`, and where it is written.
pub(crate) struct Located<T> {
    pub(crate) pointer: Arc<T>,
    pub(crate) line: u32,
}

impl<T> Located<T> {
    pub(crate) fn at(line: u32, pointer: &Arc<T>) -> Self {
        Located { pointer: pointer.clone(), line }
    }
}

impl<T> From<T> for Located<T> {
    fn from(target: T) -> Self {
        Located { pointer: Arc::new(target), line: 0 }
    }
}

impl<T> Clone for Located<T> {
    fn clone(&self) -> Self {
        Located::at(self.line, &self.pointer)
    }
}

impl<T: StructuralEq> SharedPointer for Located<T> {
    type Target = T;
    const DISTINCT: bool = true;
    fn target(&self) -> &T {
        &self.pointer
    }
    fn is_unique(&self) -> bool {
        self.pointer.is_unique()
    }
}

container!([T: StructuralEq] Located<T>, Shape::Pointer(|| T::INFO), T::Reach, shared);

impl<T: Rewritable> RewritableWrapper for Located<T> {
    type Inner = Arc<T>;
    fn inner(&self) -> &Arc<T> {
        &self.pointer
    }
    fn inner_mut(&mut self) -> &mut Arc<T> {
        &mut self.pointer
    }
    fn with_inner(&self, pointer: Arc<T>) -> Self {
        Located { pointer, line: self.line }
    }
}
rewritable!(wrapper Located<T>, [T: Rewritable]);

impl<T: Dismantle> Dismantle for Located<T> {
    fn dismantle(self, pieces: &mut Pieces) {
        pieces.piece(self.pointer);
    }
}

/// A pointer that counts, and shows nobody the `Arc` that it is made of.
pub(crate) struct Counted<T>(pub(crate) Arc<T>);

impl<T> From<T> for Counted<T> {
    fn from(target: T) -> Self {
        Counted(Arc::new(target))
    }
}

impl<T> Clone for Counted<T> {
    fn clone(&self) -> Self {
        Counted(self.0.clone())
    }
}

impl<T: StructuralEq> SharedPointer for Counted<T> {
    type Target = T;
    const DISTINCT: bool = true;
    fn target(&self) -> &T {
        &self.0
    }
}

container!([T: StructuralEq] Counted<T>, Shape::Pointer(|| T::INFO), T::Reach, shared);

impl<T: Rewritable> RewritablePointer for Counted<T> {
    fn get_mut(&mut self) -> Option<&mut T> {
        Arc::get_mut(&mut self.0)
    }
    fn from_boxed(target: Box<T>) -> Self {
        Counted(Arc::from(target))
    }
}
rewritable!(shared Counted<T>, [T: Rewritable]);

impl<T: Dismantle> Dismantle for Counted<T> {
    fn dismantle(self, pieces: &mut Pieces) {
        if let Some(target) = Arc::into_inner(self.0) {
            pieces.piece(target);
        }
    }
}

/// A box.
pub(crate) struct Owner<T>(pub(crate) Box<T>);

impl<T> From<T> for Owner<T> {
    fn from(target: T) -> Self {
        Owner(Box::new(target))
    }
}

impl<T: Field> OwningPointer for Owner<T> {
    type Target = T;
    fn target(&self) -> &T {
        &self.0
    }
}

container!([T: Field] Owner<T>, Shape::Pointer(|| T::INFO), T::Reach, owning);

impl<T: Rewritable + Field> RewritableWrapper for Owner<T> {
    type Inner = T;
    fn inner(&self) -> &T {
        &self.0
    }
    fn inner_mut(&mut self) -> &mut T {
        &mut self.0
    }
    fn with_inner(&self, inner: T) -> Self {
        Owner(Box::new(inner))
    }
}
rewritable!(wrapper Owner<T>, [T: Rewritable + Field]);

impl<T: Dismantle> Dismantle for Owner<T> {
    fn dismantle(self, pieces: &mut Pieces) {
        pieces.piece(self.0);
    }
}

/// A sequence that is never empty.
pub(crate) struct NonEmpty<T> {
    pub(crate) first: T,
    pub(crate) rest: Vec<T>,
}

impl<T> From<Vec<T>> for NonEmpty<T> {
    fn from(mut items: Vec<T>) -> Self {
        NonEmpty { first: items.remove(0), rest: items }
    }
}

impl<T: Field> Sequence for NonEmpty<T> {
    type Item = T;
    fn length(&self) -> usize {
        1 + self.rest.len()
    }
    fn items(&self) -> impl DoubleEndedIterator<Item = &T> {
        iter::once(&self.first).chain(&self.rest)
    }
}

container!([T: Field] NonEmpty<T>, Shape::Sequence(|| T::INFO), T::Reach, sequence);

impl<T: Rewritable + Field> RewritableSequence for NonEmpty<T> {
    fn items_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut T> {
        iter::once(&mut self.first).chain(&mut self.rest)
    }
    fn copied(&self, mut item: impl FnMut(&T) -> T) -> Self {
        NonEmpty { first: item(&self.first), rest: self.rest.iter().map(item).collect() }
    }
}
rewritable!(sequence NonEmpty<T>, [T: Rewritable + Field]);

impl<T: Dismantle> Dismantle for NonEmpty<T> {
    fn dismantle(self, pieces: &mut Pieces) {
        pieces.piece((self.first, self.rest));
    }
}

/// A map in the order of insertion.
pub(crate) struct VecMap<K, V>(pub(crate) Vec<(K, V)>);

impl<K, V> From<Vec<(K, V)>> for VecMap<K, V> {
    fn from(entries: Vec<(K, V)>) -> Self {
        VecMap(entries)
    }
}

impl<K: MapKey, V: Field> Map for VecMap<K, V> {
    type Key = K;
    type Value = V;
    fn length(&self) -> usize {
        self.0.len()
    }
    fn entries(&self) -> impl Iterator<Item = (&K, &V)> {
        self.0.iter().map(|(key, value)| (key, value))
    }
}

container!([K: MapKey, V: Field] VecMap<K, V>, Shape::Map(|| K::INFO, || V::INFO), (K::Reach, V::Reach), map);

impl<K: MapKey + Rewritable + PartialEq, V: Rewritable + Field> RewritableMap for VecMap<K, V> {
    fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.0.iter_mut().map(|(_, value)| value)
    }
    fn into_entries(self) -> impl Iterator<Item = (K, V)> {
        self.0.into_iter()
    }
    fn empty_like(&self) -> Self {
        VecMap(Vec::with_capacity(self.0.len()))
    }
    fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.0.iter_mut().find(|(known, _)| *known == key) {
            Some((_, known)) => Some(std::mem::replace(known, value)),
            None => {
                self.0.push((key, value));
                None
            }
        }
    }
}
rewritable!(map VecMap<K, V>, [K: MapKey + Rewritable + PartialEq, V: Rewritable + Field]);

impl<K: Dismantle, V: Dismantle> Dismantle for VecMap<K, V> {
    fn dismantle(self, pieces: &mut Pieces) {
        pieces.piece(self.0);
    }
}

/// A set in the order of insertion.
pub(crate) struct VecSet<K>(pub(crate) Vec<K>);

impl<K> From<Vec<K>> for VecSet<K> {
    fn from(members: Vec<K>) -> Self {
        VecSet(members)
    }
}

impl<K: MapKey> Map for VecSet<K> {
    type Key = K;
    type Value = ();
    fn length(&self) -> usize {
        self.0.len()
    }
    fn entries(&self) -> impl Iterator<Item = (&K, &())> {
        self.0.iter().map(|key| (key, &()))
    }
}

container!([K: MapKey] VecSet<K>, Shape::Set(|| K::INFO), K::Reach, map);

impl<K: MapKey + Rewritable + PartialEq> RewritableMap for VecSet<K> {
    fn values_mut(&mut self) -> impl Iterator<Item = &mut ()> {
        iter::empty()
    }
    fn into_entries(self) -> impl Iterator<Item = (K, ())> {
        self.0.into_iter().map(|key| (key, ()))
    }
    fn empty_like(&self) -> Self {
        VecSet(Vec::with_capacity(self.0.len()))
    }
    fn insert(&mut self, key: K, (): ()) -> Option<()> {
        let is_known = self.0.contains(&key);
        if !is_known {
            self.0.push(key);
        }
        is_known.then_some(())
    }
}
rewritable!(map VecSet<K>, [K: MapKey + Rewritable + PartialEq]);

impl<K: Dismantle> Dismantle for VecSet<K> {
    fn dismantle(self, pieces: &mut Pieces) {
        pieces.piece(self.0);
    }
}

/// Each is shown as the type of the standard library that it is like.
macro_rules! shown {
    ($([$($generics:tt)*] $ty:ty: |$value:ident, $f:ident| $show:expr;)*) => {$(
        impl<$($generics)*> fmt::Debug for $ty {
            fn fmt(&self, $f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let $value = self;
                $show
            }
        }
    )*};
}

shown! {
    [T: fmt::Debug] Located<T>: |located, f| located.pointer.fmt(f);
    [T: fmt::Debug] Counted<T>: |counted, f| counted.0.fmt(f);
    [T: fmt::Debug] Owner<T>: |owner, f| owner.0.fmt(f);
    [T: fmt::Debug] NonEmpty<T>: |items, f| f.debug_list().entry(&items.first).entries(&items.rest).finish();
    [K: fmt::Debug, V: fmt::Debug] VecMap<K, V>: |map, f| f.debug_map().entries(map.0.iter().map(|(k, v)| (k, v))).finish();
    [K: fmt::Debug] VecSet<K>: |set, f| f.debug_set().entries(&set.0).finish();
}
