//! The maps and sets of the standard library.

use alloc::collections::{BTreeMap, BTreeSet};

/// A map.
macro_rules! map {
    ([$($generics:tt)*] $ty:ty, $name:literal) => {
        impl<K: $crate::describe::keys::MapKey, V: $crate::describe::structural::Field, $($generics)*>
            $crate::describe::structural::StructuralEq for $ty
        {
            const INFO: &'static $crate::describe::info::TypeInfo =
                &$crate::describe::info::TypeInfo::known_container($name, $crate::describe::info::Shape::Map(K::TABLE, V::TABLE));
            const OPEN: bool = K::OPEN || V::OPEN;
            const REFERS_TO_NOTHING: bool = K::REFERS_TO_NOTHING || V::REFERS_TO_NOTHING;
            type Reach = $crate::describe::reach::MapReach<K, V>;

            #[inline(always)]
            fn content<'a, Visit: $crate::describe::visitor::Visitor<'a>>(
                left: &'a Self,
                right: &'a Self,
                at: $crate::describe::region::Region,
                visitor: &mut Visit,
            ) -> bool {
                visitor.map(left, right, at, $crate::describe::containers::MapOrder::ByKey)
            }
        }
        impl<K: $crate::describe::keys::MapKey, V: $crate::describe::structural::Field, $($generics)*>
            $crate::describe::structural::Field for $ty
        {
            $crate::describe::structural::held_as_content!();
        }
        impl<K: $crate::describe::keys::MapKey, V: $crate::describe::structural::Field, $($generics)*>
            $crate::describe::containers::Map for $ty
        {
            type Key = K;
            type Value = V;

            fn length(&self) -> usize {
                self.len()
            }
            fn entries(&self) -> impl Iterator<Item = (&K, &V)> {
                self.iter()
            }
        }
    };
}

/// A set: a map to `()`.
macro_rules! set {
    ([$($generics:tt)*] $ty:ty, $name:literal) => {
        impl<K: $crate::describe::keys::MapKey, $($generics)*> $crate::describe::structural::StructuralEq
            for $ty
        {
            const INFO: &'static $crate::describe::info::TypeInfo =
                &$crate::describe::info::TypeInfo::known_container($name, $crate::describe::info::Shape::Set(K::TABLE));
            const OPEN: bool = K::OPEN;
            const REFERS_TO_NOTHING: bool = K::REFERS_TO_NOTHING;
            type Reach = $crate::describe::reach::MapReach<K, ()>;

            #[inline(always)]
            fn content<'a, Visit: $crate::describe::visitor::Visitor<'a>>(
                left: &'a Self,
                right: &'a Self,
                at: $crate::describe::region::Region,
                visitor: &mut Visit,
            ) -> bool {
                visitor.map(left, right, at, $crate::describe::containers::MapOrder::ByKey)
            }
        }
        impl<K: $crate::describe::keys::MapKey, $($generics)*> $crate::describe::structural::Field for $ty {
            $crate::describe::structural::held_as_content!();
        }
        impl<K: $crate::describe::keys::MapKey, $($generics)*> $crate::describe::containers::Map for $ty {
            type Key = K;
            type Value = ();

            fn length(&self) -> usize {
                self.len()
            }
            fn entries(&self) -> impl Iterator<Item = (&K, &())> {
                self.iter().map(|key| (key, &()))
            }
        }
    };
}
#[cfg(feature = "indexmap")]
pub(crate) use {map, set};

map!([] BTreeMap<K, V>, "BTreeMap");
set!([] BTreeSet<K>, "BTreeSet");

#[cfg(feature = "std")]
map!([S] std::collections::HashMap<K, V, S>, "HashMap");
#[cfg(feature = "std")]
set!([S] std::collections::HashSet<K, S>, "HashSet");
