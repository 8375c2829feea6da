//! Maps and sets.

use alloc::collections::{BTreeMap, BTreeSet};
#[cfg(feature = "std")]
use std::collections::{HashMap, HashSet};

use super::prelude::*;

/// What maps and sets have in common, with the parameters besides keys and values.
macro_rules! keyed {
    ([$($generics:tt)*] $ty:ty, $value:ty, $name:expr, $shape:expr) => {
        impl<$($generics)*> StructuralEq for $ty {
            const INFO: &'static TypeInfo = &TypeInfo::known_container($name, $shape);
            const OPEN: bool = K::OPEN || <$value>::OPEN;
            const REFERS_TO_NOTHING: bool = K::REFERS_TO_NOTHING || <$value>::REFERS_TO_NOTHING;
            type Reach = MapReach<K, $value>;

            content!(Self, |left, right, at, visitor| visitor.map(left, right, at, MapOrder::ByKey));
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
            fn rebuild(&self, edits: &mut Edits) -> Self {
                copied_map(self, edits)
            }
        }
    };
}

/// A map from `K` to `V` that is ordered, or that hashes by an `S`.
macro_rules! map {
    (ordered $map:ident) => {
        map!($map, [] [] [] [Ord], |_map| $map::new());
    };
    (hashed $map:ident) => {
        map!(
            $map, [S] [S: 'static] [S: core::hash::BuildHasher + Clone + 'static] [core::hash::Hash + Eq],
            |map| $map::with_capacity_and_hasher(map.len(), map.hasher().clone())
        );
    };
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

/// A set of `K`, which is a map to `()`. Names in it match by which variables correspond, and bind nothing.
macro_rules! set {
    (ordered $set:ident) => {
        set!($set, [] [] [] [Ord], |_set| $set::new());
    };
    (hashed $set:ident) => {
        set!(
            $set, [S] [S: 'static] [S: core::hash::BuildHasher + Clone + 'static] [core::hash::Hash + Eq],
            |set| $set::with_capacity_and_hasher(set.len(), set.hasher().clone())
        );
    };
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

map!(ordered BTreeMap);
set!(ordered BTreeSet);
#[cfg(feature = "std")]
map!(hashed HashMap);
#[cfg(feature = "std")]
set!(hashed HashSet);
