//! Traits of types that can be rewritten: `Rewritable`, `Pointee`, `Variable` and others.

use alloc::boxed::Box;
use core::any::Any;

use crate::{
    describe::{
        containers::{NameField, Namespace},
        identity::Identity,
        key_table::Keys,
        keys::KeyValue,
        region::Region,
        structural::StructuralEq,
    },
    rewrite::{
        parts::{Part, Parts},
        rewriting::edits::{Edits, deep_copy},
    },
};

/// A type whose values can be rewritten by a [`Rewrite`](crate::rewrite::Rewrite).
///
/// Derive it, with `#[seq(rewrite)]` beside `#[derive(StructuralEq)]`. All fields that are rewritten must be of
/// rewritable types. Fields with the roles `ignore`, `opaque` and `key`, and arenas, must be `Clone`, since a shared
/// node is copied if a part of it changes. For pointers, containers and leaves of your own, invoke
/// [`rewritable!`](crate::rewritable!). References and other types with lifetimes cannot be rewritten, since borrowed
/// values cannot be replaced.
///
/// ```
/// use sexpr_core::{StructuralEq, rewrite::Rewrite, walk::At};
///
/// #[derive(StructuralEq, Debug, PartialEq)]
/// #[seq(rewrite)]
/// enum Expr { Int(i64), Neg(Box<Expr>) }
///
/// let fold = |expr: &Expr, _: &At| match expr {
///     Expr::Neg(operand) => match **operand {
///         Expr::Int(value) => Some(Expr::Int(-value)),
///         Expr::Neg(_) => None,
///     },
///     Expr::Int(_) => None,
/// };
/// let expr = Expr::Neg(Box::new(Expr::Neg(Box::new(Expr::Int(1)))));
/// assert_eq!(Rewrite::new().after(fold).run(expr), Expr::Int(1));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be rewritten [SEQ430]",
    label = "`Rewritable` is not implemented for `{Self}`",
    note = "add `#[seq(rewrite)]` to `{Self}` if it is yours and derives `StructuralEq`",
    note = "for a leaf of your own, invoke `sexpr_core::rewritable!(leaf {Self});`",
    note = "for a pointer, a container or an id of your own, see `sexpr_core::rewritable!`",
    note = "references and other types with lifetimes cannot be rewritten: what is borrowed cannot be replaced"
)]
pub trait Rewritable: StructuralEq + Sized + 'static {
    /// Whether a value is copied by itself, and not with the enclosing node. True for nodes, and for users' containers,
    /// whose values may be nested to any depth.
    #[doc(hidden)]
    const COPIED_APART: bool = Self::NODE;

    /// Visits a value.
    #[doc(hidden)]
    fn visit<'a>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>);

    /// Hands over the compared fields of a node, first to last.
    #[doc(hidden)]
    #[inline(always)]
    fn fields<'a>(_: Part<'a, Self>, _: Region, _: &mut Parts<'a, '_, '_>) {}

    /// A copy of the value, with edited parts replaced.
    #[doc(hidden)]
    fn rebuild(&self, edits: &mut Edits) -> Self;
}

/// A type that can be behind a pointer that is rewritten: a [`Rewritable`] type, or a slice.
pub trait Pointee: StructuralEq + 'static {
    /// Visits the pointee.
    #[doc(hidden)]
    fn visit<'a>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>);
    /// Visits the variable that was opened last. Visits its fields if `goes_inside`.
    #[doc(hidden)]
    fn enter_variable<'a>(part: Part<'a, Self>, goes_inside: bool, parts: &mut Parts<'a, '_, '_>);
    /// A copy of the value, with edited parts replaced.
    #[doc(hidden)]
    fn rebuild_boxed(&self, edits: &mut Edits) -> Box<Self>;
    /// A copy, if the type is sized.
    #[doc(hidden)]
    fn copied(&self) -> Option<Box<dyn Any>>;
    /// A copy of a value that `copied` returned.
    #[doc(hidden)]
    fn copy_of(value: &dyn Any) -> Option<Box<Self>>;
}

impl<T: Rewritable> Pointee for T {
    #[inline(always)]
    fn visit<'a>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>) {
        <T as Rewritable>::visit(part, at, parts);
    }
    fn enter_variable<'a>(part: Part<'a, Self>, goes_inside: bool, parts: &mut Parts<'a, '_, '_>) {
        parts.enter_variable(part, goes_inside);
    }
    fn rebuild_boxed(&self, edits: &mut Edits) -> Box<Self> {
        Box::new(edits.part(self))
    }
    fn copied(&self) -> Option<Box<dyn Any>> {
        Some(Box::new(deep_copy(self)))
    }
    fn copy_of(value: &dyn Any) -> Option<Box<Self>> {
        value.downcast_ref().map(|value| Box::new(deep_copy::<T>(value)))
    }
}

/// A type that holds names whose variables can be renamed.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the names in `{Self}` cannot be rewritten [SEQ431]",
    note = "add `#[seq(rewrite)]` to `{Self}` if it is yours and derives `StructuralEq`",
    note = "for a leaf of your own, invoke `sexpr_core::rewritable!(leaf {Self});`"
)]
pub trait RewritableNames: NameField + Rewritable {
    /// Visits each name as a variable of the namespace.
    fn visit_names<'a, N: Namespace>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>);
}

/// A type whose values are variables: nodes of kind `var`, and names in fields with the role `var`.
///
/// Derived with `#[seq(rewrite)]`, and implemented by [`rewritable!(leaf …)`](crate::rewritable!).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no variable [SEQ434]",
    label = "neither a node of kind `var` nor a name",
    note = "name the type of the variables' nodes, or, for fields marked `#[seq(var)]`, what names are written as"
)]
pub trait Variable: Rewritable {
    /// The variable's identity. The identity of a name depends on the namespace.
    #[doc(hidden)]
    fn identify(&self, namespace: &str, keys: &mut Keys) -> Identity;
}

/// A name as a whole.
#[doc(hidden)]
pub trait NamePart: KeyValue + Rewritable {
    /// Converts the name of another occurrence, which may be of another type, to this type.
    fn like(other: &dyn Any) -> Self;

    /// Takes the ignored fields from the name that this name replaces. So an occurrence keeps its source location.
    fn keep_ignored(&mut self, _of: &Self) {}
}

/// A user's leaf that can be rewritten.
#[doc(hidden)]
pub trait RewritableLeaf
where
    (): MadeRewritable<Self>,
{
}

/// The requirement of [`rewritable!(leaf …)`](crate::rewritable!) on a type. (The type is an argument: see `impls::mention`.)
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{T}` is not a leaf, so `rewritable!(leaf …)` cannot make it rewritable [SEQ446]",
    label = "not compared as a leaf",
    note = "for a leaf of your own, implement `sexpr_core::containers::Leaf`, and invoke `sexpr_core::leaf!({T});`, too",
    note = "for any other type, derive `StructuralEq`, and write `#[seq(rewrite)]` instead"
)]
pub trait MadeRewritable<T: ?Sized> {}

#[diagnostic::do_not_recommend]
impl<T: KeyValue + NameField> MadeRewritable<T> for () {}

/// The bounds of a leaf, which may be unsatisfied at their declaration.
#[doc(hidden)]
pub trait LeafFor<'x>: KeyValue + NameField {}

impl<T: KeyValue + NameField> LeafFor<'_> for T {}

/// A field that is copied with a node, and not compared.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be copied with the node that holds it [SEQ433]",
    label = "`Clone` is not implemented for `{Self}`",
    note = "a node marked `#[seq(rewrite)]` is copied where something in it changes and it is shared: make `{Self}` `Clone`"
)]
pub trait CloneUnchanged: Clone {}

impl<T: Clone> CloneUnchanged for T {}

/// A copy of a field that is not compared.
#[doc(hidden)]
pub fn keep<T: CloneUnchanged>(value: &T) -> T {
    value.clone()
}
