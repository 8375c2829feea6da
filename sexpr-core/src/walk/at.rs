//! Where a walk is.

use core::{any::TypeId, fmt};

use super::{AnyNode, Occurrence};
use crate::{
    identity::Identity,
    path::Path,
    structural::StructuralEq,
    table::Def,
    walker::{Visit, Visits},
};

/// Where a node stands that a callback of a walk is called with.
pub struct At<'w, 'a> {
    pub(super) visits: &'w Visits<'a>,
    pub(super) visit: &'w Visit<'a>,
}

impl<'a> At<'_, 'a> {
    /// The node.
    pub fn node(&self) -> AnyNode<'a> {
        self.visit.node
    }

    /// The region in force: [`Def::None`], [`Def::Pattern`] or [`Def::Simple`].
    pub fn region(&self) -> Def {
        self.visit.at.def()
    }

    /// What this occurrence is, if the node is a variable.
    pub fn occurrence(&self) -> Option<Occurrence> {
        self.visit.occurrence
    }

    /// Whether a variable is bound here.
    pub fn is_binding(&self) -> bool {
        self.visit.occurrence.is_some_and(Occurrence::is_binding)
    }

    /// What a variable refers to that is used here, given its node: a binding, or, free, none. Nothing, if it was not
    /// met before.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use sexpr_core::{Occurrence, StructuralEq, Walk};
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
    ///     .on(|body: &Body, at| assert!(matches!(at.meaning(&*body.used), Some(Occurrence::Bound(_)))))
    ///     .run(&Lambda { param: x.clone(), body: Body { used: x } });
    /// ```
    pub fn meaning<V: StructuralEq>(&self, variable: &V) -> Option<Occurrence> {
        const { assert!(V::NODE, "this asks for a variable's node, not for a pointer to it, and not for a name") };
        self.visits.meaning(variable)
    }

    /// What identifies the node, if it is a variable.
    pub(crate) fn variable(&self) -> Option<Identity> {
        self.visit.occurrence.and(self.visits.variable())
    }

    /// What identifies the node, if it is a variable, on other walks as well. Two that are known by their values may
    /// have the same.
    pub(crate) fn variable_across_walks(&self) -> Option<u128> {
        self.variable().map(|variable| self.visits.across_walks(variable))
    }

    /// Whether the node, a variable, is written as a `V`.
    pub(crate) fn is_variable_of<V: 'static>(&self) -> bool {
        self.visits.variable_type() == TypeId::of::<V>()
    }

    /// The hash of what the node is written as, if it is a variable that is known by its value.
    pub(crate) fn spelling(&self) -> Option<u64> {
        let is_name = self.visit.occurrence.is_some() && self.visit.node.is_name();
        is_name.then(|| self.visits.spelling())
    }

    /// Whether the node was met before on this walk: by its identity, or because a node around it was. Always `false`
    /// where each node is visited once.
    pub fn met_before(&self) -> bool {
        self.visit.met_before
    }

    /// How many nodes are around this one.
    pub fn depth(&self) -> usize {
        self.visit.depth
    }

    /// The way from the root to the node. Takes as long as it is long.
    pub fn path(&self) -> Path {
        self.visits.trail().path()
    }
}

impl fmt::Debug for At<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("At").field("node", &self.node()).field("path", &self.path()).finish_non_exhaustive()
    }
}
