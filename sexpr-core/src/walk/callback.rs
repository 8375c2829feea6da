//! `At`: the place of a node, for callbacks of walks and rewritings; `Keeps`: the context that they track; and `Next`:
//! the result of a walk's callback.

use alloc::vec::Vec;
use core::{cell::RefCell, fmt, marker::PhantomData, ops::ControlFlow};

use crate::{
    describe::{identity::Identity, info::Def, key_table::Keys, region::Region, structural::StructuralEq},
    engine::{path::Path, trail::Trail},
    rules::{
        bindings::{Bindings, Occurrence},
        memo::one_value::Consulted,
    },
};

/// The place of a part, for a callback of a walk or a rewriting.
pub struct At<'w, C = Keeps<false, false>> {
    pub(crate) region: Region,
    pub(crate) occurrence: Option<Occurrence>,
    /// The identity of the part, if it is a variable.
    pub(crate) variable: Option<Identity>,
    pub(crate) met_before: bool,
    pub(crate) depth: usize,
    pub(crate) keys: &'w RefCell<Keys>,
    pub(crate) bindings: &'w Bindings,
    pub(crate) trail: &'w Trail<'w>,
    /// The variables that callbacks of a rewriting noted.
    pub(crate) remarks: Option<&'w RefCell<Remarks>>,
    pub(crate) context: PhantomData<C>,
}

/// Variables that callbacks of a rewriting noted.
#[derive(Default)]
pub(crate) struct Remarks {
    /// The variables that callbacks asked about: the replacement of the part depends on these.
    pub(crate) consulted: Vec<Consulted>,
    /// Free variables in nodes that callbacks replaced as a whole. They count as met.
    pub(crate) met_free: Vec<Identity>,
}

/// In walks and rewritings with bindings.
impl<C> At<'_, C> {
    /// The region in force: [`Def::None`], [`Def::Pattern`] or [`Def::Simple`].
    pub fn region(&self) -> Def
    where
        C: KnowsBindings,
    {
        self.region.def()
    }

    /// The occurrence, if the part is a variable.
    ///
    /// A rewriting calls its callbacks where a variable is bound or first declared, and where a free variable is first
    /// met.
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
        self.occurrence.is_some_and(Occurrence::is_binding)
    }

    /// The meaning of a use of a variable here, given its node: its binding, or `Free`; `None` if it was not met before.
    /// For a variable that is known by its value, see [`meaning_in`](Self::meaning_in).
    ///
    /// ```
    /// use std::sync::Arc;
    /// use sexpr_core::{StructuralEq, walk::{Occurrence, Walk}};
    ///
    /// #[derive(StructuralEq)]
    /// #[seq(kind = "var")]
    /// struct Var { #[seq(ignore)] name: String }
    ///
    /// #[derive(StructuralEq)]
    /// #[seq(scope)]
    /// struct Lambda { #[seq(def)] param: Arc<Var>, body: Body }
    ///
    /// #[derive(StructuralEq)]
    /// struct Body { used: Arc<Var> }
    ///
    /// let x = Arc::new(Var { name: "x".into() });
    /// Walk::new()
    ///     .with_bindings()
    ///     .on(|body: &Body, at| assert!(matches!(at.meaning(&*body.used), Some(Occurrence::Bound(_)))))
    ///     .run(&Lambda { param: x.clone(), body: Body { used: x } });
    /// ```
    pub fn meaning<V: StructuralEq>(&self, variable: &V) -> Option<Occurrence>
    where
        C: KnowsBindings,
    {
        const {
            let is_variable = V::NODE && V::INFO.may_be_variable();
            assert!(is_variable, "this takes a variable's node, no pointer; for a name, use `meaning_in` [SEQ516]");
        }
        let variable = self.keys.borrow_mut().identify(variable);
        self.consult(variable, true)
    }

    /// Whether the node, or an enclosing node, was met before on this walk. Always `false` in a rewriting, and on other
    /// traversals that visit each node once.
    pub fn met_before(&self) -> bool
    where
        C: KnowsBindings,
    {
        self.met_before
    }
}

/// In walks and rewritings with paths.
impl<C> At<'_, C> {
    /// The number of enclosing nodes.
    pub fn depth(&self) -> usize
    where
        C: KnowsPaths,
    {
        self.depth
    }

    /// The path from the root to the part. Takes time proportional to its length.
    pub fn path(&self) -> Path
    where
        C: KnowsPaths,
    {
        self.trail.path()
    }
}

impl<C> At<'_, C> {
    /// The meaning of a use of a variable. In a rewriting, records that the part depends on the meaning. If `is_exact`,
    /// the part also depends on whether a variable without a binding was met before.
    pub(crate) fn consult(&self, variable: Identity, is_exact: bool) -> Option<Occurrence> {
        let meaning = self.bindings.meaning(variable);
        if let Some(remarks) = self.remarks {
            remarks.borrow_mut().consulted.push(Consulted::new(variable, meaning, is_exact));
        }
        meaning
    }

    /// A number that identifies the part, if it is a variable. The number is the same on other walks.
    pub(crate) fn variable_tag(&self) -> Option<u128> {
        self.variable.map(|variable| self.keys.borrow().tag(variable))
    }

    /// A number for the part's value, if it is a variable known by its value.
    pub(crate) fn value_tag(&self) -> Option<u128> {
        self.variable.and_then(|variable| self.keys.borrow().value_tag(variable))
    }

    /// Whether the part is the declaration of a variable that the enclosing scope has predeclared.
    pub(crate) fn is_predeclared(&self) -> bool {
        self.occurrence.is_some() && self.region.is_predeclared() && self.region.is_binding_occurrence()
    }
}

impl<C> fmt::Debug for At<'_, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("At").field("region", &self.region).finish_non_exhaustive()
    }
}

/// How a walk continues after a callback.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Next {
    /// With the node's children.
    #[default]
    Inside,
    /// With the part after the node. The node's children are skipped, and bind nothing.
    Skip,
}

/// The result of a walk's callback: `()`, a [`Next`], or a [`ControlFlow`] of either. `()` continues with the node's
/// children. A [`ControlFlow::Break`] stops the walk with a value.
#[diagnostic::on_unimplemented(
    message = "a callback of a walk cannot answer `{Self}` [SEQ439]",
    note = "it answers `()`, `Next`, `ControlFlow<B>` or `ControlFlow<B, Next>`; to stop with a value, begin with `Walk::breakable`"
)]
pub trait IntoControl<B> {
    /// The result in its most general form.
    fn into_flow(self) -> ControlFlow<B, Next>;
}

impl<B> IntoControl<B> for () {
    fn into_flow(self) -> ControlFlow<B, Next> {
        ControlFlow::Continue(Next::Inside)
    }
}

impl<B> IntoControl<B> for Next {
    fn into_flow(self) -> ControlFlow<B, Next> {
        ControlFlow::Continue(self)
    }
}

impl<B> IntoControl<B> for ControlFlow<B> {
    fn into_flow(self) -> ControlFlow<B, Next> {
        self.map_continue(|()| Next::Inside)
    }
}

impl<B> IntoControl<B> for ControlFlow<B, Next> {
    fn into_flow(self) -> ControlFlow<B, Next> {
        self
    }
}

/// The context that a [`Walk`](crate::walk::Walk) or a [`Rewrite`](crate::rewrite::Rewrite) tracks for its callbacks: the
/// bindings of variables, and the paths to nodes.
///
/// A closure in the call need not name the context; a function does:
///
/// ```
/// use sexpr_core::walk::{At, Keeps};
///
/// fn show(at: &At<'_, Keeps<true, true>>) -> String {
///     format!("{:?} at {}", at.occurrence(), at.path())
/// }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Keeps<const BINDINGS: bool, const PATHS: bool>(PhantomData<()>);

/// A context with bindings.
#[diagnostic::on_unimplemented(
    message = "what variables are bound to, and what was met before, is not kept here [SEQ440]",
    label = "needs bindings",
    note = "ask for bindings first: begin with `Walk::new().with_bindings()` or `Rewrite::new().with_bindings()`"
)]
pub trait KnowsBindings {}

impl<const PATHS: bool> KnowsBindings for Keeps<true, PATHS> {}

/// A context with paths.
#[diagnostic::on_unimplemented(
    message = "the path to a node is not kept here [SEQ441]",
    label = "needs paths",
    note = "ask for paths first: begin with `Walk::new().with_paths()` or `Rewrite::new().with_paths()`"
)]
pub trait KnowsPaths {}

impl<const BINDINGS: bool> KnowsPaths for Keeps<BINDINGS, true> {}
