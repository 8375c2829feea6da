//! `Site`: where the part is that a callback is called with.

use core::{fmt, marker::PhantomData};

use crate::{
    describe::{identity::Identity, info::Def, keys::KeyValue, region::Region, structural::StructuralEq},
    engine::path::Path,
    rewrite::{rewritable::Variable, rewriting::RewritingState},
    rules::{
        occurrence::Occurrence,
        variables::{self, AfterFields},
    },
    walk::context::{Context, Keeps, KnowsBindings, KnowsPaths},
};

/// Where a part stands that a callback of a rewriting is called with, as far as the rewriting keeps that.
pub struct Site<'w, C: Context = Keeps<false, false>> {
    pub(super) place: Place<'w>,
    pub(super) context: PhantomData<C>,
}

/// All that is known of where a rewriting is.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct Place<'w> {
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

    /// What this occurrence is, if the part is a variable: where it is bound, or free and met for the first time.
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
        variable.meaning("", &self.place)
    }

    /// [`meaning`](Self::meaning), of a variable that is known by its value, in a namespace: one of a field marked
    /// `#[seq(var = "namespace")]`.
    pub fn meaning_in<V: Variable>(&self, namespace: &str, variable: &V) -> Option<Occurrence>
    where
        C: KnowsBindings,
    {
        variable.meaning(namespace, &self.place)
    }

    /// What identifies the part, if it is a variable, as on walks.
    pub(crate) fn variable_across_walks(&self) -> Option<u128> {
        let Place { state, occurrence, .. } = self.place;
        let variable = occurrence.and(state.variable())?;
        Some(state.keys.borrow().hash(variable).bits)
    }

    /// Whether an occurrence of a variable here would be a use, and free.
    pub(crate) fn is_free_use<V: Variable>(&self, namespace: &str, variable: &V) -> bool {
        variable.is_free_use(namespace, &self.place)
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

impl Place<'_> {
    fn consult(&self, variable: Identity) -> Option<Occurrence> {
        let meaning = self.state.bindings.meaning(variable);
        self.state.consulted.borrow_mut().push((variable, meaning.and_then(Occurrence::number)));
        meaning
    }

    fn is_free_use(&self, variable: Identity) -> bool {
        match variables::after_fields(self.at, || self.consult(variable)) {
            AfterFields::Decided(occurrence) => occurrence == Occurrence::Free,
            AfterFields::Binds => false,
            AfterFields::Free => true,
        }
    }

    /// What an occurrence of a variable's node refers to.
    pub fn meaning_of_node<V: StructuralEq>(&self, variable: &V) -> Option<Occurrence> {
        self.consult(self.state.keys.borrow_mut().identify(variable))
    }

    /// What an occurrence of a variable refers to that is known by its value.
    pub fn meaning_of_name<T: KeyValue>(&self, namespace: &str, name: &T) -> Option<Occurrence> {
        self.consult(self.state.keys.borrow_mut().identify_name_in(name, namespace))
    }

    /// Whether an occurrence of a variable's node would be a use, and free.
    pub fn is_free_use_of<V: StructuralEq>(&self, variable: &V) -> bool {
        self.is_free_use(self.state.keys.borrow_mut().identify(variable))
    }

    /// Whether an occurrence of a variable that is known by its value would be a use, and free.
    pub fn is_free_use_of_name<T: KeyValue>(&self, namespace: &str, name: &T) -> bool {
        self.is_free_use(self.state.keys.borrow_mut().identify_name_in(name, namespace))
    }
}

impl<C: Context> fmt::Debug for Site<'_, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Site").field("path", &self.place.state.trail.path()).finish_non_exhaustive()
    }
}
