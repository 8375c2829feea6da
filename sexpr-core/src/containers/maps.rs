//! The maps and sets of the standard library.

use alloc::collections::{BTreeMap, BTreeSet};

/// A map.
macro_rules! map {
    ([$($generics:tt)*] $ty:ty, $name:literal) => {
        impl<K: $crate::keys::MapKey, V: $crate::structural::Field, $($generics)*>
            $crate::structural::StructuralEq for $ty
        {
            const INFO: &'static $crate::table::TypeInfo =
                &$crate::table::TypeInfo::known_container($name, $crate::table::Shape::Map(K::TABLE, V::TABLE));
            const OPEN: bool = K::OPEN || V::OPEN;
            const REFERS_TO_NOTHING: bool = K::REFERS_TO_NOTHING || V::REFERS_TO_NOTHING;
            type Reach = $crate::reach::MapReach<K, V>;

            #[inline(always)]
            fn content<'a, Visit: $crate::visitor::Visitor<'a>>(
                left: &'a Self,
                right: &'a Self,
                at: $crate::region::Region,
                visitor: &mut Visit,
            ) -> bool {
                visitor.map(left, right, at, $crate::containers::MapOrder::ByKey)
            }
        }
        impl<K: $crate::keys::MapKey, V: $crate::structural::Field, $($generics)*>
            $crate::structural::Field for $ty
        {
            $crate::structural::held_as_content!();
        }
        impl<K: $crate::keys::MapKey, V: $crate::structural::Field, $($generics)*>
            $crate::containers::Map for $ty
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
        impl<K: $crate::keys::MapKey, $($generics)*> $crate::structural::StructuralEq
            for $ty
        {
            const INFO: &'static $crate::table::TypeInfo =
                &$crate::table::TypeInfo::known_container($name, $crate::table::Shape::Set(K::TABLE));
            const OPEN: bool = K::OPEN;
            const REFERS_TO_NOTHING: bool = K::REFERS_TO_NOTHING;
            type Reach = $crate::reach::MapReach<K, ()>;

            #[inline(always)]
            fn content<'a, Visit: $crate::visitor::Visitor<'a>>(
                left: &'a Self,
                right: &'a Self,
                at: $crate::region::Region,
                visitor: &mut Visit,
            ) -> bool {
                visitor.map(left, right, at, $crate::containers::MapOrder::ByKey)
            }
        }
        impl<K: $crate::keys::MapKey, $($generics)*> $crate::structural::Field for $ty {
            $crate::structural::held_as_content!();
        }
        impl<K: $crate::keys::MapKey, $($generics)*> $crate::containers::Map for $ty {
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
pub(super) use {map, set};

map!([] BTreeMap<K, V>, "BTreeMap");
set!([] BTreeSet<K>, "BTreeSet");

#[cfg(feature = "std")]
map!([S] std::collections::HashMap<K, V, S>, "HashMap");
#[cfg(feature = "std")]
set!([S] std::collections::HashSet<K, S>, "HashSet");
