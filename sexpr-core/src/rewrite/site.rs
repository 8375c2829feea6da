//! `Site`: where the part is that a callback is called with.

use core::fmt;

use crate::{
    describe::{identity::Identity, info::Def, keys::KeyValue, region::Region, structural::StructuralEq},
    engine::path::Path,
    rewrite::{rewritable::Variable, rewriting::RewritingState},
    rules::{
        occurrence::Occurrence,
        variables::{self, AfterFields},
    },
};

/// Where a part stands that a callback of a rewriting is called with.
pub struct Site<'w> {
    pub(crate) state: &'w RewritingState,
    pub(crate) at: Region,
    pub(crate) occurrence: Option<Occurrence>,
    pub(crate) variable: Option<Identity>,
}

impl Site<'_> {
    /// The region in force: [`Def::None`], [`Def::Pattern`] or [`Def::Simple`].
    pub fn region(&self) -> Def {
        self.at.def()
    }

    /// What this occurrence is, if the part is a variable: where it is bound, or free and met for the first time.
    pub fn occurrence(&self) -> Option<Occurrence> {
        self.occurrence
    }

    /// Whether a variable is bound here.
    pub fn is_binding(&self) -> bool {
        self.occurrence.is_some_and(Occurrence::is_binding)
    }

    /// How many nodes are around the part.
    pub fn depth(&self) -> usize {
        self.state.around.nodes
    }

    /// The way from the root to the part. Takes as long as it is long.
    pub fn path(&self) -> Path {
        self.state.trail.path()
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
    ///     .after(|expr: &Expr, site: &_| {
    ///         if let Expr::Use(var) = expr {
    ///             uses.borrow_mut().push(site.meaning(&**var) == Some(Occurrence::Free));
    ///         }
    ///         None
    ///     })
    ///     .run(Expr::Call(vec![lambda, Expr::Use(x)]));
    /// assert_eq!(*uses.borrow(), [false, true]);
    /// ```
    pub fn meaning<V: Variable>(&self, variable: &V) -> Option<Occurrence> {
        variable.meaning("", self)
    }

    /// [`meaning`](Self::meaning), of a variable that is known by its value, in a namespace: one of a field marked
    /// `#[seq(var = "namespace")]`.
    pub fn meaning_in<V: Variable>(&self, namespace: &str, variable: &V) -> Option<Occurrence> {
        variable.meaning(namespace, self)
    }
}

impl Site<'_> {
    /// What identifies the part, if it is a variable, as on walks.
    pub(crate) fn variable_across_walks(&self) -> Option<u128> {
        self.variable.map(|variable| self.state.keys.borrow().hash(variable).bits)
    }

    fn consult(&self, variable: Identity) -> Option<Occurrence> {
        let meaning = self.state.bindings.meaning(variable);
        self.state.consulted.borrow_mut().push((variable, meaning.and_then(Occurrence::number)));
        meaning
    }

    /// Whether an occurrence of a variable here would be a use, and free.
    fn is_free_use(&self, variable: Identity) -> bool {
        let at = self.at;
        match variables::after_fields(at, || self.consult(variable)) {
            AfterFields::Decided(occurrence) => occurrence == Occurrence::Free,
            AfterFields::Binds => false,
            AfterFields::Free => true,
        }
    }

    #[doc(hidden)]
    pub fn meaning_of_node<V: StructuralEq>(&self, variable: &V) -> Option<Occurrence> {
        self.consult(self.state.keys.borrow_mut().identify(variable))
    }

    #[doc(hidden)]
    pub fn meaning_of_name<T: KeyValue>(&self, namespace: &str, name: &T) -> Option<Occurrence> {
        self.consult(self.state.keys.borrow_mut().identify_name_in(name, namespace))
    }

    /// [`is_free_use`](Self::is_free_use), of a variable's node.
    #[doc(hidden)]
    pub fn is_free_use_of<V: StructuralEq>(&self, variable: &V) -> bool {
        self.is_free_use(self.state.keys.borrow_mut().identify(variable))
    }

    /// [`is_free_use`](Self::is_free_use), of a variable that is known by its value.
    #[doc(hidden)]
    pub fn is_free_use_of_name<T: KeyValue>(&self, namespace: &str, name: &T) -> bool {
        self.is_free_use(self.state.keys.borrow_mut().identify_name_in(name, namespace))
    }
}

impl fmt::Debug for Site<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Site").field("path", &self.path()).finish_non_exhaustive()
    }
}
