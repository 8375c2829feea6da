//! Ids and arenas of other crates, and ids whose type says nothing.

use alloc::{boxed::Box, rc::Rc, sync::Arc};
use core::marker::PhantomData;

use crate::describe::{
    arena::{Arena, Columns, Id},
    mirror::cast::As,
    structural::StructuralEq,
};

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
    /// What an id means, as operations see it: an [`As`] for a node of another crate.
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
    )*};
}

numbers! { u8 u16 u32 u64 usize }

macro_rules! non_zero {
    ($($number:ty)*) => {$(
        impl<N: StructuralEq + 'static> DescribeId<core::num::NonZero<$number>> for IdTo<N> {
            type Node = N;

            fn index(id: &core::num::NonZero<$number>) -> u64 {
                <Self as DescribeId<$number>>::index(&(id.get() - 1))
            }
        }
        crate::id!(core::num::NonZero<$number> as IdTo<N>, [N: StructuralEq + 'static]);
    )*};
}

non_zero! { u8 u16 u32 u64 usize }
