//! `Option`, `Result`, tuples, and wrappers of one value.

use core::{cmp::Reverse, num::Wrapping};

use super::*;
use crate::api::keys::{ByIdentity, StructuralKey};

/// The unnamed field of a variant with one field.
const fn unnamed(table: TypeRef) -> FieldInfo {
    FieldInfo::new("0", Roles::NONE, table)
}

/// A variant with one unnamed field.
const fn newtype(name: &'static str, field: &'static [FieldInfo]) -> VariantInfo {
    VariantInfo::new(name, Kind::Tree, Style::Tuple, field)
}

/// Lists the value in an `Option`.
#[inline(always)]
pub(super) fn list_option<'a, T: Field, V: Visitor<'a>>(
    sides: [Option<&'a T>; 2],
    at: Region,
    visitor: &mut V,
) -> bool {
    match sides {
        [Some(left), Some(right)] => {
            visitor.variant(1);
            visitor.held(left, right, at)
        }
        [None, None] => {
            visitor.variant(0);
            true
        }
        [left, right] => visitor.variants_differ(left.is_some().into(), right.is_some().into()),
    }
}

/// Lists the names in an `Option` with this table.
#[inline(always)]
pub(super) fn list_names<'a, T: NameField, N: Namespace, V: Visitor<'a>>(
    info: &'static TypeInfo,
    sides: [Option<&'a T>; 2],
    at: Region,
    visitor: &mut V,
) -> bool {
    visitor.variant(sides[0].is_some().into());
    match sides {
        [Some(left), Some(right)] => T::names::<N, V>(left, right, at, visitor),
        [None, None] => true,
        [left, right] => {
            visitor.content_of(info);
            visitor.variants_differ(left.is_some().into(), right.is_some().into())
        }
    }
}

/// Lists the value in a `Result`.
#[inline(always)]
pub(super) fn list_result<'a, T: Field, E: Field, V: Visitor<'a>>(
    sides: [Result<&'a T, &'a E>; 2],
    at: Region,
    visitor: &mut V,
) -> bool {
    match sides {
        [Ok(left), Ok(right)] => {
            visitor.variant(0);
            visitor.held(left, right, at)
        }
        [Err(left), Err(right)] => {
            visitor.variant(1);
            visitor.held(left, right, at)
        }
        [left, right] => visitor.variants_differ(left.is_err().into(), right.is_err().into()),
    }
}

impl<T: Field> StructuralEq for Option<T> {
    const INFO: &'static TypeInfo = &TypeInfo::new(
        "Option",
        Kind::Tree,
        Shape::Enum(&[VariantInfo::new("None", Kind::Tree, Style::Unit, &[]), newtype("Some", &[unnamed(T::TABLE)])]),
    )
    .with_arguments(&[T::TABLE]);
    as_part!(T as StructuralEq: FLAT OPEN LISTS_FIELDS REFERS_TO_NOTHING);

    #[inline(always)]
    fn variant(value: &Self) -> u32 {
        u32::from(value.is_some())
    }

    content!(Self, |left, right, at, visitor| list_option([left.as_ref(), right.as_ref()], at, visitor));
}
impl<T: Field> Field for Option<T> {
    held_as_content!();

    #[inline(always)]
    fn elsewhere(option: &Self) -> Option<*const u8> {
        option.as_ref().and_then(T::elsewhere)
    }
}
key_made_of_keys!([T: KeyValue] Option<T>);
impl<T: NameField> NameField for Option<T> {
    type NamesReach = T::NamesReach;

    listed_names!(Self, |left, right, at, visitor| {
        list_names::<T, Names, Visit>(Self::INFO, [left.as_ref(), right.as_ref()], at, visitor)
    });
}
impl<T: Rewritable + Field> Rewritable for Option<T> {
    #[inline(always)]
    fn visit<'a>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>) {
        parts.enter_owned(part, at, |part, parts| match part {
            Part::Owned(Some(value)) => T::visit(Part::Owned(value), at, parts),
            Part::Read(Some(value)) => T::visit(Part::Read(value), at, parts),
            _ => {}
        });
    }
    fn rebuild(&self, edits: &mut Edits) -> Self {
        self.as_ref().map(|value| edits.part(value))
    }
}
impl<T: RewritableNames> RewritableNames for Option<T>
where
    Option<T>: NameField,
{
    fn visit_names<'a, N: Namespace>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>) {
        match part {
            Part::Owned(Some(names)) => T::visit_names::<N>(Part::Owned(names), at, parts),
            Part::Read(Some(names)) => T::visit_names::<N>(Part::Read(names), at, parts),
            _ => {}
        }
    }
}
dismantle_items!([T: Dismantle] Option<T>, T);

impl<T: Field, E: Field> StructuralEq for Result<T, E> {
    const INFO: &'static TypeInfo = &TypeInfo::new(
        "Result",
        Kind::Tree,
        Shape::Enum(&[newtype("Ok", &[unnamed(T::TABLE)]), newtype("Err", &[unnamed(E::TABLE)])]),
    )
    .with_arguments(&[T::TABLE, E::TABLE]);
    as_part!((T, E) as StructuralEq: FLAT OPEN REFERS_TO_NOTHING);
    const LISTS_FIELDS: bool = T::LISTS_FIELDS || E::LISTS_FIELDS;

    #[inline(always)]
    fn variant(value: &Self) -> u32 {
        u32::from(value.is_err())
    }

    content!(Self, |left, right, at, visitor| list_result([left.as_ref(), right.as_ref()], at, visitor));
}
impl<T: Field, E: Field> Field for Result<T, E> {
    held_as_content!(of several);
}
key_made_of_keys!([T: KeyValue, E: KeyValue] Result<T, E>);
impl<T: Rewritable + Field, E: Rewritable + Field> Rewritable for Result<T, E> {
    fn visit<'a>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>) {
        parts.enter_owned(part, at, |part, parts| match part {
            Part::Owned(Ok(value)) => T::visit(Part::Owned(value), at, parts),
            Part::Owned(Err(error)) => E::visit(Part::Owned(error), at, parts),
            Part::Read(Ok(value)) => T::visit(Part::Read(value), at, parts),
            Part::Read(Err(error)) => E::visit(Part::Read(error), at, parts),
        });
    }
    fn rebuild(&self, edits: &mut Edits) -> Self {
        match self {
            Ok(value) => Ok(edits.part(value)),
            Err(error) => Err(edits.part(error)),
        }
    }
}
impl<T: Dismantle, E: Dismantle> Dismantle for Result<T, E> {
    const IS_LEAF: bool = T::IS_LEAF && E::IS_LEAF;
    const MAY_NEST: bool = false;

    fn dismantle(self, pieces: &mut Pieces) {
        match self {
            Ok(value) => pieces.piece(value),
            Err(error) => pieces.piece(error),
        }
    }
}

/// A wrapper that is dropped like the value in it.
macro_rules! dismantle_wrapper {
    ($wrapper:ident, |$value:ident| $held:expr) => {
        impl<T: Dismantle> Dismantle for $wrapper<T> {
            const IS_LEAF: bool = T::IS_LEAF;
            const MAY_NEST: bool = false;

            fn dismantle(self, pieces: &mut Pieces) {
                let $value = self;
                pieces.piece($held);
            }
        }
    };
}

/// Wrappers whose content is that of their only field.
macro_rules! transparent {
    ($($wrapper:ident)*) => {$(
        impl<T: Field> StructuralEq for $wrapper<T> {
            const INFO: &'static TypeInfo = &TypeInfo::known_container(stringify!($wrapper), Shape::Pointer(T::TABLE));
            as_part!(T as StructuralEq: FLAT OPEN LISTS_FIELDS REFERS_TO_NOTHING);

            content!(Self, |left, right, at, visitor| visitor.held(&left.0, &right.0, at));
        }
        impl<T: Field> Field for $wrapper<T> {
            held_as_content!();
        }
        impl<T: KeyValue> KeyValue for $wrapper<T> {}
        impl<T: MapKey> MapKey for $wrapper<T> {
            read_as!(T as MapKey, |key: Self| &key.0);
        }
        impl<T: Rewritable + Field> Rewritable for $wrapper<T> {
            fn visit<'a>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>) {
                parts.enter_owned(part, at, |part, parts| {
                    T::visit(part.project(|wrapper| &mut wrapper.0, |wrapper| &wrapper.0), at, parts);
                });
            }
            fn rebuild(&self, edits: &mut Edits) -> Self {
                $wrapper(edits.part(&self.0))
            }
        }
        dismantle_wrapper!($wrapper, |wrapper| wrapper.0);
    )*};
}

transparent! { Wrapping Reverse }

macro_rules! tuples {
    ($([$($name:ident $position:tt),*];)*) => {$(
        impl<$($name: Field),*> StructuralEq for ($($name,)*) {
            const INFO: &'static TypeInfo = &TypeInfo::known_container(
                "tuple",
                Shape::Tuple(&[$(FieldInfo::new(stringify!($position), Roles::NONE, $name::TABLE)),*]),
            );
            const FLAT: bool = $($name::FLAT)&&*;
            const OPEN: bool = $($name::OPEN)||*;
            const LISTS_FIELDS: bool = true;
            const REFERS_TO_NOTHING: bool = $($name::REFERS_TO_NOTHING)||*;
            type Reach = ($($name::Reach,)*);

            content!(Self, |left, right, at, visitor| $(visitor.field($position, Roles::NONE, &left.$position, &right.$position, at))&&*);
        }
        impl<$($name: Field),*> Field for ($($name,)*) {
            held_as_content!(of several);
        }
        key_made_of_keys!([$($name: KeyValue),*] ($($name,)*));
        impl<$($name: Rewritable + Field),*> Rewritable for ($($name,)*) {
            #[allow(non_snake_case, reason = "elements are named after their types")]
            fn visit<'a>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>) {
                parts.enter_owned(part, at, |part, parts| {
                    parts.content_of(Self::INFO);
                    match part {
                        Part::Owned(($($name,)*)) => {
                            $(parts.field($position, Roles::NONE, Part::Owned($name), at);)*
                        }
                        Part::Read(($($name,)*)) => {
                            $(parts.field($position, Roles::NONE, Part::Read($name), at);)*
                        }
                    }
                });
            }
            fn rebuild(&self, edits: &mut Edits) -> Self {
                ($(edits.part(&self.$position),)*)
            }
        }
        impl<$($name: Dismantle),*> Dismantle for ($($name,)*) {
            const IS_LEAF: bool = $($name::IS_LEAF)&&*;
            const MAY_NEST: bool = false;

            fn dismantle(self, pieces: &mut Pieces) {
                $(pieces.piece(self.$position);)*
            }
        }
    )*};
}

tuples! {
    [A 0];
    [A 0, B 1];
    [A 0, B 1, C 2];
    [A 0, B 1, C 2, D 3];
    [A 0, B 1, C 2, D 3, E 4];
    [A 0, B 1, C 2, D 3, E 4, F 5];
    [A 0, B 1, C 2, D 3, E 4, F 5, G 6];
    [A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7];
    [A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8];
    [A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9];
    [A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10];
    [A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11];
}

/// Tuples of one type, which are sequences in fields marked `unordered`.
macro_rules! tuples_of_one_type {
    ($($name:ident: [$($one:ident $position:tt),*];)*) => {$(
        impl<$name: Field> Sequence for ($($one,)*) {
            type Item = $name;

            fn length(&self) -> usize {
                [$($position),*].len()
            }
            fn items(&self) -> impl DoubleEndedIterator<Item = &$name> {
                [$(&self.$position),*].into_iter()
            }
        }
    )*};
}

tuples_of_one_type! {
    T: [T 0, T 1];
    T: [T 0, T 1, T 2];
}

/// Rewritten like the pointer in it.
impl<P: SharedPointer + Rewritable + Field> Rewritable for ByIdentity<P>
where
    ByIdentity<P>: StructuralEq,
{
    fn visit<'a>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>) {
        P::visit(part.project(|key| &mut key.0, |key| &key.0), at, parts);
    }
    fn rebuild(&self, edits: &mut Edits) -> Self {
        ByIdentity(edits.part(&self.0))
    }
}
dismantle_wrapper!(ByIdentity, |key| key.0);

/// Rewriting leaves a key unchanged. A copy of the key copies the term.
impl<T: Rewritable + Field> Rewritable for StructuralKey<T>
where
    StructuralKey<T>: StructuralEq,
{
    fn visit<'a>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>) {
        if let (Part::Read(key), true) = (part, parts.copies()) {
            T::visit(Part::Read(key), at, parts);
        }
    }
    fn rebuild(&self, edits: &mut Edits) -> Self {
        self.with_copy(edits.copy(&**self))
    }
}
dismantle_wrapper!(StructuralKey, |key| StructuralKey::into_inner(key));
