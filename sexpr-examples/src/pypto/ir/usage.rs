//! Uses of variables.

use std::ops::Deref;
use std::sync::Arc;

use sexpr_core::{
    Field, StructuralEq,
    containers::SharedPointer,
    custom::{Region, Visitor},
    reflect::{Shape, TypeInfo},
    rewritable,
    rewrite::{Rewritable, RewritableWrapper},
};

use super::Span;

/// A use of a variable: a pointer to it that remembers where the use is written. A variable's node only knows where it
/// is bound.
///
/// It takes part in comparisons as a pointer, like the `Arc` that it holds: the variable is what counts, and paths have
/// no step for it. In rewritings it keeps its place, whatever becomes of the variable.
#[derive(Debug)]
pub struct Use<T> {
    /// The variable.
    pub variable: Arc<T>,
    /// Where it is used.
    pub span: Span,
}

impl<T> Use<T> {
    /// A use at a place.
    pub fn new(variable: Arc<T>, span: Span) -> Self {
        Self { variable, span }
    }
}

impl<T> Clone for Use<T> {
    fn clone(&self) -> Self {
        Self { variable: self.variable.clone(), span: self.span.clone() }
    }
}

impl<T> Deref for Use<T> {
    type Target = Arc<T>;

    fn deref(&self) -> &Arc<T> {
        &self.variable
    }
}

impl<T> From<Arc<T>> for Use<T> {
    /// A use that no file holds.
    fn from(variable: Arc<T>) -> Self {
        Self::new(variable, Span::unknown())
    }
}

impl<T: StructuralEq> SharedPointer for Use<T> {
    type Target = T;

    fn target(&self) -> &T {
        &self.variable
    }

    fn is_unique(&self) -> bool {
        self.variable.is_unique()
    }
}

impl<T: StructuralEq> StructuralEq for Use<T> {
    const INFO: &'static TypeInfo = &TypeInfo::container("Use", Shape::Pointer(|| T::INFO));
    type Reach = T::Reach;

    fn content<'a, V: Visitor<'a>>(left: &'a Self, right: &'a Self, at: Region, visitor: &mut V) -> bool {
        visitor.shared(left, right, at)
    }
}

impl<T: StructuralEq> Field for Use<T> {}

impl<T: Rewritable> RewritableWrapper for Use<T> {
    type Inner = Arc<T>;

    fn inner(&self) -> &Arc<T> {
        &self.variable
    }

    fn inner_mut(&mut self) -> &mut Arc<T> {
        &mut self.variable
    }

    fn with_inner(&self, variable: Arc<T>) -> Self {
        Self::new(variable, self.span.clone())
    }
}
rewritable!(wrapper Use<T>, [T: Rewritable]);
