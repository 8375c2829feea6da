//! Traits that nothing implements, each with the message of a refusal.
//!
//! A false bound with a lifetime of its own, `where for<'x> T: Refusal<'x>`, is accepted where it is declared and
//! fails where it is used.

/// What `StructuralEq` wants of types that change behind a shared reference, in vain.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` has interior mutability, so it cannot be compared structurally",
    label = "its content may change while it is compared",
    note = "mark the field `#[seq(ignore)]` to leave it out, or `#[seq(opaque)]` where it has an `Eq` and a `Hash`"
)]
pub trait Unchanging<'x> {}

/// What `StructuralEq` wants of `Weak`, in vain.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` may point back, so it cannot be compared structurally",
    label = "graphs that are compared structurally are acyclic",
    note = "mark the field `#[seq(ignore)]` to leave it out"
)]
pub trait Acyclic<'x> {}

/// What `StructuralEq` wants of raw pointers and function pointers, in vain.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no content that could be compared structurally",
    label = "a raw pointer or a function pointer",
    note = "mark the field `#[seq(opaque)]` to compare its address, or `#[seq(ignore)]` to leave it out"
)]
pub trait Content<'x> {}
