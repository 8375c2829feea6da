//! Aliases through which generated code mentions the type of a field, so that one mistake causes one error.
//!
//! The compiler merges errors that are equal in text and place, including the notes on what required a bound. So
//! generated code mentions a field's type through one alias for each role, with the span of the type;
//! `expand/mention.rs` in the derive writes these mentions. Any other mention would cause a second error for the same
//! mistake. An alias with an argument `FIT` requires a trait beyond `Field`. If the type is no field at all, the
//! evaluation of the argument fails, and the compiler reports nothing further about the alias.
//!
//! # Refusals
//!
//! No type implements the traits at the end of this file. Their messages explain why a type is refused. A bound that is
//! always false and has a lifetime of its own, `where for<'x> (): Refusal<'x, T>`, is accepted in a declaration and
//! fails where the declaration is used. The refused type is an argument of the trait, since the compiler reports the
//! outer one of two traits that a type lacks.

use core::hash::Hash;

use crate::{
    describe::{
        containers::{Map, NameField, Sequence},
        info::{TypeInfo, TypeRef},
        keys::KeyValue,
        structural::Field,
    },
    rewrite::rewritable::{CloneUnchanged, Rewritable, RewritableNames},
    terms::dismantle::Dismantle,
};

/// An alias for the type of a field with a role, and the trait behind the alias. The alias requires a bound of the
/// type, and every type with the bound implements the trait. With `FIT = true`, the alias has the argument `FIT`.
macro_rules! mention {
    ($(#[$role:meta])* $alias:ident $(if $fit:ident = $fits:literal)? by $implemented:ident: $($bound:tt)+) => {
        $(#[$role])*
        pub type $alias<T $(, const $fit: bool)?> = <T as $implemented$(<$fit>)?>::Type;

        /// Implemented for every type with the bound.
        pub trait $implemented$(<const $fit: bool>)? {
            /// The type itself.
            type Type: $($bound)+;
        }

        impl<T: $($bound)+> $implemented$(<$fits>)? for T {
            type Type = T;
        }
    };
}

mention! {
    /// The type of a compared field.
    Of by FieldType: Field + ?Sized
}
mention! {
    /// The type of a field marked `key`.
    KeyOf by KeyType: KeyValue + ?Sized
}
mention! {
    /// The type of a field that is copied with its node.
    KeptOf by ClonedType: CloneUnchanged
}
mention! {
    /// The type of a field that is rewritten.
    RewritableOf if FIT = true by RewritableType: Rewritable
}
mention! {
    /// The type of a field marked `var` that is rewritten.
    RewritableNamesOf if FIT = true by RewritableNamesType: RewritableNames
}
mention! {
    /// The type of a field that is dropped piece by piece.
    DismantleOf if FIT = true by DismantleType: Dismantle
}

/// The argument `FIT` of an alias: true, or a compile error in the mention of `T`.
pub const fn fit<T: ?Sized>() -> bool {
    true
}

/// The table of a field's type. A function rather than a constant: for a refused type, a second constant in one body
/// would cause an error about another trait.
pub const fn table<T: Field + ?Sized>() -> TypeRef {
    T::TABLE
}

/// The table of a key's type.
pub fn table_of_key<T: KeyValue + ?Sized>() -> &'static TypeInfo {
    T::INFO
}

/// The table of the type of a field marked `var`.
pub fn table_of_names<T: NameField + ?Sized>() -> &'static TypeInfo {
    T::INFO
}

/// The type itself if the constant is true. If the evaluation of the constant fails, the compiler reports no other error.
pub type If<T, const HOLDS: bool> = <T as ItselfIf<HOLDS>>::Type;

/// Implemented for every type, if the constant is true.
pub trait ItselfIf<const HOLDS: bool> {
    /// The type itself.
    type Type: ?Sized;
}

impl<T: ?Sized> ItselfIf<true> for T {
    type Type = T;
}

/// The type of a field marked `var`.
pub type NamesOf<T> = <() as NamesType<T>>::Type;

/// Implemented for every [`NameField`]. (The type is an argument, as in refusals.)
#[diagnostic::on_unimplemented(
    message = "`{T}` is neither a name nor a container of names [SEQ408]",
    label = "`#[seq(var)]` is for leaves, and for sequences, sets and `Option`s of leaves",
    note = "a struct of your own that consists of leaves is one name if it derives `StructuralEq`",
    note = "a node is a variable if its own type is marked `#[seq(kind = \"var\")]`: then remove `var` from the field",
    note = "for the keys of a map, use keyed nodes of kind `var`"
)]
pub trait NamesType<T: ?Sized> {
    /// The type itself.
    type Type: NameField + ?Sized;
}

#[diagnostic::do_not_recommend]
impl<T: NameField + ?Sized> NamesType<T> for () {
    type Type = T;
}

/// The type of an opaque field.
pub type OpaqueOf<T> = <() as OpaqueType<T>>::Type;

/// Implemented for every type with [`Eq`] and [`Hash`]. (The type is an argument, as in refusals.)
#[diagnostic::on_unimplemented(
    message = "`{T}` lacks `Eq` or `Hash`, by which an opaque field is compared [SEQ407]",
    label = "the type of an opaque field needs `Eq` and `Hash`",
    note = "implement both for it, remove `opaque` if the type can be compared structurally, or mark the field \
            `#[seq(ignore)]` to leave it out"
)]
pub trait OpaqueType<T: ?Sized> {
    /// The type itself.
    type Type: Eq + Hash;
}

#[diagnostic::do_not_recommend]
impl<T: Eq + Hash> OpaqueType<T> for () {
    type Type = T;
}

/// The type of a field marked `ordered`.
pub type MapOf<T, const FIT: bool> = <() as MapType<T, FIT>>::Type;

/// Implemented for every [`Map`]. (The type is an argument, as in refusals.)
#[diagnostic::on_unimplemented(
    message = "`{T}` is not a map, so `ordered` has no effect [SEQ409]",
    label = "`#[seq(ordered)]` is for maps and sets",
    note = "remove `ordered`: sequences are compared in order anyway"
)]
pub trait MapType<T: ?Sized, const FIT: bool> {
    /// The type itself.
    type Type: Map + Field;
}

#[diagnostic::do_not_recommend]
impl<T: Map + Field> MapType<T, true> for () {
    type Type = T;
}

/// The type of a field marked `unordered`.
pub type SequenceOf<T, const FIT: bool> = <() as SequenceType<T, FIT>>::Type;

/// Implemented for every [`Sequence`]. (The type is an argument, as in refusals.)
#[diagnostic::on_unimplemented(
    message = "`{T}` is not a sequence, so `unordered` has no effect [SEQ410]",
    label = "`#[seq(unordered)]` is for `Vec`, `VecDeque`, boxed slices, arrays and other sequences",
    note = "for a map or a set, remove `unordered`: the order of entries is ignored anyway",
    note = "for operands in fields of their own, write `unordered(left, right)` on the type or variant"
)]
pub trait SequenceType<T: ?Sized, const FIT: bool> {
    /// The type itself.
    type Type: Sequence + Field;
}

#[diagnostic::do_not_recommend]
impl<T: Sequence + Field> SequenceType<T, true> for () {
    type Type = T;
}

/// Refuses an unkeyed `var`, `dag` or `singleton` as a [`Field`].
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{T}` is known by its address, so it cannot be held inline or in a `Box` [SEQ403]",
    label = "held inline, this node could not be shared",
    note = "hold it behind `Arc`, `Rc` or `&`, or mark one of its fields `#[seq(key)]`"
)]
pub trait IdentityInline<'x, T: ?Sized> {}

/// Refuses types that change behind a shared reference.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{T}` has interior mutability, so it cannot be compared structurally [SEQ404]",
    label = "its content may change while it is compared",
    note = "mark the field `#[seq(ignore)]`, or `#[seq(opaque)]` if its type has `Eq` and `Hash`"
)]
pub trait Unchanging<'x, T: ?Sized> {}

/// Refuses `Weak`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{T}` may point back, so it cannot be compared structurally [SEQ405]",
    label = "graphs that are compared structurally are acyclic",
    note = "mark the field `#[seq(ignore)]`: `Weak` has no `Eq`, so it cannot be `opaque` either"
)]
pub trait Acyclic<'x, T: ?Sized> {}

/// Refuses raw pointers and function pointers.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{T}` has no content that could be compared structurally [SEQ406]",
    label = "a raw pointer or a function pointer",
    note = "mark the field `#[seq(opaque)]` to compare its address, or `#[seq(ignore)]` to leave it out"
)]
pub trait Content<'x, T: ?Sized> {}

/// Refuses, as a key, a derived type with a field that cannot be part of one.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be the key of a map that is compared structurally: it has a field of type `{F}` [SEQ414]",
    label = "`{F}` is not made of leaves, so neither is `{T}`",
    note = "a key is a leaf, a value made of leaves, a node with a `#[seq(key)]`, a pointer to a variable, or a `StructuralKey`",
    note = "use `StructuralKey<…>` in a `HashMap`, mark the field `#[seq(ignore)]` if it is not part of the key, or mark the map's \
            field `#[seq(ignore)]` or `#[seq(opaque)]`"
)]
pub trait PartOfKey<'x, T: ?Sized, F: ?Sized> {}
