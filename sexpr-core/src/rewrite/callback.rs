//! `Change`: the result of a rewriting's callback; and the queries of a place that only rewritings have.

use crate::{
    rewrite::rewritable::Variable,
    rules::{
        bindings::Occurrence,
        variables::{self, AfterFields, Source},
    },
    walk::callback::{At, KnowsBindings},
};

impl<C> At<'_, C> {
    /// The [`meaning`](Self::meaning) of a use of a variable that is known by its value. `namespace` is `""`, or the
    /// namespace of fields marked `#[seq(var = "namespace")]`.
    ///
    /// ```
    /// use std::cell::RefCell;
    /// use sexpr_core::{StructuralEq, rewrite::Rewrite, walk::Occurrence};
    ///
    /// #[derive(StructuralEq)]
    /// #[seq(rewrite)]
    /// enum Expr {
    ///     Use(#[seq(var)] String),
    ///     #[seq(scope)]
    ///     Lambda { #[seq(var, def)] param: String, body: Box<Expr> },
    ///     Call(Vec<Expr>),
    /// }
    ///
    /// let lambda = Expr::Lambda { param: "x".into(), body: Box::new(Expr::Use("x".into())) };
    /// let uses = RefCell::new(Vec::new());
    /// Rewrite::new()
    ///     .with_bindings()
    ///     .after(|expr: &Expr, at| {
    ///         if let Expr::Use(name) = expr {
    ///             uses.borrow_mut().push(at.meaning_in("", name) == Some(Occurrence::Free));
    ///         }
    ///         None
    ///     })
    ///     .run(Expr::Call(vec![lambda, Expr::Use("x".into())]));
    /// assert_eq!(*uses.borrow(), [false, true]);
    /// ```
    pub fn meaning_in<V: Variable>(&self, namespace: &str, variable: &V) -> Option<Occurrence>
    where
        C: KnowsBindings,
    {
        let variable = variable.identify(namespace, &mut self.keys.borrow_mut());
        self.consult(variable, true)
    }
}

impl<C> At<'_, C> {
    /// Whether an occurrence of a variable here would be a free use.
    pub(crate) fn is_free_use<V: Variable>(&self, namespace: &str, variable: &V) -> bool {
        let variable = variable.identify(namespace, &mut self.keys.borrow_mut());
        let present = |source| match source {
            Source::Present => self.consult(variable, self.region.binds()),
            Source::Predeclared => None,
        };
        match variables::after_fields(self.region, present) {
            AfterFields::Decided(occurrence) => occurrence == Occurrence::Free,
            AfterFields::Binds => false,
            AfterFields::Free => true,
        }
    }

    /// Notes that a free variable is met here, in a part that is replaced as a whole.
    pub(crate) fn meet_free<V: Variable>(&self, namespace: &str, variable: &V) {
        let variable = variable.identify(namespace, &mut self.keys.borrow_mut());
        if let Some(remarks) = self.remarks {
            remarks.borrow_mut().met_free.push(variable);
        }
    }
}

/// A change of a part: the result of a callback of a [`Rewrite`](crate::rewrite::Rewrite).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change<T> {
    pub(crate) replacement: Option<T>,
    pub(crate) skips: bool,
}

impl<T> Change<T> {
    /// Keeps the part.
    pub fn keep() -> Self {
        Change { replacement: None, skips: false }
    }

    /// Replaces the part. After a callback that runs before the children, the children of the new value are visited.
    pub fn replace(value: T) -> Self {
        Change { replacement: Some(value), skips: false }
    }

    /// Keeps this part and skips its children, which then bind nothing. In a callback that runs after the children, the
    /// same as [`keep`](Self::keep).
    pub fn skip() -> Self {
        Change { replacement: None, skips: true }
    }

    /// Replaces the part, and skips the children of the new value.
    pub fn replace_and_skip(value: T) -> Self {
        Change { replacement: Some(value), skips: true }
    }
}

impl<T> Default for Change<T> {
    fn default() -> Self {
        Change::keep()
    }
}

/// The result of a callback of a [`Rewrite`](crate::rewrite::Rewrite): an `Option` with the part's replacement, a
/// [`Change`], or a `Result` of either. An `Err` stops the rewriting.
#[diagnostic::on_unimplemented(
    message = "a callback of a rewriting cannot answer `{Self}` [SEQ435]",
    note = "it answers an `Option<{T}>`, a `Change<{T}>`, or a `Result` of one of these; to stop with an error, begin with \
            `Rewrite::fallible`"
)]
pub trait IntoChange<T, E> {
    /// The result in its most general form.
    fn into_change(self) -> Result<Change<T>, E>;
}

impl<T, E> IntoChange<T, E> for Option<T> {
    fn into_change(self) -> Result<Change<T>, E> {
        Ok(Change { replacement: self, skips: false })
    }
}

impl<T, E> IntoChange<T, E> for Change<T> {
    fn into_change(self) -> Result<Change<T>, E> {
        Ok(self)
    }
}

impl<T, E> IntoChange<T, E> for Result<Option<T>, E> {
    fn into_change(self) -> Result<Change<T>, E> {
        self.map(|replacement| Change { replacement, skips: false })
    }
}

impl<T, E> IntoChange<T, E> for Result<Change<T>, E> {
    fn into_change(self) -> Result<Change<T>, E> {
        self
    }
}
