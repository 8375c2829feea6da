//! The traits for mirrors of pointers, containers, ids and arenas of other crates.
//!
//! `As` is a type of this crate, so no other crate can implement `OwningPointer` and its like for it. It has them by the
//! traits here, which the types that stand for pointers, containers and ids implement.

use alloc::{boxed::Box, rc::Rc, sync::Arc};
use core::marker::PhantomData;

use crate::describe::{
    arena::{Arena, Columns, Id},
    containers::{Map, OwningPointer, Sequence, SharedPointer, Sharing},
    keys::MapKey,
    mirror::As,
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
    /// The pointee, as operations see it: an [`As`].
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
    /// The pointee, as operations see it: an [`As`].
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

/// A type that says of ids of the type `I` what they are ids of: [`Id`], for ids of another crate.
///
/// [`id!`](crate::id) makes it a description that a field can name by `as`; [`DescribeArena`] says how nodes are found.
///
/// ```
/// use std::marker::PhantomData;
/// use sexpr_core::{
///     StructuralEq,
///     mirror::{As, Describe, DescribeArena, DescribeId},
///     structural_equal,
/// };
///
/// mod foreign {
///     use std::marker::PhantomData;
///
///     pub struct Handle<T>(pub usize, pub PhantomData<T>);
///     pub struct Arena<T>(pub Vec<T>);
///
///     pub enum Expr {
///         Number(i64),
///         Negate(Handle<Expr>),
///     }
///     pub struct Function {
///         pub expressions: Arena<Expr>,
///         pub result: Handle<Expr>,
///     }
/// }
///
/// /// Stands for the handles and the arenas of nodes that `D` describes.
/// struct Handle<D>(PhantomData<D>);
///
/// impl<D: Describe<T> + 'static, T: 'static> DescribeId<foreign::Handle<T>> for Handle<D> {
///     type Node = As<D, T>;
///     fn index(id: &foreign::Handle<T>) -> u64 {
///         id.0 as u64
///     }
/// }
/// sexpr_core::id!(foreign::Handle<T> as Handle<D>, [D: Describe<T> + 'static, T: 'static]);
///
/// impl<D: Describe<T> + 'static, T: 'static> DescribeArena<foreign::Arena<T>, foreign::Handle<T>> for Handle<D> {
///     fn node<'a>(arena: &'a foreign::Arena<T>, id: &foreign::Handle<T>) -> Option<&'a As<D, T>> {
///         arena.0.get(id.0).map(As::new)
///     }
///     fn nodes(arena: &foreign::Arena<T>) -> impl Iterator<Item = &As<D, T>> {
///         arena.0.iter().map(As::new)
///     }
/// }
///
/// #[derive(StructuralEq)]
/// #[seq(remote = "foreign::Expr")]
/// enum Expr {
///     Number(i64),
///     Negate(#[seq(as = "Handle<Expr>")] foreign::Handle<foreign::Expr>),
/// }
///
/// #[derive(StructuralEq)]
/// #[seq(remote = "foreign::Function")]
/// struct Function {
///     #[seq(arena, as = "Handle<Expr>")]
///     expressions: foreign::Arena<foreign::Expr>,
///     #[seq(as = "Handle<Expr>")]
///     result: foreign::Handle<foreign::Expr>,
/// }
///
/// use foreign::Expr::{Negate, Number};
/// let handle = |index| foreign::Handle(index, PhantomData);
/// let function = |expressions, result| foreign::Function {
///     expressions: foreign::Arena(expressions),
///     result: handle(result),
/// };
/// let one = function(vec![Number(1), Negate(handle(0))], 1);
/// let other = function(vec![Negate(handle(2)), Number(7), Number(1)], 0);
/// assert!(structural_equal(As::<Function, _>::new(&one), As::<Function, _>::new(&other)));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not describe ids of type `{I}` [SEQ426]",
    note = "implement `sexpr_core::mirror::DescribeId<{I}>` for it"
)]
pub trait DescribeId<I: 'static>: Sized + 'static {
    /// The node of an id, as operations see it: an [`As`] for a node of another crate.
    type Node: StructuralEq + 'static;
    /// A number that tells an id from all others of its arena.
    fn index(id: &I) -> u64;
}

/// A type that says how the nodes of ids of the type `I` are found in arenas of the type `A`: [`Arena`], for an arena of
/// another crate. See [`DescribeId`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say how `{A}` is read [SEQ427]",
    note = "implement `sexpr_core::mirror::DescribeArena<{A}, {I}>` for it"
)]
pub trait DescribeArena<A: 'static, I: 'static>: DescribeId<I> {
    /// See [`Arena::COLUMNS`]. Where variables are in other tables, `columns` ends what [`id!`](crate::id) is given.
    const COLUMNS: Option<Columns<A, I>> = None;
    /// See [`Arena::node`].
    fn node<'a>(arena: &'a A, id: &I) -> Option<&'a Self::Node>;
    /// See [`Arena::nodes`].
    fn nodes(arena: &A) -> impl Iterator<Item = &Self::Node>;
    /// See [`Arena::place`]. `Box`, `Rc` and `Arc` of an arena are described as the arena is.
    fn place(arena: &A) -> *const () {
        core::ptr::from_ref(arena).cast()
    }
}

macro_rules! described_behind {
    ($($pointer:ident),*) => {
        $(
            impl<D: DescribeArena<A, I>, A: 'static, I: 'static> DescribeArena<$pointer<A>, I> for D {
                const COLUMNS: Option<Columns<$pointer<A>, I>> = match <D as DescribeArena<A, I>>::COLUMNS {
                    Some(_) => Some(|pointer, id, fields| {
                        if let Some(list) = <D as DescribeArena<A, I>>::COLUMNS {
                            list(pointer, id, fields);
                        }
                    }),
                    None => None,
                };

                fn node<'a>(arena: &'a $pointer<A>, id: &I) -> Option<&'a D::Node> {
                    <D as DescribeArena<A, I>>::node(arena, id)
                }
                fn nodes(arena: &$pointer<A>) -> impl Iterator<Item = &D::Node> {
                    <D as DescribeArena<A, I>>::nodes(arena)
                }
                fn place(arena: &$pointer<A>) -> *const () {
                    <D as DescribeArena<A, I>>::place(arena)
                }
            }
        )*
    };
}
described_behind!(Box, Rc, Arc);

impl<D: DescribeId<I>, I: 'static> Id for As<D, I> {
    type Node = D::Node;

    fn index(&self) -> u64 {
        D::index(self.get())
    }
}

impl<D: DescribeArena<A, I>, A: 'static, I: 'static> Arena<As<D, I>> for As<D, A> {
    const COLUMNS: Option<Columns<Self, As<D, I>>> = match D::COLUMNS {
        Some(_) => Some(|arena, id, fields| {
            if let Some(list) = D::COLUMNS {
                list(arena.get(), id.get(), fields);
            }
        }),
        None => None,
    };

    fn node(&self, id: &As<D, I>) -> Option<&D::Node> {
        D::node(self.get(), id.get())
    }
    fn nodes(&self) -> impl Iterator<Item = &D::Node> {
        D::nodes(self.get())
    }
    fn place(&self) -> *const () {
        D::place(self.get())
    }
}

/// Describes numbers that are ids of nodes of the type `N`: what `#[seq(id(N))]` stands for.
///
/// The arena is one for ids of the type [`IdOf<N, I>`](IdOf), where `I` is the type of the numbers; a `Vec<N>` is. A
/// `NonZero` number counts from one: 1 is the id of the first node.
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

/// The type of an arena's ids beside that of a field: whether the field is a number that is an id of the arena's nodes, and
/// whether both types are the same. Of a type that is neither, [`OtherIds`] says no.
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

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl<N: StructuralEq + 'static> DescribeId<$number> for IdTo<N> {
            type Node = N;

            fn index(id: &$number) -> u64 {
                u64::try_from(*id).unwrap_or(u64::MAX)
            }
        }
        crate::id!($number as IdTo<N>, [N: StructuralEq + 'static]);
        impl<N: StructuralEq + 'static> DescribeId<core::num::NonZero<$number>> for IdTo<N> {
            type Node = N;

            fn index(id: &core::num::NonZero<$number>) -> u64 {
                <Self as DescribeId<$number>>::index(&(id.get() - 1))
            }
        }
        crate::id!(core::num::NonZero<$number> as IdTo<N>, [N: StructuralEq + 'static]);
    )*};
}

numbers! { u8 u16 u32 u64 usize }
