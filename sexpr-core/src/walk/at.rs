//! `At`: where the node is that a callback is called with.

use core::{any::TypeId, fmt, marker::PhantomData};

use crate::{
    describe::{identity::Identity, info::Def, region::Region, structural::StructuralEq},
    engine::path::Path,
    rules::occurrence::Occurrence,
    walk::{
        context::{Context, Keeps, KnowsBindings, KnowsPaths},
        visits::{Visit, VisitState},
    },
};

/// Where a node stands that a callback of a walk is called with, as far as the walk keeps that.
pub struct At<'w, 'a, C: Context = Keeps<false, false>> {
    pub(super) place: Standpoint<'w, 'a>,
    pub(super) context: PhantomData<C>,
}

/// All that is known of where a walk is.
#[derive(Clone, Copy)]
pub(super) struct Standpoint<'w, 'a> {
    state: &'w VisitState<'a>,
    at: Region,
    occurrence: Option<Occurrence>,
    met_before: bool,
    /// Whether the node is a variable that is known by its value.
    is_name: bool,
    depth: usize,
}

impl<'w, 'a> Standpoint<'w, 'a> {
    /// Where a node stands.
    #[inline(always)]
    pub(super) fn of(visit: &Visit<'a>, state: &'w VisitState<'a>) -> Self {
        let Visit { at, occurrence, met_before, depth, .. } = *visit;
        Standpoint { state, at, occurrence, met_before, is_name: visit.node.is_name(), depth }
    }

    /// Where the tree nodes of a batch stand.
    #[inline(always)]
    pub(super) fn of_batch(at: Region, state: &'w VisitState<'a>) -> Self {
        Standpoint { state, at, occurrence: None, met_before: state.is_in_known(), is_name: false, depth: 0 }
    }
}

/// On walks [`with_bindings`](crate::walk::Walk::with_bindings).
impl<C: Context> At<'_, '_, C> {
    /// The region in force: [`Def::None`], [`Def::Pattern`] or [`Def::Simple`].
    pub fn region(&self) -> Def
    where
        C: KnowsBindings,
    {
        self.place.at.def()
    }

    /// What this occurrence is, if the node is a variable.
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

    /// Whether the node is a variable that the scope around has predeclared, where it is declared.
    pub(crate) fn is_predeclared(&self) -> bool {
        let Standpoint { at, occurrence, .. } = self.place;
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
        self.place.state.meaning(variable)
    }

    /// What identifies the node, if it is a variable.
    pub(crate) fn variable(&self) -> Option<Identity> {
        self.place.occurrence.and(self.place.state.variable())
    }

    /// What tells the node from others, if it is a variable, on other walks as well.
    pub(crate) fn variable_tag(&self) -> Option<u128> {
        self.variable().map(|variable| self.place.state.tag(variable))
    }

    /// Whether the node, a variable, is written as a `V`.
    pub(crate) fn is_variable_of<V: 'static>(&self) -> bool {
        self.place.state.variable_type() == TypeId::of::<V>()
    }

    /// The hash of what the node is written as, if it is a variable that is known by its value.
    pub(crate) fn spelling(&self) -> Option<u64> {
        self.place.is_name.then(|| self.place.state.spelling())
    }

    /// Whether the node was met before on this walk: by its identity, or because a node around it was. Always `false`
    /// where each node is visited once.
    pub fn met_before(&self) -> bool
    where
        C: KnowsBindings,
    {
        self.place.met_before
    }
}

/// On walks [`with_paths`](crate::walk::Walk::with_paths).
impl<C: Context> At<'_, '_, C> {
    /// How many nodes are around this one.
    pub fn depth(&self) -> usize
    where
        C: KnowsPaths,
    {
        self.place.depth
    }

    /// The way from the root to the node. Takes as long as it is long.
    pub fn path(&self) -> Path
    where
        C: KnowsPaths,
    {
        self.place.state.trail().path()
    }
}

impl<C: Context> fmt::Debug for At<'_, '_, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("At").field("region", &self.place.at).finish_non_exhaustive()
    }
}
