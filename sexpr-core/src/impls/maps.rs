//! Maps and sets.

use alloc::collections::{BTreeMap, BTreeSet};

use super::prelude::*;

/// What maps and sets have in common, with the parameters besides keys and values.
macro_rules! keyed {
    ([$($generics:tt)*] $ty:ty, $value:ty, $name:literal, $shape:expr) => {
        impl<$($generics)*> StructuralEq for $ty {
            const INFO: &'static TypeInfo = &TypeInfo::known_container($name, $shape);
            const OPEN: bool = K::OPEN || <$value>::OPEN;
            const REFERS_TO_NOTHING: bool = K::REFERS_TO_NOTHING || <$value>::REFERS_TO_NOTHING;
            type Reach = MapReach<K, $value>;

            #[inline(always)]
            fn content<'a, Visit: Visitor<'a>>(
                left: &'a Self,
                right: &'a Self,
                at: Region,
                visitor: &mut Visit,
            ) -> bool {
                visitor.map(left, right, at, MapOrder::ByKey)
            }
        }
        impl<$($generics)*> Field for $ty {
            held_as_content!();
        }
    };
}

/// How maps and sets are rewritten.
macro_rules! rewritable_keyed {
    ([$($generics:tt)*] $ty:ty, $value:ty, where $($bounds:tt)*) => {
        impl<$($generics)*> Rewritable for $ty
        where
            $($bounds)*
        {
            fn visit<'a>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>) {
                parts.enter_owned(part, at, |part, parts| parts.visit_map(part, at, MapOrder::ByKey));
            }
            fn part_types(types: &mut PartTypes) {
                types.add_keys::<K>();
                types.add::<$value>();
            }
            fn rebuild(&self, edits: &mut Edits) -> Self {
                copied_map(self, edits)
            }
        }
    };
}

/// A map from `K` to `V` that is ordered, or that hashes by an `S`.
macro_rules! map {
    (ordered $ty:ty, $name:literal) => {
        map!([] [] [] [Ord] $ty, $name, |_map| <$ty>::new());
    };
    (hashed $ty:ty, $name:literal) => {
        map!(
            [S] [S: 'static] [S: core::hash::BuildHasher + Clone + 'static] [core::hash::Hash + Eq] $ty, $name,
            |map| <$ty>::with_capacity_and_hasher(map.len(), map.hasher().clone())
        );
    };
    (
        [$($any:tt)*] [$($owned:tt)*] [$($copied:tt)*] [$($key:tt)*] $ty:ty, $name:literal,
        |$like:ident| $empty:expr
    ) => {
        keyed!([K: MapKey, V: Field, $($any)*] $ty, V, $name, Shape::Map(K::TABLE, V::TABLE));
        impl<K: MapKey, V: Field, $($any)*> Map for $ty {
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
            [K, V, $($copied)*] $ty, V,
            where K: MapKey + Rewritable + $($key)*, V: Field + Rewritable
        );
        impl<K, V, $($copied)*> RewritableMap for $ty
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
                <$ty>::insert(self, key, value)
            }
        }
        impl<K: Dismantle, V: Dismantle, $($owned)*> Dismantle for $ty {
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

/// A set of `K`, which is a map to `()`. Names in it match by which variables correspond, and bind nothing.
macro_rules! set {
    (ordered $ty:ty, $name:literal) => {
        set!([] [] [] [Ord] $ty, $name, |_set| <$ty>::new());
    };
    (hashed $ty:ty, $name:literal) => {
        set!(
            [S] [S: 'static] [S: core::hash::BuildHasher + Clone + 'static] [core::hash::Hash + Eq] $ty, $name,
            |set| <$ty>::with_capacity_and_hasher(set.len(), set.hasher().clone())
        );
    };
    (
        [$($any:tt)*] [$($owned:tt)*] [$($copied:tt)*] [$($key:tt)*] $ty:ty, $name:literal,
        |$like:ident| $empty:expr
    ) => {
        keyed!([K: MapKey, $($any)*] $ty, (), $name, Shape::Set(K::TABLE));
        impl<K: MapKey, $($any)*> Map for $ty {
            type Key = K;
            type Value = ();

            fn length(&self) -> usize {
                self.len()
            }
            fn entries(&self) -> impl Iterator<Item = (&K, &())> {
                self.iter().map(|key| (key, &()))
            }
        }
        names!(names_in_set: [K: KeyValue, $($any)*] $ty => Uses<Variable>);

        rewritable_keyed!([K, $($copied)*] $ty, (), where K: MapKey + Rewritable + $($key)*);
        impl<K, $($copied)*> RewritableMap for $ty
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
                (!<$ty>::insert(self, key)).then_some(())
            }
        }
        impl<K, $($copied)*> RewritableNames for $ty
        where
            K: NamePart + $($key)*,
            $ty: NameField,
        {
            fn visit_names<'a, N: Namespace>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>) {
                parts.visit_names_in_set::<Self, N>(part, at);
            }
        }
        dismantle_items!([K: Dismantle, $($owned)*] $ty, K);
    };
}

map!(ordered BTreeMap<K, V>, "BTreeMap");
set!(ordered BTreeSet<K>, "BTreeSet");

#[cfg(feature = "std")]
map!(hashed std::collections::HashMap<K, V, S>, "HashMap");
#[cfg(feature = "std")]
set!(hashed std::collections::HashSet<K, S>, "HashSet");
