//! Pointers and containers of other crates: what they say to a visitor.
//!
//! `As` is a type of this crate, so nobody else can implement `OwningPointer` and its like for it. It has them by these
//! traits of the types that stand for pointers and containers.

use crate::describe::{
    containers::{Map, OwningPointer, Sequence, SharedPointer, Sharing},
    keys::MapKey,
    mirror::cast::As,
    structural::{Field, StructuralEq},
};

/// A type that says how a pointer of another crate, of the type `P`, is followed, where that owns its pointee alone:
/// [`OwningPointer`] for what [`Describe`](crate::mirror::Describe) describes.
///
/// ```
/// use std::{marker::PhantomData, ops::Deref};
/// use sexpr_core::{
///     StructuralEq, custom::{Region, Visitor}, mirror::{As, Describe, DescribeField, DescribeOwningPointer},
///     reflect::{Shape, TypeInfo}, structural_equal,
/// };
///
/// mod foreign {
///     pub struct Box<'arena, T>(pub &'arena mut T);
///     impl<T> std::ops::Deref for Box<'_, T> {
///         type Target = T;
///         fn deref(&self) -> &T {
///             self.0
///         }
///     }
///     pub enum Expr<'arena> {
///         Number(i64),
///         Negate(Box<'arena, Expr<'arena>>),
///         Return(Option<Box<'arena, Expr<'arena>>>),
///     }
/// }
///
/// /// Stands for `foreign::Box`, whose pointee `D` describes.
/// struct ArenaBox<D>(PhantomData<D>);
///
/// impl<'arena, D: DescribeField<T>, T> DescribeOwningPointer<foreign::Box<'arena, T>> for ArenaBox<D> {
///     type Target = As<D, T>;
///
///     fn target<'p>(pointer: &'p As<Self, foreign::Box<'arena, T>>) -> &'p As<D, T> {
///         As::new(pointer.get())
///     }
/// }
/// impl<'arena, D: DescribeField<T>, T> Describe<foreign::Box<'arena, T>> for ArenaBox<D> {
///     const INFO: &'static TypeInfo = &TypeInfo::container("Box", Shape::Pointer(D::TABLE));
///     type Reach = D::Reach;
///
///     fn content<'a, V: Visitor<'a>>(
///         left: &'a As<Self, foreign::Box<'arena, T>>,
///         right: &'a As<Self, foreign::Box<'arena, T>>,
///         at: Region,
///         visitor: &mut V,
///     ) -> bool {
///         visitor.owning(left, right, at)
///     }
/// }
/// impl<'arena, D: DescribeField<T>, T> DescribeField<foreign::Box<'arena, T>> for ArenaBox<D> {}
///
/// #[derive(StructuralEq)]
/// #[seq(remote = "foreign::Expr<'arena>")]
/// enum Expr<'arena> {
///     Number(i64),
///     Negate(#[seq(as = "ArenaBox<Expr<'arena>>")] foreign::Box<'arena, foreign::Expr<'arena>>),
///     Return(#[seq(as = "Option<ArenaBox<Expr<'arena>>>")] Option<foreign::Box<'arena, foreign::Expr<'arena>>>),
/// }
///
/// let (mut one, mut other) = (foreign::Expr::Number(1), foreign::Expr::Number(1));
/// let [one, other] = [&mut one, &mut other].map(|number| foreign::Expr::Return(Some(foreign::Box(number))));
/// assert!(structural_equal(As::<Expr, _>::new(&one), As::<Expr, _>::new(&other)));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say how `{P}` is followed [SEQ423]",
    note = "implement `sexpr_core::mirror::DescribeOwningPointer<{P}>` for it"
)]
pub trait DescribeOwningPointer<P: ?Sized> {
    /// What it points to, as operations see it: an [`As`].
    type Target: Field + ?Sized;
    /// See [`OwningPointer::target`].
    fn target(pointer: &As<Self, P>) -> &Self::Target;
}

impl<D: DescribeOwningPointer<P> + ?Sized, P: ?Sized> OwningPointer for As<D, P> {
    type Target = D::Target;

    #[inline(always)]
    fn target(&self) -> &D::Target {
        D::target(self)
    }
}

/// A type that says how a pointer of another crate, of the type `P`, is followed, where others may share its pointee:
/// [`SharedPointer`] for what [`Describe`](crate::mirror::Describe) describes. See [`DescribeOwningPointer`] for an
/// example.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say how `{P}` is followed [SEQ423]",
    note = "implement `sexpr_core::mirror::DescribeSharedPointer<{P}>` for it"
)]
pub trait DescribeSharedPointer<P: ?Sized> {
    /// What it points to, as operations see it: an [`As`].
    type Target: StructuralEq + ?Sized;
    /// See [`SharedPointer::DISTINCT`].
    const DISTINCT: bool = false;
    /// See [`SharedPointer::target`].
    fn target(pointer: &As<Self, P>) -> &Self::Target;
    /// See [`SharedPointer::sharing`].
    fn sharing(pointer: &As<Self, P>) -> Sharing;
}

impl<D: DescribeSharedPointer<P> + ?Sized, P: ?Sized> SharedPointer for As<D, P> {
    type Target = D::Target;
    const DISTINCT: bool = D::DISTINCT;

    #[inline(always)]
    fn target(&self) -> &D::Target {
        D::target(self)
    }
    #[inline(always)]
    fn sharing(&self) -> Sharing {
        D::sharing(self)
    }
}

/// A type that says which elements a sequence of another crate, of the type `S`, has: [`Sequence`] for what
/// [`Describe`](crate::mirror::Describe) describes. A sequence that is a slice inside needs none: hand over
/// [`As::each`] of that.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say which elements `{S}` has [SEQ424]",
    note = "implement `sexpr_core::mirror::DescribeSequence<{S}>` for it"
)]
pub trait DescribeSequence<S: ?Sized> {
    /// An element, as operations see it: an [`As`].
    type Item: Field;
    /// See [`Sequence::length`].
    fn length(sequence: &As<Self, S>) -> usize;
    /// See [`Sequence::items`].
    fn items(sequence: &As<Self, S>) -> impl DoubleEndedIterator<Item = &Self::Item>;
}

impl<D: DescribeSequence<S> + ?Sized, S: ?Sized> Sequence for As<D, S> {
    type Item = D::Item;

    #[inline(always)]
    fn length(&self) -> usize {
        D::length(self)
    }
    #[inline(always)]
    fn items(&self) -> impl DoubleEndedIterator<Item = &D::Item> {
        D::items(self)
    }
}

/// A type that says which entries a map or set of another crate, of the type `M`, has:
/// [`Map`](crate::containers::Map) for what [`Describe`](crate::mirror::Describe) describes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say which entries `{M}` has [SEQ425]",
    note = "implement `sexpr_core::mirror::DescribeMap<{M}>` for it"
)]
pub trait DescribeMap<M: ?Sized> {
    /// The key of an entry, as operations see it: an [`As`].
    type Key: MapKey;
    /// The value of an entry, as operations see it: an [`As`], or `()` in a set.
    type Value: Field;
    /// See [`Map::length`].
    fn length(map: &As<Self, M>) -> usize;
    /// See [`Map::entries`].
    fn entries(map: &As<Self, M>) -> impl Iterator<Item = (&Self::Key, &Self::Value)>;
}

impl<D: DescribeMap<M> + ?Sized, M: ?Sized> Map for As<D, M> {
    type Key = D::Key;
    type Value = D::Value;

    fn length(&self) -> usize {
        D::length(self)
    }
    fn entries(&self) -> impl Iterator<Item = (&D::Key, &D::Value)> {
        D::entries(self)
    }
}
