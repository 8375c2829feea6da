//! Traits that nothing implements, each with the message of a refusal.
//!
//! A bound that is always false and has a lifetime of its own, `where for<'x> (): Refusal<'x, T>`, is accepted where it
//! is declared and fails where it is used. The refused type is an argument of the trait: of two traits required of one
//! type, the compiler reports the outer one.

/// What `Field` wants of an unkeyed `var`, `dag` or `singleton`, in vain.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{T}` is known by its address, so it cannot be held inline or in a `Box` [SEQ403]",
    label = "held inline, this node could never be met twice",
    note = "hold it behind `Arc`, `Rc` or `&`, or mark one of its fields `#[seq(key)]`"
)]
pub trait IdentityInline<'x, T: ?Sized> {}

/// What `StructuralEq` wants of types that change behind a shared reference, in vain.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{T}` has interior mutability, so it cannot be compared structurally [SEQ404]",
    label = "its content may change while it is compared",
    note = "mark the field `#[seq(ignore)]` to leave it out, or `#[seq(opaque)]` where it has an `Eq` and a `Hash`"
)]
pub trait Unchanging<'x, T: ?Sized> {}

/// What `StructuralEq` wants of `Weak`, in vain.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{T}` may point back, so it cannot be compared structurally [SEQ405]",
    label = "graphs that are compared structurally are acyclic",
    note = "mark the field `#[seq(ignore)]` to leave it out"
)]
pub trait Acyclic<'x, T: ?Sized> {}

/// What `StructuralEq` wants of raw pointers and function pointers, in vain.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{T}` has no content that could be compared structurally [SEQ406]",
    label = "a raw pointer or a function pointer",
    note = "mark the field `#[seq(opaque)]` to compare its address, or `#[seq(ignore)]` to leave it out"
)]
pub trait Content<'x, T: ?Sized> {}

/// What `MapKey` wants of a derived type with a field that keeps values from being keys, in vain.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be the key of a map that is compared structurally: it has a field of type `{F}` [SEQ414]",
    label = "`{F}` is not made of leaves, so `{T}` is not",
    note = "a key is a leaf, a value made of leaves, a keyed node, a variable or a `StructuralKey`",
    note = "use `StructuralKey<…>`, mark the field `#[seq(ignore)]` if it is not part of the key, or mark the map's field \
            `#[seq(ignore)]` or `#[seq(opaque)]`"
)]
pub trait PartOfKey<'x, T: ?Sized, F: ?Sized> {}
