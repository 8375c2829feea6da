//! `Site`: where the part is that a callback is called with.

use core::{fmt, marker::PhantomData};

use crate::{
    describe::{info::Def, region::Region},
    engine::path::Path,
    rewrite::{rewritable::Variable, rewriting::RewritingState},
    rules::{
        binding_memo::Consulted,
        occurrence::Occurrence,
        variables::{self, AfterFields, Source},
    },
    walk::context::{Context, Keeps, KnowsBindings, KnowsPaths},
};

/// Where a part stands that a callback of a rewriting is called with, as far as the rewriting keeps that.
pub struct Site<'w, C: Context = Keeps<false, false>> {
    pub(super) place: Standpoint<'w>,
    pub(super) context: PhantomData<C>,
}

/// All that is known of where a rewriting is.
#[derive(Clone, Copy)]
pub(crate) struct Standpoint<'w> {
    pub(crate) state: &'w RewritingState,
    pub(crate) at: Region,
    pub(crate) occurrence: Option<Occurrence>,
}

/// In rewritings [`with_bindings`](crate::rewrite::Rewrite::with_bindings).
impl<C: Context> Site<'_, C> {
    /// The region in force: [`Def::None`], [`Def::Pattern`] or [`Def::Simple`].
    pub fn region(&self) -> Def
    where
        C: KnowsBindings,
    {
        self.place.at.def()
    }

    /// What this occurrence is, if the part is a variable: where it is bound, or declared first, or free and met for the
    /// first time.
    pub fn occurrence(&self) -> Option<Occurrence>
    where
        C: KnowsBindings,
    {
        self.place.occurrence
    }

    /// Whether a variable is bound here.
    pub fn is_binding(&self) -> bool
    where
        C: KnowsBindings,
    {
        self.occurrence().is_some_and(Occurrence::is_binding)
    }

    /// What a variable that is used here refers to: its binding, or that it is free; `None` if it was not met before.
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
        self.place.consult("", variable, true)
    }

    /// [`meaning`](Self::meaning), of a variable that is known by its value, in a namespace: one of a field marked
    /// `#[seq(var = "namespace")]`.
    pub fn meaning_in<V: Variable>(&self, namespace: &str, variable: &V) -> Option<Occurrence>
    where
        C: KnowsBindings,
    {
        self.place.consult(namespace, variable, true)
    }

    /// What tells the part from others, if it is a variable, on walks as well.
    pub(crate) fn variable_tag(&self) -> Option<u128> {
        let Standpoint { state, occurrence, .. } = self.place;
        let variable = occurrence.and(state.variable())?;
        Some(state.keys.borrow().tag(variable))
    }

    /// Whether the part is this variable, of a namespace if it is a name, and free.
    pub(crate) fn is_free_occurrence<V: Variable>(&self, namespace: &str, variable: &V) -> bool {
        let Standpoint { state, occurrence, .. } = self.place;
        occurrence == Some(Occurrence::Free)
            && state.variable() == Some(variable.identify(namespace, &mut state.keys.borrow_mut()))
    }

    /// Whether an occurrence of a variable here would be a use, and free.
    pub(crate) fn is_free_use<V: Variable>(&self, namespace: &str, variable: &V) -> bool {
        let at = self.place.at;
        let present = |source| match source {
            Source::Present => self.place.consult(namespace, variable, at.binds()),
            Source::Predeclared => None,
        };
        match variables::after_fields(at, present) {
            AfterFields::Decided(occurrence) => occurrence == Occurrence::Free,
            AfterFields::Binds => false,
            AfterFields::Free => true,
        }
    }

    /// Has a free variable met here, in what is replaced as a whole.
    pub(crate) fn meet_free<V: Variable>(&self, namespace: &str, variable: &V) {
        let RewritingState { keys, met_free, .. } = self.place.state;
        met_free.borrow_mut().push(variable.identify(namespace, &mut keys.borrow_mut()));
    }
}

/// In rewritings [`with_paths`](crate::rewrite::Rewrite::with_paths).
impl<C: Context> Site<'_, C> {
    /// How many nodes are around the part.
    pub fn depth(&self) -> usize
    where
        C: KnowsPaths,
    {
        self.place.state.around.nodes
    }

    /// The way from the root to the part. Takes as long as it is long.
    pub fn path(&self) -> Path
    where
        C: KnowsPaths,
    {
        self.place.state.trail.path()
    }
}

impl Standpoint<'_> {
    /// What an occurrence of a variable would refer to, where it may make a difference if it is free or unknown.
    fn consult<V: Variable>(&self, namespace: &str, variable: &V, is_exact: bool) -> Option<Occurrence> {
        let RewritingState { keys, bindings, consulted, .. } = self.state;
        let variable = variable.identify(namespace, &mut keys.borrow_mut());
        let meaning = bindings.meaning(variable);
        let consult = if is_exact { Consulted::exactly } else { Consulted::reference };
        consulted.borrow_mut().push(consult(variable, meaning));
        meaning
    }
}

impl<C: Context> fmt::Debug for Site<'_, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Site").field("path", &self.place.state.trail.path()).finish_non_exhaustive()
    }
}
