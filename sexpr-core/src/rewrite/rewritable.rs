//! The traits of types that can be rewritten.

use alloc::{boxed::Box, vec::Vec};
use core::any::{Any, TypeId};

use super::{Part, Parts, Site};
use crate::{
    containers::{Map, SharedPointer},
    identity::Keys,
    keys::KeyValue,
    names::{Names, Namespace},
    options::structural_hash,
    region::Region,
    structural::StructuralEq,
    walk::Occurrence,
    walker::Edits,
};

/// A type whose values can be rewritten by a [`Rewrite`](super::Rewrite).
///
/// Derive it, with `#[seq(rewrite)]` beside `#[derive(StructuralEq)]`. All fields that are compared must be of
/// rewritable types; those that are not (`ignore`, `opaque`, `key`) must be `Clone`, since a node that is shared is
/// copied where something in it changes. Types with lifetimes cannot be rewritten, and neither can references: what is
/// borrowed cannot be replaced.
///
/// ```
/// use sexpr_core::{Rewrite, Site, StructuralEq};
///
/// #[derive(StructuralEq, Debug, PartialEq)]
/// #[seq(rewrite)]
/// enum Expr { Int(i64), Neg(Box<Expr>) }
///
/// let fold = |expr: &Expr, _: &Site| match expr {
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
    message = "`{Self}` cannot be rewritten",
    label = "`Rewritable` is not implemented for `{Self}`",
    note = "add `#[seq(rewrite)]` to `{Self}` if it is yours and derives `StructuralEq`",
    note = "for a leaf of your own, say `sexpr_core::rewritable_leaf!({Self});`",
    note = "references and other types with lifetimes cannot be rewritten: what is borrowed cannot be replaced"
)]
pub trait Rewritable: StructuralEq + Sized + 'static {
    /// Visits a value: itself, if it is a node, or what it holds.
    #[doc(hidden)]
    fn visit<'a>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>);

    /// Hands over the fields of a node that are looked at, last one first.
    #[doc(hidden)]
    #[inline(always)]
    fn fields<'a>(_: Part<'a, Self>, _: Region, _: &mut Parts<'a, '_, '_>) {}

    /// A copy, with what replaces parts of it.
    #[doc(hidden)]
    fn rebuild(&self, edits: &mut Edits) -> Self;
}

/// What can stand behind a pointer that is rewritten.
#[doc(hidden)]
pub trait Pointee: StructuralEq + 'static {
    fn visit<'a>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>);
    /// Looks into a variable.
    fn enter_variable<'a>(
        part: Part<'a, Self>,
        inside: Region,
        occurrence: Occurrence,
        goes_inside: bool,
        parts: &mut Parts<'a, '_, '_>,
    );
    fn rebuild_boxed(&self, edits: &mut Edits) -> Box<Self>;
    /// The type, where its values are sized.
    fn sized_type() -> Option<TypeId>;
    /// A copy, where values are sized.
    fn copied(&self) -> Option<Box<dyn Any>>;
    /// A copy of what was copied.
    fn copy_of(value: &dyn Any) -> Option<Box<Self>>;
}

impl<T: Rewritable> Pointee for T {
    #[inline(always)]
    fn visit<'a>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>) {
        <T as Rewritable>::visit(part, at, parts);
    }
    fn enter_variable<'a>(
        part: Part<'a, Self>,
        inside: Region,
        occurrence: Occurrence,
        goes_inside: bool,
        parts: &mut Parts<'a, '_, '_>,
    ) {
        parts.enter_variable(part, inside, occurrence, goes_inside);
    }
    fn rebuild_boxed(&self, edits: &mut Edits) -> Box<Self> {
        Box::new(edits.part(self))
    }
    fn sized_type() -> Option<TypeId> {
        Some(TypeId::of::<T>())
    }
    fn copied(&self) -> Option<Box<dyn Any>> {
        Some(Box::new(crate::walker::clone(self)))
    }
    fn copy_of(value: &dyn Any) -> Option<Box<Self>> {
        value.downcast_ref().map(|value| Box::new(crate::walker::clone::<T>(value)))
    }
}

/// Names that can stand behind a pointer that is rewritten.
#[doc(hidden)]
pub(crate) trait PointeeNames: Pointee {
    fn visit_names<'a, N: Namespace>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>);
}

/// A shared pointer that can be rewritten.
#[doc(hidden)]
pub trait RewritablePointer: SharedPointer<Target: Pointee> + Clone + 'static {
    /// What it points to, if nothing else does.
    fn get_mut(&mut self) -> Option<&mut Self::Target>;
    fn from_boxed(target: Box<Self::Target>) -> Self;

    /// What it points to, if the pointer is owned and nothing else points there; or else the pointer.
    #[inline(always)]
    fn owned_target_of(part: Part<'_, Self>) -> Result<&mut Self::Target, Part<'_, Self>> {
        match part {
            Part::Owned(pointer) => {
                // Asked twice, since the compiler takes it to be borrowed for good by the first answer.
                if pointer.get_mut().is_none() {
                    return Err(Part::Owned(pointer));
                }
                match pointer.get_mut() {
                    Some(target) => Ok(target),
                    None => unreachable!("nothing else pointed there a moment ago"),
                }
            }
            read @ Part::Read(_) => Err(read),
        }
    }

    /// What it points to; owned, if the pointer is and nothing else points there.
    #[inline(always)]
    fn target_of(part: Part<'_, Self>) -> Part<'_, Self::Target> {
        match Self::owned_target_of(part) {
            Ok(target) => Part::Owned(target),
            Err(Part::Owned(pointer)) => Part::Read(pointer.target()),
            Err(Part::Read(pointer)) => Part::Read(pointer.target()),
        }
    }
}

/// A map, or a set, that can be rewritten.
#[doc(hidden)]
pub trait RewritableMap: Map + 'static {
    /// Whether it has no values to speak of.
    const IS_SET: bool;
    /// The values, in the container's order.
    fn values_mut(&mut self) -> impl Iterator<Item = &mut Self::Value>;
    /// Replaces keys, in the container's order, and gives those that were replaced, and the values of entries whose
    /// keys became one with that of a later entry.
    fn rekey(&mut self, keys: Vec<Option<Self::Key>>) -> (Vec<Self::Key>, Vec<Self::Value>);
}

/// Names whose variables can be renamed.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the names in `{Self}` cannot be rewritten",
    note = "add `#[seq(rewrite)]` to `{Self}` if it is yours and derives `StructuralEq`",
    note = "for a leaf of your own, say `sexpr_core::rewritable_leaf!({Self});`"
)]
pub trait RewritableNames: Names + Rewritable {
    /// Visits each name as a variable of the namespace.
    fn visit_names<'a, N: Namespace>(part: Part<'a, Self>, at: Region, parts: &mut Parts<'a, '_, '_>);
}

/// A type whose values are variables: nodes of kind `var`, and what is written in fields with the role `var`.
///
/// Derived with `#[seq(rewrite)]`, and implemented by [`rewritable_leaf!`](crate::rewritable_leaf!).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no variable",
    label = "neither a node of kind `var` nor a name",
    note = "name the type of the variables' nodes, or, for fields marked `#[seq(var)]`, what names are written as"
)]
pub trait Variable: Rewritable {
    /// Whether an occurrence would be a use, and free.
    #[doc(hidden)]
    fn is_free_use(&self, namespace: &str, site: &Site<'_>) -> bool;

    /// What an occurrence refers to.
    #[doc(hidden)]
    fn meaning(&self, namespace: &str, site: &Site<'_>) -> Option<Occurrence>;

    /// What tells it from other variables, unless that is its address.
    #[doc(hidden)]
    fn mark(&self) -> Option<u128>;
}

/// A name as a whole.
#[doc(hidden)]
pub trait NamePart: KeyValue + Rewritable {
    /// This name, from that of another occurrence of the same variable, which may be written as another type.
    fn like(other: &dyn Any) -> Self;
}

/// What is copied with a node without being looked at.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be copied with the node that holds it",
    label = "`Clone` is not implemented for `{Self}`",
    note = "a node marked `#[seq(rewrite)]` is copied where something in it changes and it is shared: make `{Self}` `Clone`"
)]
pub trait Kept: Clone {}

impl<T: Clone> Kept for T {}

/// What is copied with a node without being looked at.
#[doc(hidden)]
pub fn keep<T: Kept>(value: &T) -> T {
    value.clone()
}

/// What tells a variable from others that is a node: its key, if it has one.
#[doc(hidden)]
pub fn mark_of_node<V: StructuralEq>(variable: &V) -> Option<u128> {
    let mut keys = Keys::default();
    let variable = keys.identify(variable);
    variable.as_address().is_none().then(|| keys.hash(variable).bits)
}

/// What tells a variable from others that is known by its value: what it is written as.
#[doc(hidden)]
pub fn mark_of_name<V: StructuralEq>(name: &V) -> Option<u128> {
    Some(structural_hash(name).into())
}
