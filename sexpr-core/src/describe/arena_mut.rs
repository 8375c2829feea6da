//! Arenas whose nodes are rewritten: `ArenaMut`, and `FromIndex` for ids that are made of indices.

use alloc::{boxed::Box, vec::Vec};
use core::any::Any;

use crate::describe::arena::{Arena, Id};

/// An id that is made of an index: what a `Vec` gives out for a new node.
///
/// Rewriting needs it of the ids of a `Vec<T>` or `Box<[T]>`. [`ArenaMut`] has an example.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not made of an index, so a `Vec` cannot give it out for a new node [SEQ436]",
    label = "`FromIndex` is not implemented for `{Self}`",
    note = "implement `sexpr_core::arena::FromIndex` for it; an arena of your own implements `ArenaMut` instead"
)]
pub trait FromIndex: Id + Sized {
    /// The id of the node at this index.
    ///
    /// # Panics
    ///
    /// May panic if the index is too large for the id, as an arena does that is full.
    fn from_index(index: usize) -> Self;
}

/// An arena in which a rewriting replaces nodes and allocates new ones.
///
/// A type that is [rewritten](crate::rewrite::Rewrite) needs it of its arenas, and `Clone`, since a node with an arena is
/// copied where it is shared. `Vec<T>` and `Box<[T]>` are such arenas if their ids are made [of indices](FromIndex), and
/// `Box`, `Rc` and `Arc` of one are. While a node is rewritten that has an arena, [`Default`] stands for the arena there.
///
/// Each id has a node of its own: two ids with different [indices](Id::index) never lead to the same node.
///
/// ```
/// use sexpr_core::{
///     StructuralEq, arena::{Arena, ArenaMut, FromIndex, Id}, rewrite::Rewrite,
/// };
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// struct ExprId(usize);
///
/// impl Id for ExprId {
///     type Node = Expr;
///     fn index(&self) -> u64 {
///         self.0 as u64
///     }
/// }
/// sexpr_core::id!(ExprId);
/// sexpr_core::rewritable!(id ExprId);
///
/// #[derive(StructuralEq, Clone, Debug, PartialEq)]
/// #[seq(rewrite)]
/// enum Expr {
///     Number(i64),
///     Negate(ExprId),
/// }
///
/// /// Expressions, and how many there were from the beginning.
/// #[derive(Clone, Default)]
/// struct Expressions {
///     all: Vec<Expr>,
///     given: usize,
/// }
///
/// impl Arena<ExprId> for Expressions {
///     fn node(&self, id: &ExprId) -> Option<&Expr> {
///         self.all.get(id.0)
///     }
///     fn nodes(&self) -> impl Iterator<Item = &Expr> {
///         self.all.iter()
///     }
/// }
/// impl ArenaMut<ExprId> for Expressions {
///     fn node_mut(&mut self, id: &ExprId) -> Option<&mut Expr> {
///         self.all.get_mut(id.0)
///     }
///     fn allocate(&mut self, node: Expr) -> ExprId {
///         self.all.push(node);
///         ExprId(self.all.len() - 1)
///     }
///     fn ids(&self) -> impl Iterator<Item = ExprId> {
///         (0..self.all.len()).map(ExprId)
///     }
/// }
///
/// #[derive(StructuralEq)]
/// #[seq(rewrite)]
/// struct Function {
///     #[seq(arena)]
///     expressions: Expressions,
///     result: ExprId,
/// }
///
/// let all = vec![Expr::Number(1), Expr::Number(7), Expr::Negate(ExprId(0))];
/// let function = Function { expressions: Expressions { given: all.len(), all }, result: ExprId(2) };
/// let function = Rewrite::new().after(|number: &i64, _| Some(number + 1)).run(function);
/// assert_eq!(function.expressions.all, [Expr::Number(2), Expr::Number(7), Expr::Negate(ExprId(0))]);
/// assert_eq!((function.expressions.given, function.result), (3, ExprId(2)));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no arena in which nodes of ids of type `{I}` can be replaced [SEQ437]",
    label = "`ArenaMut<{I}>` is not implemented for `{Self}`",
    note = "implement `sexpr_core::arena::ArenaMut` for it, or remove `rewrite` from what holds it",
    note = "a `Vec<T>` is such an arena for ids of `T` that implement `sexpr_core::arena::FromIndex`"
)]
pub trait ArenaMut<I: Id>: Arena<I> + Default {
    /// The node that an id means, to be replaced: the one that [`Arena::node`] gives.
    fn node_mut(&mut self, id: &I) -> Option<&mut I::Node>;

    /// Puts in a new node, and gives its id, which no other node has. Ids that were given out before keep their nodes.
    fn allocate(&mut self, node: I::Node) -> I;

    /// The ids of all nodes, in the order of [`Arena::nodes`].
    fn ids(&self) -> impl Iterator<Item = I>;
}

/// An arena that an operation holds while it replaces nodes, whatever its type.
pub(crate) trait HeldArena<I: Id> {
    fn node(&self, id: &I) -> Option<&I::Node>;
    fn node_mut(&mut self, id: &I) -> Option<&mut I::Node>;
    fn allocate(&mut self, node: I::Node) -> I;
    fn ids(&self) -> Vec<I>;
    fn into_any(self: Box<Self>) -> Box<dyn Any>;
}

impl<A: ArenaMut<I>, I: Id> HeldArena<I> for A {
    fn node(&self, id: &I) -> Option<&I::Node> {
        Arena::node(self, id)
    }
    fn node_mut(&mut self, id: &I) -> Option<&mut I::Node> {
        ArenaMut::node_mut(self, id)
    }
    fn allocate(&mut self, node: I::Node) -> I {
        ArenaMut::allocate(self, node)
    }
    fn ids(&self) -> Vec<I> {
        ArenaMut::ids(self).collect()
    }
    fn into_any(self: Box<Self>) -> Box<dyn Any> {
        self
    }
}
