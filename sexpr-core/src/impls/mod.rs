//! The implementations of this crate's traits for types of the standard library and of the crates behind optional features:
//! how values are compared, rewritten and dropped.
//!
//! Each family has a file, with macros that implement everything for a type in one line:
//!
//! - `leaves`: leaves, and the types that are refused;
//! - `containers`: sequences, maps, sets and arenas;
//! - `pointers`: shared and owning pointers;
//! - `sums`: `Option`, `Result`, tuples and wrappers, the crate's own `ByIdentity` and `StructuralKey` among them;
//! - `mirrors`: the same pointers and containers, holding mirrors;
//! - `foreign`: the types of other crates, each implemented by the macro of its family;
//! - `mention`: how generated code mentions the type of a field, and the messages of refusals.
//!
//! This file has the imports and macros that several of these files use.
//!
//! No room imports this one.

use core::any::{Any, TypeId};

use crate::{
    __rewritable_leaf,
    describe::{
        containers::{Map, MapOrder, NameField, Namespace, OwningPointer, Sequence, SharedPointer, listed_names},
        info::{FieldInfo, Kind, Roles, Shape, Style, Text, TypeInfo, TypeRef, VariantInfo},
        keys::{KeyReader, KeyValue, MapKey, PointeeKey, read_as},
        leaf::{Encoder, Leaf, class},
        reach::{MapReach, Uses, Variable},
        region::Region,
        structural::{Field, StructuralEq, content, held_as_content},
        visitor::Visitor,
    },
    leaf, rewritable,
    rewrite::{
        containers::{RewritableMap, RewritablePointer, RewritableSequence},
        own_types::{copied_map, copied_sequence},
        parts::{Part, Parts},
        rewritable::{NamePart, Pointee, Rewritable, RewritableNames},
        rewriting::edits::Edits,
    },
    terms::dismantle::{Dismantle, Pieces},
};

/// The constants and `Reach` that a container takes from the type of its parts.
macro_rules! as_part {
    ($part:ty as $structural:path: $($constant:ident)*) => {
        $(const $constant: bool = <$part as $structural>::$constant;)*
        type Reach = <$part as $structural>::Reach;
    };
}

/// A container of keys that is itself a key, or a mirror of such a container.
macro_rules! key_made_of_keys {
    ([$($generics:tt)*] $ty:ty) => {
        key_made_of_keys!(@ [$($generics)*] $ty, KeyValue, MapKey, Self);
    };
    ([$($generics:tt)*] $describes:ty => $ty:ty) => {
        key_made_of_keys!(@ [$($generics)*] $describes, DescribeValue<$ty>, DescribeKey<$ty>, As<Self, $ty>);
    };
    (@ [$($generics:tt)*] $ty:ty, $value:ident $(<$described:ty>)?, $key:ident $(<$same:ty>)?, $seen:ty) => {
        impl<$($generics)*> $value$(<$described>)? for $ty {}
        impl<$($generics)*> $key$(<$same>)? for $ty {
            type Terms = ();
            const IS_CONTENT: bool = true;

            fn read(key: &$seen, reader: &mut KeyReader<'_>) {
                reader.value(key);
            }
        }
    };
}

/// Names in a container, listed by one of the visitor's methods.
macro_rules! names {
    ($method:ident: [$($generics:tt)*] $ty:ty => $reach:ty) => {
        impl<$($generics)*> NameField for $ty {
            type NamesReach = $reach;

            listed_names!(Self, |left, right, at, visitor| visitor.$method::<_, Names>(left, right, at));
        }
    };
}

/// A container that is dismantled item by item.
macro_rules! dismantle_items {
    ([$($generics:tt)*] $ty:ty, $item:ty) => {
        impl<$($generics)*> Dismantle for $ty {
            const IS_LEAF: bool = <$item>::IS_LEAF;
            const MAY_NEST: bool = false;

            fn dismantle(self, pieces: &mut Pieces) {
                if !Self::IS_LEAF {
                    self.into_iter().for_each(|item| pieces.piece(item));
                }
            }
        }
    };
}

// A macro is visible only after its definition, so the order of these modules matters.
#[macro_use]
mod leaves;
#[macro_use]
mod containers;
mod mirrors;
#[macro_use]
mod pointers;
mod foreign;
pub(crate) mod mention;
mod sums;
