//! What the families have in common: the names that every one of them uses, and macros for what several of them say.

pub(super) use core::any::Any;

pub(super) use crate::{
    __rewritable_leaf,
    describe::{
        containers::{Map, MapOrder, OwningPointer, Sequence, SharedPointer, Sharing},
        info::{FieldInfo, Kind, Roles, Shape, Style, Text, TypeInfo, TypeRef, VariantInfo},
        keys::{ById, KeyReader, KeyValue, MapKey, PointeeKey},
        leaf::{Encoder, Leaf, class},
        names::{NameField, Namespace},
        reach::{MapReach, Uses, Variable},
        region::Region,
        structural::{Field, StructuralEq, held_as_content},
        visitor::Visitor,
    },
    leaf, rewritable,
    rewrite::{
        containers::{RewritableMap, RewritablePointer, RewritableSequence},
        own_types::{copied_map, copied_sequence},
        parts::{Part, Parts},
        rewritable::{NamePart, Pointee, PointeeNames, Rewritable, RewritableNames},
        rewriting::edits::Edits,
    },
    terms::dismantle::{Dismantle, Pieces},
};

/// How values of a type are listed.
macro_rules! content {
    ($value:ty, |$left:ident, $right:ident, $at:ident, $visitor:ident| $listed:expr) => {
        #[inline(always)]
        fn content<'a, Visit: Visitor<'a>>(
            $left: &'a $value,
            $right: &'a $value,
            $at: Region,
            $visitor: &mut Visit,
        ) -> bool {
            $listed
        }
    };
}

/// How the names in values of a type are listed, whose namespace is `Names`.
macro_rules! listed_names {
    ($value:ty, |$left:ident, $right:ident, $at:ident, $visitor:ident| $listed:expr) => {
        fn names<'a, Names: Namespace, Visit: Visitor<'a>>(
            $left: &'a $value,
            $right: &'a $value,
            $at: Region,
            $visitor: &mut Visit,
        ) -> bool {
            $listed
        }
    };
}

/// What a type says as what it holds does.
macro_rules! as_part {
    ($part:ty as $structural:path: $($constant:ident)*) => {
        $(const $constant: bool = <$part as $structural>::$constant;)*
        type Reach = <$part as $structural>::Reach;
    };
}

/// A value that is a key by what it is made of.
macro_rules! key_made_of_keys {
    ([$($generics:tt)*] $ty:ty) => {
        impl<$($generics)*> KeyValue for $ty {}
        impl<$($generics)*> MapKey for $ty {
            type Terms = ();
            const IS_CONTENT: bool = true;

            fn read(key: &Self, reader: &mut KeyReader) {
                reader.value(key);
            }
        }
    };
}

/// Names that the visitor takes out of a container, by one of its methods.
macro_rules! names {
    ($method:ident: [$($generics:tt)*] $ty:ty => $reach:ty) => {
        impl<$($generics)*> NameField for $ty {
            type NamesReach = $reach;

            listed_names!(Self, |left, right, at, visitor| visitor.$method::<_, Names>(left, right, at));
        }
    };
}

/// What is dropped item by item.
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
