//! Containers of the standard library: sequences, maps and sets; and arenas, which are sequences indexed by ids.

use alloc::{
    boxed::Box,
    collections::{BTreeMap, BTreeSet, LinkedList, VecDeque},
    rc::Rc,
    sync::Arc,
    vec::Vec,
};
use core::{fmt, num::NonZero};
#[cfg(feature = "std")]
use std::collections::{HashMap, HashSet};

use super::*;
use crate::{
    describe::{
        arena::{Arena, Id},
        custom::VirtualFields,
        mirror::{As, containers::IdTo},
    },
    id,
};

/// Implements [`Sequence`], with `as_slice` for elements that lie side by side in memory.
macro_rules! elements {
    ([$($generics:tt)*] $ty:ty, $item:ty $(, $as_slice:ident)?) => {
        impl<$($generics)*> Sequence for $ty {
            type Item = $item;

            #[inline(always)]
            fn length(&self) -> usize {
                self.len()
            }
            #[inline(always)]
            fn items(&self) -> impl DoubleEndedIterator<Item = &$item> {
                self.iter()
            }
            $(
                #[inline(always)]
                fn $as_slice(&self) -> Option<&[$item]> {
                    Some(self)
                }
            )?
        }
    };
}

/// A sequence that is collected from its elements.
///
/// The arguments in brackets are generics: those before the bound of the elements, those after the bound, and those
/// after the bound in implementations for owned values.
macro_rules! sequence {
    (
        [$($before:tt)*] [$($after:tt)*] [$($after_owned:tt)*] $ty:ty, $item:ty, $name:literal
        $(, $as_slice:ident)? $(, elsewhere: $elsewhere:expr)?
    ) => {
        elements!([$($before)* Field $($after)*] $ty, $item $(, $as_slice)?);
        impl<$($before)* Field $($after)*> StructuralEq for $ty {
            const INFO: &'static TypeInfo = &TypeInfo::known_container($name, Shape::Sequence(<$item as Field>::TABLE));
            as_part!($item as StructuralEq: CLOSED OPEN REFERS_TO_NOTHING);

            content!(Self, |left, right, at, visitor| visitor.sequence(left, right, at));
        }
        impl<$($before)* Field $($after)*> Field for $ty {
            held_as_content!();

            $(
                #[inline(always)]
                fn elsewhere(sequence: &Self) -> Option<*const u8> {
                    let elsewhere: fn(&Self) -> Option<*const u8> = $elsewhere;
                    elsewhere(sequence)
                }
            )?
        }
        names!(names_in_order: [$($before)* NameField $($after)*] $ty => <$item as NameField>::NamesReach);

        impl<$($before)* Rewritable + Field $($after_owned)*> RewritableSequence for $ty {
            fn items_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut $item> {
                self.iter_mut()
            }
            fn copied(&self, item: impl FnMut(&$item) -> $item) -> Self {
                self.iter().map(item).collect()
            }
        }
        impl<$($before)* Rewritable + Field $($after_owned)*> Rewritable for $ty {
            #[inline(always)]
            fn visit<'a>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>) {
                parts.enter_owned(part, at, |part, parts| parts.items(part, at));
            }
            fn rebuild(&self, edits: &mut Edits) -> Self {
                copied_sequence(self, edits)
            }
        }
        impl<$($before)* RewritableNames $($after_owned)*> RewritableNames for $ty
        where
            $ty: NameField + Rewritable,
        {
            fn visit_names<'a, N: Namespace>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>) {
                parts.names_in_items::<Self, N>(part, at);
            }
        }
        dismantle_items!([$($before)* Dismantle $($after_owned)*] $ty, $item);
    };
}

sequence!([T:] [] [] Vec<T>, T, "Vec", as_slice, elsewhere: |vec| Some(vec.as_ptr().cast()));
sequence!([T:] [] [] VecDeque<T>, T, "VecDeque");
sequence!([T:] [] [] LinkedList<T>, T, "LinkedList");

elements!([T: Field] [T], T, as_slice);
elements!([T: Field] Box<[T]>, T, as_slice);
elements!([T: Field, const N: usize] [T; N], T, as_slice);

impl<T: Field> StructuralEq for [T] {
    const INFO: &'static TypeInfo = &TypeInfo::known_container("slice", Shape::Sequence(T::TABLE));
    as_part!(T as StructuralEq: FLAT CLOSED OPEN REFERS_TO_NOTHING);

    #[inline(always)]
    fn extent(slice: &Self) -> usize {
        slice.len()
    }

    content!(Self, |left, right, at, visitor| visitor.sequence(left, right, at));
}
impl<T: Field> Field for [T] {
    held_as_content!();
}
names!(names_in_order: [T: NameField] [T] => T::NamesReach);

/// The pointee of `Arc<[T]>`.
impl<T: Rewritable + Field> Pointee for [T] {
    fn visit<'a>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>) {
        parts.slice(part, at);
    }
    fn enter_variable<'a>(_: Part<'a, Self>, _: bool, _: &mut Parts<'a, '_, '_>) {}
    fn rebuild_boxed(&self, edits: &mut Edits) -> Box<Self> {
        self.iter().map(|item| edits.part(item)).collect()
    }
    fn copied(&self) -> Option<Box<dyn Any>> {
        None
    }
    fn copy_of(_: &dyn Any) -> Option<Box<Self>> {
        None
    }
}

/// The rewriting of an owned slice.
macro_rules! rewritable_slice {
    ([$($generics:tt)*] $ty:ty, |$slice:ident, $edits:ident| $rebuilt:expr) => {
        impl<T: Rewritable + Field, $($generics)*> Rewritable for $ty {
            fn visit<'a>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>) {
                parts.enter_owned(part, at, |part, parts| {
                    parts.slice(part.project(|items| &mut items[..], |items| &items[..]), at);
                });
            }
            fn rebuild(&self, $edits: &mut Edits) -> Self {
                let $slice = self;
                $rebuilt
            }
        }
        impl<T: RewritableNames, $($generics)*> RewritableNames for $ty
        where
            $ty: NameField + Rewritable,
        {
            fn visit_names<'a, Names: Namespace>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>) {
                parts.names_in_slice::<T, Names>(part.project(|items| &mut items[..], |items| &items[..]), at);
            }
        }
        dismantle_items!([T: Dismantle, $($generics)*] $ty, T);
    };
}

rewritable_slice!([] Box<[T]>, |slice, edits| slice.iter().map(|item| edits.part(item)).collect());
rewritable_slice!([const N: usize] [T; N], |array, edits| core::array::from_fn(|index| edits.part(&array[index])));

impl<T: Field, const N: usize> StructuralEq for [T; N] {
    const INFO: &'static TypeInfo = &TypeInfo::known_container("array", Shape::Sequence(T::TABLE))
        .with_texts(&[Text::Constant(|f| fmt::Debug::fmt(&N, f))]);
    as_part!(T as StructuralEq: FLAT CLOSED OPEN REFERS_TO_NOTHING);

    content!(Self, |left, right, at, visitor| visitor.sequence(left.as_slice(), right.as_slice(), at));
}
impl<T: Field, const N: usize> Field for [T; N] {
    held_as_content!();
}
key_made_of_keys!([T: KeyValue, const N: usize] [T; N]);
names!(names_in_order: [T: NameField, const LENGTH: usize] [T; LENGTH] => T::NamesReach);

/// The items that maps and sets have in common, with the parameters besides keys and values.
macro_rules! keyed {
    ([$($generics:tt)*] $ty:ty, $value:ty, $name:expr, $shape:expr) => {
        impl<$($generics)*> StructuralEq for $ty {
            const INFO: &'static TypeInfo = &TypeInfo::known_container($name, $shape);
            const OPEN: bool = K::OPEN || <$value>::OPEN;
            const REFERS_TO_NOTHING: bool = K::REFERS_TO_NOTHING || <$value>::REFERS_TO_NOTHING;
            type Reach = MapReach<K, $value>;

            content!(Self, |left, right, at, visitor| visitor.map(left, right, at));
        }
        impl<$($generics)*> Field for $ty {
            held_as_content!();
        }
    };
}

/// The rewriting of maps and sets.
macro_rules! rewritable_keyed {
    ([$($generics:tt)*] $ty:ty, $value:ty, where $($bounds:tt)*) => {
        impl<$($generics)*> Rewritable for $ty
        where
            $($bounds)*
        {
            fn visit<'a>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>) {
                parts.enter_owned(part, at, |part, parts| parts.visit_map(part, at, MapOrder::ByKey));
            }
            fn rebuild(&self, edits: &mut Edits) -> Self {
                copied_map(self, edits)
            }
        }
    };
}

/// A map from `K` to `V`.
macro_rules! map {
    ($map:ident, [$($any:tt)*] [$($owned:tt)*] [$($copied:tt)*] [$($key:tt)*], |$like:ident| $empty:expr) => {
        keyed!(
            [K: MapKey, V: Field, $($any)*] $map<K, V, $($any)*>, V, stringify!($map), Shape::Map(K::TABLE, V::TABLE)
        );
        impl<K: MapKey, V: Field, $($any)*> Map for $map<K, V, $($any)*> {
            type Key = K;
            type Value = V;

            fn length(&self) -> usize {
                self.len()
            }
            fn entries(&self) -> impl Iterator<Item = (&K, &V)> {
                self.iter()
            }
        }
        rewritable_keyed!(
            [K, V, $($copied)*] $map<K, V, $($any)*>, V,
            where K: MapKey + Rewritable + $($key)*, V: Field + Rewritable
        );
        impl<K, V, $($copied)*> RewritableMap for $map<K, V, $($any)*>
        where
            K: MapKey + $($key)* + 'static,
            V: Field + 'static,
        {
            fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
                self.iter_mut().map(|(_, value)| value)
            }
            fn into_entries(self) -> impl Iterator<Item = (K, V)> {
                self.into_iter()
            }
            fn empty_like(&self) -> Self {
                let $like = self;
                $empty
            }
            fn insert(&mut self, key: K, value: V) -> Option<V> {
                Self::insert(self, key, value)
            }
        }
        impl<K: Dismantle, V: Dismantle, $($owned)*> Dismantle for $map<K, V, $($any)*> {
            const IS_LEAF: bool = K::IS_LEAF && V::IS_LEAF;
            const MAY_NEST: bool = false;

            fn dismantle(self, pieces: &mut Pieces) {
                if !Self::IS_LEAF {
                    for (key, value) in self {
                        pieces.piece(key);
                        pieces.piece(value);
                    }
                }
            }
        }
    };
}

/// A set of `K`, which is a map to `()`. The names in a set match if their variables correspond, and bind nothing.
macro_rules! set {
    ($set:ident, [$($any:tt)*] [$($owned:tt)*] [$($copied:tt)*] [$($key:tt)*], |$like:ident| $empty:expr) => {
        keyed!([K: MapKey, $($any)*] $set<K, $($any)*>, (), stringify!($set), Shape::Set(K::TABLE));
        impl<K: MapKey, $($any)*> Map for $set<K, $($any)*> {
            type Key = K;
            type Value = ();

            fn length(&self) -> usize {
                self.len()
            }
            fn entries(&self) -> impl Iterator<Item = (&K, &())> {
                self.iter().map(|key| (key, &()))
            }
        }
        names!(names_in_set: [T: KeyValue, $($any)*] $set<T, $($any)*> => Uses<Variable>);

        rewritable_keyed!([K, $($copied)*] $set<K, $($any)*>, (), where K: MapKey + Rewritable + $($key)*);
        impl<K, $($copied)*> RewritableMap for $set<K, $($any)*>
        where
            K: MapKey + $($key)* + 'static,
        {
            fn values_mut(&mut self) -> impl Iterator<Item = &mut ()> {
                core::iter::empty()
            }
            fn into_entries(self) -> impl Iterator<Item = (K, ())> {
                self.into_iter().map(|key| (key, ()))
            }
            fn empty_like(&self) -> Self {
                let $like = self;
                $empty
            }
            fn insert(&mut self, key: K, (): ()) -> Option<()> {
                (!Self::insert(self, key)).then_some(())
            }
        }
        impl<K, $($copied)*> RewritableNames for $set<K, $($any)*>
        where
            K: NamePart + $($key)*,
            $set<K, $($any)*>: NameField,
        {
            fn visit_names<'a, N: Namespace>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>) {
                parts.visit_names_in_set::<Self, N>(part, at);
            }
        }
        dismantle_items!([T: Dismantle, $($owned)*] $set<T, $($any)*>, T);
    };
}

/// An ordered map or set.
macro_rules! ordered {
    ($kind:ident $ty:ident) => {
        $kind!($ty, [] [] [] [Ord], |_like| $ty::new());
    };
}

/// A map or set with a hasher of the type `S`.
#[cfg(any(feature = "std", feature = "indexmap"))]
macro_rules! hashed {
    ($kind:ident $ty:ident) => {
        $kind!(
            $ty, [S] [S: 'static] [S: core::hash::BuildHasher + Clone + 'static] [core::hash::Hash + Eq],
            |like| $ty::with_capacity_and_hasher(like.len(), like.hasher().clone())
        );
    };
}

ordered!(map BTreeMap);
ordered!(set BTreeSet);
#[cfg(feature = "std")]
hashed!(map HashMap);
#[cfg(feature = "std")]
hashed!(set HashSet);

/// An arena, by three functions: one finds the node of an id, one lists all nodes, and one lists all nodes for rewriting.
macro_rules! arena {
    (
        [$($generics:tt)*] $arena:ty, of $id:ty,
        node: |$of:ident, $one:ident| $node:expr, nodes: |$all:ident| $nodes:expr,
        nodes_mut: |$all_mut:ident| $nodes_mut:expr
    ) => {
        impl<$($generics)*> $crate::describe::arena::Arena<$id> for $arena {
            const NODES_MUT: Option<$crate::describe::arena::NodesMut<Self, $id>> =
                Some(|$all_mut| $nodes_mut.collect());

            fn node(&self, $one: &$id) -> Option<&<$id as $crate::describe::arena::Id>::Node> {
                let $of = self;
                $node
            }
            fn nodes(&self) -> impl Iterator<Item = &<$id as $crate::describe::arena::Id>::Node> {
                let $all = self;
                $nodes
            }
        }
    };
}

arena!(
    [I: Id] Vec<I::Node>, of I,
    node: |arena, id| at_index(arena, id), nodes: |arena| arena.iter(), nodes_mut: |arena| arena.iter_mut()
);
arena!(
    [I: Id] Box<[I::Node]>, of I,
    node: |arena, id| at_index(arena, id), nodes: |arena| arena.iter(), nodes_mut: |arena| arena.iter_mut()
);

/// The node of an id in a slice.
pub(super) fn at_index<'s, I: Id>(slice: &'s [I::Node], id: &I) -> Option<&'s I::Node>
where
    I::Node: Sized,
{
    slice.get(usize::try_from(id.index()).ok()?)
}

/// An arena that forwards to an arena inside. The arguments are both arenas, the type of the ids, and a function that
/// returns the inner arena.
macro_rules! arena_behind {
    (
        $(#[$attribute:meta])? [$($generics:tt)*] $arena:ty as $outer:path => $other:ty as $inner:path, of $id:ty,
        |$of:ident| $seen:expr
    ) => {
        $(#[$attribute])?
        impl<$($generics)*> $outer for $arena
        where
            $id: Id,
            $other: $inner,
        {
            const COLUMNS: Option<for<'a> fn(&'a Self, &$id, &mut VirtualFields<'a>)> =
                match <$other as $inner>::COLUMNS {
                    Some(_) => Some(|$of, id, fields| {
                        if let Some(list) = <$other as $inner>::COLUMNS {
                            list($seen, id, fields);
                        }
                    }),
                    None => None,
                };

            fn node(&self, id: &$id) -> Option<&<$id as Id>::Node> {
                let $of = self;
                <$other as $inner>::node($seen, id)
            }
            fn nodes(&self) -> impl Iterator<Item = &<$id as Id>::Node> {
                let $of = self;
                <$other as $inner>::nodes($seen)
            }
            fn place(&self) -> *const () {
                let $of = self;
                <$other as $inner>::place($seen)
            }
        }
    };
    ($($pointer:ident),*) => {$(
        arena_behind!([I, A] $pointer<A> as Arena<I> => A as Arena<I>, of I, |pointer| pointer);
        // A mirrored pointer to an arena: first, `D` is a mirror of the arena, then, `$pointer<D>` is a mirror of the pointer.
        arena_behind!(
            #[diagnostic::do_not_recommend]
            [D: 'static, A: 'static, I: 'static] As<D, $pointer<A>> as Arena<As<D, I>, D> =>
            As<D, A> as Arena<As<D, I>, D>, of As<D, I>, |pointer| As::new(pointer.get())
        );
        arena_behind!(
            #[diagnostic::do_not_recommend]
            [D: 'static, A: 'static, N, I: 'static] As<$pointer<D>, $pointer<A>> as Arena<As<IdTo<N>, I>> =>
            As<D, A> as Arena<As<IdTo<N>, I>>, of As<IdTo<N>, I>, |pointer| As::new(pointer.get())
        );
    )*};
}
arena_behind!(Box, Rc, Arc);
// An arena, as its mirror describes it.
arena_behind!(
    [D: 'static, A: 'static, I: 'static] As<D, A> as Arena<As<D, I>> => As<D, A> as Arena<As<D, I>, D>, of As<D, I>,
    |arena| arena
);

/// Numbers that are ids of nodes of a type.
macro_rules! numbers {
    ($($number:ty: |$id:ident| $index:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<N: StructuralEq + 'static> Id<IdTo<N>> for As<IdTo<N>, $number> {
            type Node = N;

            fn index(&self) -> u64 {
                let $id = self.get();
                u64::try_from($index).unwrap_or(u64::MAX)
            }
        }
        id!($number as IdTo<N>, [N: StructuralEq + 'static]);
        rewritable!(id As<IdTo<N>, $number>, [N: Rewritable]);
    )*};
    ($($number:ty)*) => {
        numbers! { $($number: |id| *id; NonZero<$number>: |id| id.get() - 1;)* }
    };
}
numbers! { u8 u16 u32 u64 usize }
