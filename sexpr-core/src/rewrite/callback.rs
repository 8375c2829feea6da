//! `Site` and `Change`: the argument and the result of a rewriting's callbacks.

use core::{fmt, marker::PhantomData};

use crate::{
    describe::{info::Def, region::Region},
    engine::path::Path,
    rewrite::{rewritable::Variable, rewriting::RewritingState},
    rules::{
        bindings::Occurrence,
        memo::one_value::Consulted,
        variables::{self, AfterFields, Source},
    },
    walk::callback::{Context, Keeps, KnowsBindings, KnowsPaths},
};

/// The place of a part with which a callback of a rewriting is called, as far as the rewriting tracks places.
pub struct Site<'w, C: Context = Keeps<false, false>> {
    pub(super) state: &'w RewritingState,
    at: Region,
    occurrence: Option<Occurrence>,
    context: PhantomData<C>,
}

impl<'w> Site<'w> {
    pub(super) fn new(state: &'w RewritingState, at: Region, occurrence: Option<Occurrence>) -> Self {
        Site { state, at, occurrence, context: PhantomData }
    }

    /// The same site, for callbacks that may ask for bindings or paths.
    pub(super) fn in_context<C: Context>(self) -> Site<'w, C> {
        Site { state: self.state, at: self.at, occurrence: self.occurrence, context: PhantomData }
    }
}

/// In rewritings [`with_bindings`](crate::rewrite::Rewrite::with_bindings).
impl<C: Context> Site<'_, C> {
    /// The region in force: [`Def::None`], [`Def::Pattern`] or [`Def::Simple`].
    pub fn region(&self) -> Def
    where
        C: KnowsBindings,
    {
        self.at.def()
    }

    /// The occurrence, if the part is a variable: callbacks are called where a variable is bound or first declared, and where a
    /// free one is first met.
    pub fn occurrence(&self) -> Option<Occurrence>
    where
        C: KnowsBindings,
    {
        self.occurrence
    }

    /// Whether the part is a variable that is bound here.
    pub fn is_binding(&self) -> bool
    where
        C: KnowsBindings,
    {
        self.occurrence().is_some_and(Occurrence::is_binding)
    }

    /// The binding of a variable that is used here, or `Free`; `None` if it was not met before.
    ///
    /// ```
    /// use std::{cell::RefCell, sync::Arc};
    /// use sexpr_core::{StructuralEq, rewrite::Rewrite, walk::Occurrence};
    ///
    /// #[derive(StructuralEq)]
    /// #[seq(kind = "var", rewrite)]
    /// struct Var { #[seq(ignore)] name: String }
    ///
    /// #[derive(StructuralEq)]
    /// #[seq(rewrite)]
    /// enum Expr {
    ///     Use(Arc<Var>),
    ///     #[seq(scope)]
    ///     Lambda { #[seq(def)] param: Arc<Var>, body: Box<Expr> },
    ///     Call(Vec<Expr>),
    /// }
    ///
    /// let x = Arc::new(Var { name: "x".into() });
    /// let lambda = Expr::Lambda { param: x.clone(), body: Box::new(Expr::Use(x.clone())) };
    /// let uses = RefCell::new(Vec::new());
    /// Rewrite::new()
    ///     .with_bindings()
    ///     .after(|expr: &Expr, site| {
    ///         if let Expr::Use(var) = expr {
    ///             uses.borrow_mut().push(site.meaning(&**var) == Some(Occurrence::Free));
    ///         }
    ///         None
    ///     })
    ///     .run(Expr::Call(vec![lambda, Expr::Use(x)]));
    /// assert_eq!(*uses.borrow(), [false, true]);
    /// ```
    pub fn meaning<V: Variable>(&self, variable: &V) -> Option<Occurrence>
    where
        C: KnowsBindings,
    {
        self.consult("", variable, true)
    }

    /// [`meaning`](Self::meaning), of a variable that is known by its value, in a namespace: one of a field marked
    /// `#[seq(var = "namespace")]`.
    pub fn meaning_in<V: Variable>(&self, namespace: &str, variable: &V) -> Option<Occurrence>
    where
        C: KnowsBindings,
    {
        self.consult(namespace, variable, true)
    }

    /// The meaning of a variable here. Records that the part depends on it: if `is_exact`, also on whether a variable without
    /// a binding was met before.
    fn consult<V: Variable>(&self, namespace: &str, variable: &V, is_exact: bool) -> Option<Occurrence> {
        let RewritingState { keys, bindings, consulted, .. } = self.state;
        let variable = variable.identify(namespace, &mut keys.borrow_mut());
        let meaning = bindings.meaning(variable);
        consulted.borrow_mut().push(Consulted::new(variable, meaning, is_exact));
        meaning
    }

    /// A number that identifies the variable that the part is, on walks as well.
    pub(crate) fn variable_tag(&self) -> Option<u128> {
        let Site { state, occurrence, .. } = self;
        let variable = occurrence.and(state.variable())?;
        Some(state.keys.borrow().tag(variable))
    }

    /// Whether an occurrence of a variable here would be a free use.
    pub(crate) fn is_free_use<V: Variable>(&self, namespace: &str, variable: &V) -> bool {
        let present = |source| match source {
            Source::Present => self.consult(namespace, variable, self.at.binds()),
            Source::Predeclared => None,
        };
        match variables::after_fields(self.at, present) {
            AfterFields::Decided(occurrence) => occurrence == Occurrence::Free,
            AfterFields::Binds => false,
            AfterFields::Free => true,
        }
    }

    /// Has a free variable count as met here, in a part that is replaced as a whole.
    pub(crate) fn meet_free<V: Variable>(&self, namespace: &str, variable: &V) {
        let RewritingState { keys, met_free, .. } = self.state;
        met_free.borrow_mut().push(variable.identify(namespace, &mut keys.borrow_mut()));
    }
}

/// In rewritings [`with_paths`](crate::rewrite::Rewrite::with_paths).
impl<C: Context> Site<'_, C> {
    /// The number of nodes around the part.
    pub fn depth(&self) -> usize
    where
        C: KnowsPaths,
    {
        self.state.around.nodes
    }

    /// The path from the root to the part. Takes time in proportion to its length.
    pub fn path(&self) -> Path
    where
        C: KnowsPaths,
    {
        self.state.trail.path()
    }
}

impl<C: Context> fmt::Debug for Site<'_, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Site").field("path", &self.state.trail.path()).finish_non_exhaustive()
    }
}

/// What becomes of a part: the result of a callback of a [`Rewrite`](crate::rewrite::Rewrite).
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

    /// Replaces the part. Before the children, those of the new value are visited next.
    pub fn replace(value: T) -> Self {
        Change { replacement: Some(value), skips: false }
    }

    /// Keeps this part and skips its children, which then bind nothing. After the children, the same as [`keep`](Self::keep).
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

/// The result of a callback of a [`Rewrite`](crate::rewrite::Rewrite): an `Option`, the part's replacement; a [`Change`]; or
/// a `Result` of either, which may stop the rewriting with an error.
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
