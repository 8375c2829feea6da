//! Maps and sets.

use alloc::collections::{BTreeMap, BTreeSet};
#[cfg(feature = "std")]
use core::hash::{BuildHasher, Hash};

/// A map, with how to empty it and how to make an empty one like it.
macro_rules! rewritable_map {
    ([$($key:tt)*] [$($generics:tt)*] $ty:ty, |$map:ident| $drain:expr, |$like:ident| $new:expr) => {
        impl<K, V, $($generics)*> $crate::rewrite::RewritableMap for $ty
        where
            K: $crate::keys::MapKey + $($key)* + 'static,
            V: $crate::structural::Field + 'static,
        {
            const IS_SET: bool = false;

            fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
                self.iter_mut().map(|(_, value)| value)
            }
            fn rekey(
                &mut self,
                keys: alloc::vec::Vec<Option<K>>,
            ) -> (alloc::vec::Vec<K>, alloc::vec::Vec<V>) {
                let $map = &mut *self;
                let entries: alloc::vec::Vec<(K, V)> = $drain.collect();
                let (mut replaced, mut lost) = (alloc::vec::Vec::new(), alloc::vec::Vec::new());
                for ((key, value), new) in entries.into_iter().zip(keys) {
                    let key = match new {
                        Some(new) => {
                            replaced.push(key);
                            new
                        }
                        None => key,
                    };
                    lost.extend(self.insert(key, value));
                }
                (replaced, lost)
            }
        }
        impl<K, V, $($generics)*> $crate::rewrite::Rewritable for $ty
        where
            K: $crate::keys::MapKey + $crate::rewrite::Rewritable + $($key)*,
            V: $crate::structural::Field + $crate::rewrite::Rewritable,
        {
            fn visit<'a>(
                part: $crate::rewrite::Part<'a, Self>,
                at: $crate::region::Region,
                parts: &mut $crate::rewrite::Parts<'a, '_, '_>,
            ) {
                let (part, goes_inside) = parts.enter_owned(part);
                if goes_inside {
                    parts.visit_map(part, at, $crate::containers::MapOrder::ByKey);
                }
            }
            fn rebuild(&self, edits: &mut $crate::walker::Edits) -> Self {
                let $like = self;
                let mut rebuilt: Self = $new;
                rebuilt.extend(self.iter().map(|(key, value)| (edits.part(key), edits.part(value))));
                rebuilt
            }
        }
    };
}

/// A set: a map to `()`.
macro_rules! rewritable_set {
    ([$($key:tt)*] [$($generics:tt)*] $ty:ty, |$set:ident| $drain:expr, |$like:ident| $new:expr) => {
        impl<K, $($generics)*> $crate::rewrite::RewritableMap for $ty
        where
            K: $crate::keys::MapKey + $($key)* + 'static,
        {
            const IS_SET: bool = true;

            fn values_mut(&mut self) -> impl Iterator<Item = &mut ()> {
                core::iter::empty()
            }
            fn rekey(
                &mut self,
                keys: alloc::vec::Vec<Option<K>>,
            ) -> (alloc::vec::Vec<K>, alloc::vec::Vec<()>) {
                let $set = &mut *self;
                let members: alloc::vec::Vec<K> = $drain.collect();
                let mut replaced = alloc::vec::Vec::new();
                for (key, new) in members.into_iter().zip(keys) {
                    match new {
                        Some(new) => {
                            replaced.push(key);
                            self.insert(new)
                        }
                        None => self.insert(key),
                    };
                }
                (replaced, alloc::vec::Vec::new())
            }
        }
        impl<K, $($generics)*> $crate::rewrite::Rewritable for $ty
        where
            K: $crate::keys::MapKey + $crate::rewrite::Rewritable + $($key)*,
        {
            fn visit<'a>(
                part: $crate::rewrite::Part<'a, Self>,
                at: $crate::region::Region,
                parts: &mut $crate::rewrite::Parts<'a, '_, '_>,
            ) {
                let (part, goes_inside) = parts.enter_owned(part);
                if goes_inside {
                    parts.visit_map(part, at, $crate::containers::MapOrder::ByKey);
                }
            }
            fn rebuild(&self, edits: &mut $crate::walker::Edits) -> Self {
                let $like = self;
                let mut rebuilt: Self = $new;
                rebuilt.extend(self.iter().map(|key| edits.part(key)));
                rebuilt
            }
        }
        impl<K, $($generics)*> $crate::rewrite::RewritableNames for $ty
        where
            K: $crate::rewrite::NamePart + $($key)*,
            $ty: $crate::names::Names,
        {
            fn visit_names<'a, N: $crate::names::Namespace>(
                part: $crate::rewrite::Part<'a, Self>,
                at: $crate::region::Region,
                parts: &mut $crate::rewrite::Parts<'a, '_, '_>,
            ) {
                parts.visit_names_in_set::<Self, N>(part, at);
            }
        }
    };
}
#[cfg(feature = "indexmap")]
pub(super) use {rewritable_map, rewritable_set};

rewritable_map!([Ord] [] BTreeMap<K, V>, |map| core::mem::take(map).into_iter(), |_map| BTreeMap::new());
rewritable_set!([Ord] [] BTreeSet<K>, |set| core::mem::take(set).into_iter(), |_set| BTreeSet::new());

#[cfg(feature = "std")]
rewritable_map!([Hash + Eq] [S: BuildHasher + Clone + 'static] std::collections::HashMap<K, V, S>, |map| map.drain(),
    |map| std::collections::HashMap::with_capacity_and_hasher(map.len(), map.hasher().clone()));
#[cfg(feature = "std")]
rewritable_set!([Hash + Eq] [S: BuildHasher + Clone + 'static] std::collections::HashSet<K, S>, |set| set.drain(),
    |set| std::collections::HashSet::with_capacity_and_hasher(set.len(), set.hasher().clone()));
