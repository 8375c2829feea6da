//! Mirrors of pointers, containers, ids and arenas of other crates.
//!
//! `As` is a type of this crate, so another crate cannot implement `SharedPointer` for `As<Mirror, Foreign>`. But it
//! can implement `SharedPointer<Mirror>`, since `Mirror` is its own type. This module turns such an implementation into
//! one of `SharedPointer`, which operations require. Sequences and maps have traits of their own. If `Sequence` had a
//! parameter instead, `Sequence::items` and each of its implementations would have to state that the mirror outlives
//! the borrow.

use core::marker::PhantomData;

use crate::describe::{
    arena::Id,
    containers::{Map, OwningPointer, Sequence, SharedPointer},
    keys::MapKey,
    mirror::As,
    structural::Field,
};

impl<D: ?Sized, P: ?Sized> OwningPointer for As<D, P>
where
    Self: OwningPointer<D>,
{
    type Target = <Self as OwningPointer<D>>::Target;

    #[inline(always)]
    fn target(&self) -> &<Self as OwningPointer<D>>::Target {
        OwningPointer::<D>::target(self)
    }
}

impl<D: ?Sized, P: ?Sized> SharedPointer for As<D, P>
where
    Self: SharedPointer<D>,
{
    type Target = <Self as SharedPointer<D>>::Target;
    const DISTINCT: bool = <Self as SharedPointer<D>>::DISTINCT;

    #[inline(always)]
    fn target(&self) -> &<Self as SharedPointer<D>>::Target {
        SharedPointer::<D>::target(self)
    }
    #[inline(always)]
    fn is_unique(&self) -> bool {
        SharedPointer::<D>::is_unique(self)
    }
}

/// A mirror of sequences of the type `S`, from another crate. This trait corresponds to [`Sequence`], as
/// [`Describe`](crate::mirror::Describe) corresponds to `StructuralEq`. A sequence that contains a slice does not need
/// this trait: hand over [`As::each`] of the slice.
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
    /// See [`Sequence::as_slice`].
    fn as_slice(_: &As<Self, S>) -> Option<&[Self::Item]> {
        None
    }
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
    #[inline(always)]
    fn as_slice(&self) -> Option<&[D::Item]> {
        D::as_slice(self)
    }
}

/// A mirror of maps or sets of the type `M`, from another crate. This trait corresponds to
/// [`Map`](crate::containers::Map), as [`Describe`](crate::mirror::Describe) corresponds to `StructuralEq`.
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

impl<D: ?Sized, I> Id for As<D, I>
where
    Self: Id<D>,
{
    type Node = <Self as Id<D>>::Node;

    fn index(&self) -> u64 {
        Id::<D>::index(self)
    }
}

/// The mirror of numbers that are ids of nodes of the type `N`. `#[seq(id(N))]` stands for this mirror.
///
/// The arena must be an arena for ids of the type [`IdOf<N, I>`](IdOf), where `I` is the type of the numbers, such as
/// `Vec<N>`. A `NonZero` number counts from one: 1 is the id of the first node.
///
/// ```
/// use sexpr_core::{StructuralEq, mirror::{IdOf, IdTo}, structural_equal};
///
/// #[derive(StructuralEq)]
/// enum Expr {
///     Number(i64),
///     Sum(#[seq(as = "Vec<IdTo<Expr>>")] Vec<u32>),
/// }
///
/// #[derive(StructuralEq)]
/// struct Function {
///     #[seq(arena(IdOf<Expr, u32>))]
///     expressions: Vec<Expr>,
///     #[seq(id(Expr))]
///     result: u32,
/// }
///
/// let one = Function { expressions: vec![Expr::Number(1), Expr::Sum(vec![0, 0])], result: 1 };
/// let other = Function { expressions: vec![Expr::Sum(vec![1, 1]), Expr::Number(1)], result: 0 };
/// assert!(structural_equal(&one, &other));
/// ```
#[derive(Debug)]
pub struct IdTo<N: ?Sized>(PhantomData<fn() -> N>);

/// A number of the type `I` that is an id of a node of the type `N`, as operations see it.
pub type IdOf<N, I = u32> = As<IdTo<N>, I>;

/// Compares the type of an arena's ids with that of a field: whether the field is a number that is an id of the arena's
/// nodes, and whether both types are the same. For all other types, [`OtherIds`] answers no.
#[doc(hidden)]
pub struct NumberIds<A, F>(PhantomData<(A, F)>);

impl<I: Id, J> NumberIds<I, As<IdTo<I::Node>, J>> {
    pub const ARE_OF_ONE_NODE: bool = true;
}

#[doc(hidden)]
pub struct SameIds<A, F>(PhantomData<(A, F)>);

impl<I> SameIds<I, I> {
    pub const ARE_THE_SAME: bool = true;
}

#[doc(hidden)]
pub trait OtherIds {
    const ARE_OF_ONE_NODE: bool = false;
    const ARE_THE_SAME: bool = false;
}

impl<A, F> OtherIds for NumberIds<A, F> {}
impl<A, F> OtherIds for SameIds<A, F> {}
