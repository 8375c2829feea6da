//! The aliases through which generated code mentions a field's type, so that one mistake causes one error.
//!
//! The compiler merges errors that are equal in text and place, including the notes on what required a bound. So
//! generated code mentions a field's type through one alias for each role, with the span of the type;
//! `expand/mention.rs` in the derive writes these mentions. Any other mention would cause a second error for the same
//! mistake.
//!
//! # Refusals
//!
//! Nothing implements the traits at the end of this file, each of which carries the message of a refusal. A bound that is
//! always false and has a lifetime of its own, `where for<'x> (): Refusal<'x, T>`, is accepted where it is declared and fails
//! where it is used. The refused type is an argument of the trait: of two traits required of one type, the compiler reports
//! the outer one.

use core::hash::Hash;

use crate::{
    describe::{
        containers::{Map, Sequence},
        info::{TypeInfo, TypeRef},
        keys::KeyValue,
        names::NameField,
        structural::Field,
    },
    rewrite::rewritable::{CloneUnchanged, Rewritable, RewritableNames},
    terms::dismantle::Dismantle,
};

/// A compared field's type. Generated code asks for it in this way alone, at the place of the type: the compiler
/// merges errors that are equal in all, the notes on what required the bound included.
pub type Of<T> = <T as Held>::Type;

/// Every [`Field`] type is one.
pub trait Held {
    /// The type itself.
    type Type: Field + ?Sized;
}

impl<T: Field + ?Sized> Held for T {
    type Type = T;
}

/// Whether a type that is mentioned in one of these ways is what is asked: yes, or an error.
///
/// A type is asked for more only where it is fit for its part in the comparison: this is the argument `FIT` of the types
/// below. Where it is an error, so are they, and the compiler says no more of them.
pub const fn fit<T: ?Sized>() -> bool {
    true
}

/// The table of a field's type. (A function that asks what the alias asks: where one body mentions constants of one refused
/// type twice, the compiler refuses it the second time for another trait.)
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

/// The type itself, if the constant is true. Where its evaluation fails, this is an error that causes no others.
pub type If<T, const HOLDS: bool> = <T as ItselfIf<HOLDS>>::Type;

/// Every type is one.
pub trait ItselfIf<const HOLDS: bool> {
    /// The type itself.
    type Type: ?Sized;
}

impl<T: ?Sized> ItselfIf<true> for T {
    type Type = T;
}

/// A key's type.
pub type KeyOf<T> = <T as HeldKey>::Type;

/// Every [`KeyValue`] type is one.
pub trait HeldKey {
    /// The type itself.
    type Type: KeyValue + ?Sized;
}

impl<T: KeyValue + ?Sized> HeldKey for T {
    type Type = T;
}

/// The type of a field marked `var`.
pub type NamesOf<T> = <() as HeldNames<T>>::Type;

/// Every [`NameField`] type is one. (The type is an argument, as in refusals.)
#[diagnostic::on_unimplemented(
    message = "`{T}` is neither a name nor a container of names [SEQ408]",
    label = "`#[seq(var)]` is for leaves, and for sequences, sets and `Option`s of leaves",
    note = "a struct of your own that is made of leaves is one name as a whole if it derives `StructuralEq`",
    note = "a node is a variable if its own type is marked `#[seq(kind = \"var\")]`: remove `var` from what holds it",
    note = "for the keys of a map, use keyed nodes of kind `var`"
)]
pub trait HeldNames<T: ?Sized> {
    /// The type itself.
    type Type: NameField + ?Sized;
}

#[diagnostic::do_not_recommend]
impl<T: NameField + ?Sized> HeldNames<T> for () {
    type Type = T;
}

/// An opaque field's type.
pub type OpaqueOf<T> = <() as HeldOpaque<T>>::Type;

/// Every type with an [`Eq`] and a [`Hash`] is one. (The type is an argument, as in refusals.)
#[diagnostic::on_unimplemented(
    message = "`{T}` lacks the `Eq` or the `Hash` by which an opaque field is compared [SEQ407]",
    label = "an opaque field's type has `Eq` and `Hash`",
    note = "implement both for it, remove `opaque` if the type can be compared structurally, or mark the field \
            `#[seq(ignore)]` to leave it out"
)]
pub trait HeldOpaque<T: ?Sized> {
    /// The type itself.
    type Type: Eq + Hash;
}

#[diagnostic::do_not_recommend]
impl<T: Eq + Hash> HeldOpaque<T> for () {
    type Type = T;
}

/// The type of a field marked `ordered`, if it is `FIT` to be compared.
pub type MapOf<T, const FIT: bool> = <() as HeldMap<T, FIT>>::Type;

/// Every [`Map`] is one. (The type is an argument, as in refusals.)
#[diagnostic::on_unimplemented(
    message = "`{T}` is not a map, so there is nothing to compare in its own order [SEQ409]",
    label = "`#[seq(ordered)]` is for maps and sets",
    note = "remove `ordered`: sequences are compared in order anyway"
)]
pub trait HeldMap<T: ?Sized, const FIT: bool> {
    /// The type itself.
    type Type: Map + Field;
}

#[diagnostic::do_not_recommend]
impl<T: Map + Field> HeldMap<T, true> for () {
    type Type = T;
}

/// The type of a field marked `unordered`, if it is `FIT` to be compared.
pub type SequenceOf<T, const FIT: bool> = <() as HeldSequence<T, FIT>>::Type;

/// Every [`Sequence`] is one. (The type is an argument, as in refusals.)
#[diagnostic::on_unimplemented(
    message = "`{T}` is not a sequence, so it has no elements whose order could be left out [SEQ410]",
    label = "`#[seq(unordered)]` is for `Vec`, `VecDeque`, boxed slices, arrays and other sequences",
    note = "for a map or a set, remove `unordered`: its entries have no order anyway",
    note = "for two operands in fields of their own, hold them in an array, such as `[Box<Expr>; 2]`"
)]
pub trait HeldSequence<T: ?Sized, const FIT: bool> {
    /// The type itself.
    type Type: Sequence + Field;
}

#[diagnostic::do_not_recommend]
impl<T: Sequence + Field> HeldSequence<T, true> for () {
    type Type = T;
}

/// The type of a field that is rewritten, if it is `FIT` to be compared.
pub type RewritableOf<T, const FIT: bool> = <T as HeldRewritable<FIT>>::Type;

/// Every [`Rewritable`] type is one.
pub trait HeldRewritable<const FIT: bool> {
    /// The type itself.
    type Type: Rewritable;
}

impl<T: Rewritable> HeldRewritable<true> for T {
    type Type = T;
}

/// The type of a field marked `var` that is rewritten, if it is `FIT` to hold names.
pub type RewritableNamesOf<T, const FIT: bool> = <T as HeldRewritableNames<FIT>>::Type;

/// Every [`RewritableNames`] type is one.
pub trait HeldRewritableNames<const FIT: bool> {
    /// The type itself.
    type Type: RewritableNames;
}

impl<T: RewritableNames> HeldRewritableNames<true> for T {
    type Type = T;
}

/// The type of a field that is copied with its node.
pub type KeptOf<T> = <T as HeldKept>::Type;

/// Every `Clone` type is one.
pub trait HeldKept {
    /// The type itself.
    type Type: CloneUnchanged;
}

impl<T: CloneUnchanged> HeldKept for T {
    type Type = T;
}

/// The type of a field that is dropped in its turn, if it is `FIT` to be compared.
pub type DismantleOf<T, const FIT: bool> = <T as HeldDismantle<FIT>>::Type;

/// Every [`Dismantle`] type is one.
pub trait HeldDismantle<const FIT: bool> {
    /// The type itself.
    type Type: Dismantle;
}

impl<T: Dismantle> HeldDismantle<true> for T {
    type Type = T;
}

/// Refuses an unkeyed `var`, `dag` or `singleton` as a [`Field`].
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{T}` is known by its address, so it cannot be held inline or in a `Box` [SEQ403]",
    label = "held inline, this node could never be met twice",
    note = "hold it behind `Arc`, `Rc` or `&`, or mark one of its fields `#[seq(key)]`"
)]
pub trait IdentityInline<'x, T: ?Sized> {}

/// Refuses types that change behind a shared reference.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{T}` has interior mutability, so it cannot be compared structurally [SEQ404]",
    label = "its content may change while it is compared",
    note = "mark the field `#[seq(ignore)]` to leave it out, or `#[seq(opaque)]` where it has an `Eq` and a `Hash`"
)]
pub trait Unchanging<'x, T: ?Sized> {}

/// Refuses `Weak`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{T}` may point back, so it cannot be compared structurally [SEQ405]",
    label = "graphs that are compared structurally are acyclic",
    note = "mark the field `#[seq(ignore)]` to leave it out"
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
    label = "`{F}` is not made of leaves, so `{T}` is not",
    note = "a key is a leaf, a value made of leaves, a keyed node, a variable or a `StructuralKey`",
    note = "use `StructuralKey<…>`, mark the field `#[seq(ignore)]` if it is not part of the key, or mark the map's field \
            `#[seq(ignore)]` or `#[seq(opaque)]`"
)]
pub trait PartOfKey<'x, T: ?Sized, F: ?Sized> {}
