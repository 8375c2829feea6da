//! Rewriting of maps and sets.

use alloc::collections::{BTreeMap, BTreeSet};
#[cfg(feature = "std")]
use core::hash::{BuildHasher, Hash};

/// A map, with how to make an empty one like it.
macro_rules! rewritable_map {
    ([$($key:tt)*] [$($generics:tt)*] $ty:ty, |$like:ident| $new:expr) => {
        impl<K, V, $($generics)*> $crate::rewrite::containers::RewritableMap for $ty
        where
            K: $crate::describe::keys::MapKey + $($key)* + 'static,
            V: $crate::describe::structural::Field + 'static,
        {
            fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
                self.iter_mut().map(|(_, value)| value)
            }
            fn into_entries(self) -> impl Iterator<Item = (K, V)> {
                self.into_iter()
            }
            fn empty_like(&self) -> Self {
                let $like = self;
                $new
            }
            fn insert(&mut self, key: K, value: V) -> Option<V> {
                <$ty>::insert(self, key, value)
            }
        }
        impl<K, V, $($generics)*> $crate::rewrite::rewritable::Rewritable for $ty
        where
            K: $crate::describe::keys::MapKey + $crate::rewrite::rewritable::Rewritable + $($key)*,
            V: $crate::describe::structural::Field + $crate::rewrite::rewritable::Rewritable,
        {
            fn visit<'a>(
                part: $crate::rewrite::part::Part<'a, Self>,
                at: $crate::describe::region::Region,
                parts: &mut $crate::rewrite::parts::Parts<'a, '_, '_>,
            ) {
                parts.enter_owned(part, at, |part, parts| {
                    parts.visit_map(part, at, $crate::describe::containers::MapOrder::ByKey);
                });
            }
            fn part_types(types: &mut $crate::rewrite::part_types::PartTypes) {
                types.add_keys::<K>();
                types.add::<V>();
            }
            fn rebuild(&self, edits: &mut $crate::rewrite::rewriting::edits::Edits) -> Self {
                $crate::rewrite::generic::copied_map(self, edits)
            }
        }
    };
}

/// A set: a map to `()`.
macro_rules! rewritable_set {
    ([$($key:tt)*] [$($generics:tt)*] $ty:ty, |$like:ident| $new:expr) => {
        impl<K, $($generics)*> $crate::rewrite::containers::RewritableMap for $ty
        where
            K: $crate::describe::keys::MapKey + $($key)* + 'static,
        {
            fn values_mut(&mut self) -> impl Iterator<Item = &mut ()> {
                core::iter::empty()
            }
            fn into_entries(self) -> impl Iterator<Item = (K, ())> {
                self.into_iter().map(|key| (key, ()))
            }
            fn empty_like(&self) -> Self {
                let $like = self;
                $new
            }
            fn insert(&mut self, key: K, (): ()) -> Option<()> {
                (!<$ty>::insert(self, key)).then_some(())
            }
        }
        impl<K, $($generics)*> $crate::rewrite::rewritable::Rewritable for $ty
        where
            K: $crate::describe::keys::MapKey + $crate::rewrite::rewritable::Rewritable + $($key)*,
        {
            fn visit<'a>(
                part: $crate::rewrite::part::Part<'a, Self>,
                at: $crate::describe::region::Region,
                parts: &mut $crate::rewrite::parts::Parts<'a, '_, '_>,
            ) {
                parts.enter_owned(part, at, |part, parts| {
                    parts.visit_map(part, at, $crate::describe::containers::MapOrder::ByKey);
                });
            }
            fn part_types(types: &mut $crate::rewrite::part_types::PartTypes) {
                types.add_keys::<K>();
            }
            fn rebuild(&self, edits: &mut $crate::rewrite::rewriting::edits::Edits) -> Self {
                $crate::rewrite::generic::copied_map(self, edits)
            }
        }
        impl<K, $($generics)*> $crate::rewrite::rewritable::RewritableNames for $ty
        where
            K: $crate::rewrite::rewritable::NamePart + $($key)*,
            $ty: $crate::describe::names::NameField,
        {
            fn visit_names<'a, N: $crate::describe::names::Namespace>(
                part: $crate::rewrite::part::Part<'a, Self>,
                at: $crate::describe::region::Region,
                parts: &mut $crate::rewrite::parts::Parts<'a, '_, '_>,
            ) {
                parts.visit_names_in_set::<Self, N>(part, at);
            }
        }
    };
}
#[cfg(feature = "indexmap")]
pub(super) use {rewritable_map, rewritable_set};

rewritable_map!([Ord] [] BTreeMap<K, V>, |_map| BTreeMap::new());
rewritable_set!([Ord] [] BTreeSet<K>, |_set| BTreeSet::new());

#[cfg(feature = "std")]
rewritable_map!([Hash + Eq] [S: BuildHasher + Clone + 'static] std::collections::HashMap<K, V, S>,
    |map| std::collections::HashMap::with_capacity_and_hasher(map.len(), map.hasher().clone()));
#[cfg(feature = "std")]
rewritable_set!([Hash + Eq] [S: BuildHasher + Clone + 'static] std::collections::HashSet<K, S>,
    |set| std::collections::HashSet::with_capacity_and_hasher(set.len(), set.hasher().clone()));
