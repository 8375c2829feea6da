//! `At` and `Next`: the argument and the result of a walk's callbacks; and `Context`: whether a walk tracks bindings, paths, or
//! neither.

use core::{any::TypeId, fmt, marker::PhantomData, ops::ControlFlow};

use crate::{
    describe::{identity::Identity, info::Def, key_table::Keys, structural::StructuralEq},
    engine::path::Path,
    rules::bindings::Occurrence,
    walk::visits::{Visit, WalkState},
};

/// Where a node stands that a callback of a walk is called with, as far as the walk keeps that.
pub struct At<'w, 'a, C: Context = Keeps<false, false>> {
    pub(super) visit: &'w Visit<'a>,
    pub(super) state: &'w WalkState<'a>,
    pub(super) context: PhantomData<C>,
}

/// On walks [`with_bindings`](crate::walk::Walk::with_bindings).
impl<C: Context> At<'_, '_, C> {
    /// The region in force: [`Def::None`], [`Def::Pattern`] or [`Def::Simple`].
    pub fn region(&self) -> Def
    where
        C: KnowsBindings,
    {
        self.visit.at.def()
    }

    /// What this occurrence is, if the node is a variable.
    pub fn occurrence(&self) -> Option<Occurrence>
    where
        C: KnowsBindings,
    {
        self.visit.occurrence
    }

    /// Whether a variable is bound here.
    pub fn is_binding(&self) -> bool
    where
        C: KnowsBindings,
    {
        self.occurrence().is_some_and(Occurrence::is_binding)
    }

    /// Whether the node is a variable that the scope around has predeclared, where it is declared.
    pub(crate) fn is_predeclared(&self) -> bool {
        let Visit { at, occurrence, .. } = self.visit;
        occurrence.is_some() && at.is_predeclared() && at.is_binding_occurrence()
    }

    /// What a variable that is used here refers to, given its node: its binding, or that it is free; `None` if it was
    /// not met before.
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
        const { assert!(V::NODE, "this asks for a variable's node, not for a pointer to it, and not for a name [SEQ516]") };
        self.state.bindings.meaning(self.state.keys.borrow_mut().identify(variable))
    }

    /// What identifies the node, if it is a variable.
    pub(crate) fn variable(&self) -> Option<Identity> {
        self.visit.occurrence.and(self.state.variable)
    }

    /// Whether the node is the variable of this identity.
    pub(crate) fn is_variable(&self, identify: impl FnOnce(&mut Keys) -> Identity) -> bool {
        self.variable() == Some(identify(&mut self.state.keys.borrow_mut()))
    }

    /// What tells the node from others, if it is a variable, on other walks as well.
    pub(crate) fn variable_tag(&self) -> Option<u128> {
        self.variable().map(|variable| self.state.keys.borrow().tag(variable))
    }

    /// What tells the node by its value from others, if it is a variable that has one.
    pub(crate) fn value_tag(&self) -> Option<u128> {
        self.variable().and_then(|variable| self.state.keys.borrow().value_tag(variable))
    }

    /// Whether the node, a variable, is written as a `V`.
    pub(crate) fn is_variable_of<V: 'static>(&self) -> bool {
        self.visit.node.is_some_and(|node| node.is_any_of(&[TypeId::of::<V>()]))
    }

    /// Whether the node was met before on this walk: by its identity, or because a node around it was. Always `false`
    /// where each node is visited once.
    pub fn met_before(&self) -> bool
    where
        C: KnowsBindings,
    {
        self.visit.met_before
    }
}

/// On walks [`with_paths`](crate::walk::Walk::with_paths).
impl<C: Context> At<'_, '_, C> {
    /// How many nodes are around this one.
    pub fn depth(&self) -> usize
    where
        C: KnowsPaths,
    {
        self.visit.depth
    }

    /// The way from the root to the node. Takes as long as it is long.
    pub fn path(&self) -> Path
    where
        C: KnowsPaths,
    {
        self.state.lister.trail.path()
    }
}

impl<C: Context> fmt::Debug for At<'_, '_, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("At").field("region", &self.visit.at).finish_non_exhaustive()
    }
}

/// Where a walk goes on after a callback.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Next {
    /// With what is in the node.
    #[default]
    Inside,
    /// With what comes after the node: what is in it is left out, with what it would bind for what comes after.
    Skip,
}

/// What a callback of a [`Walk`](crate::walk::Walk) may answer: nothing, which goes on inside the node; a [`Next`]; or
/// a [`ControlFlow`] of either, which may stop the walk with a value.
#[diagnostic::on_unimplemented(
    message = "a callback of a walk cannot answer `{Self}` [SEQ439]",
    note = "it answers `()`, `Next`, `ControlFlow<B>` or `ControlFlow<B, Next>`; to stop with a value, begin with `Walk::breakable`"
)]
pub trait IntoControl<B> {
    /// The answer in its most general form.
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

/// What a [`Walk`](crate::walk::Walk) keeps: whether it knows what variables are bound to, and the way to a node.
#[derive(Clone, Copy, Debug)]
pub struct Keeps<const BINDINGS: bool, const PATHS: bool>(PhantomData<()>);

/// What a walk keeps, one of [`Keeps`].
pub trait Context: sealed::Context {}

impl<C: sealed::Context> Context for C {}

/// The context of a walk that knows what variables are bound to: see
/// [`Walk::with_bindings`](crate::walk::Walk::with_bindings).
#[diagnostic::on_unimplemented(
    message = "what variables are bound to, and what was met before, is not kept here [SEQ440]",
    label = "needs bindings",
    note = "ask for bindings first: begin with `Walk::new().with_bindings()` or `Rewrite::new().with_bindings()`"
)]
pub trait KnowsBindings: Context {}

impl KnowsBindings for Keeps<true, false> {}
impl KnowsBindings for Keeps<true, true> {}

/// The context of a walk that knows the way to a node: see [`Walk::with_paths`](crate::walk::Walk::with_paths).
#[diagnostic::on_unimplemented(
    message = "the path to a node is not kept here [SEQ441]",
    label = "needs paths",
    note = "ask for paths first: begin with `Walk::new().with_paths()` or `Rewrite::new().with_paths()`"
)]
pub trait KnowsPaths: Context {}

impl KnowsPaths for Keeps<false, true> {}
impl KnowsPaths for Keeps<true, true> {}

mod sealed {
    use super::Keeps;

    /// What a walk keeps that is asked for more.
    pub trait Context: 'static {
        type AndBindings: crate::walk::callback::Context;
        type AndPaths: crate::walk::callback::Context;
    }

    impl<const BINDINGS: bool, const PATHS: bool> Context for Keeps<BINDINGS, PATHS> {
        type AndBindings = Keeps<true, PATHS>;
        type AndPaths = Keeps<BINDINGS, true>;
    }
}
