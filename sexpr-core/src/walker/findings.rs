//! What was found of shared nodes of one value, and what that depends on.

use alloc::{boxed::Box, vec::Vec};

use super::bindings::Bindings;
use crate::{
    identity::{Identity, Table},
    table::Kind,
    walk::Occurrence,
};

/// What was found of shared nodes. It holds again wherever the variables in them mean the same.
pub(super) struct Findings<Value> {
    found: Table<Identity, Vec<Finding<Value>>>,
    /// What was consulted in the shared nodes around, those of an inner one last.
    consulted: Vec<Meaning>,
    open: Vec<Open>,
}

struct Finding<Value> {
    value: Value,
    derived_from: Box<[Meaning]>,
}

/// What a variable meant: the number of a binding; or none, of a free one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Meaning {
    variable: Identity,
    binding: Option<u64>,
}

/// A shared node that is being visited.
struct Open {
    node: Identity,
    kind: Kind,
    /// Where in `consulted` its part begins.
    first: usize,
    /// The last binding before.
    made_before: u64,
    /// How many scopes are around it.
    depth: u32,
    /// The level of the outermost scope in which something was bound within it, those for good apart.
    binds_at: u32,
}

impl<Value> Default for Findings<Value> {
    fn default() -> Self {
        Findings { found: Table::default(), consulted: Vec::new(), open: Vec::new() }
    }
}

impl<Value> Findings<Value> {
    /// What was found of a node, if it was met where its variables meant the same.
    pub(super) fn find(&mut self, node: Identity, bindings: &Bindings) -> Option<&Value> {
        let found = self.found.get_mut(&node)?;
        // Bindings that are forgotten do not come back.
        found.retain(|finding| finding.derived_from.iter().all(|meaning| meaning.may_hold(bindings)));
        let finding =
            found.iter().rev().find(|finding| finding.derived_from.iter().all(|meaning| meaning.holds(bindings)))?;
        if !self.open.is_empty() {
            self.consulted.extend_from_slice(&finding.derived_from);
        }
        Some(&finding.value)
    }

    /// A shared node begins.
    pub(super) fn begin(&mut self, node: Identity, kind: Kind, bindings: &Bindings) {
        let (first, made_before, depth) = (self.consulted.len(), bindings.made(), bindings.depth());
        self.open.push(Open { node, kind, first, made_before, depth, binds_at: u32::MAX });
    }

    /// A variable is consulted.
    #[inline]
    pub(super) fn consult(&mut self, variable: Identity, binding: Option<u64>) {
        if self.open.last().is_some_and(|open| binding.is_none_or(|binding| binding <= open.made_before)) {
            self.consulted.push(Meaning { variable, binding });
        }
    }

    /// A variable is bound, in the scope of this level, or for good.
    pub(super) fn bind(&mut self, variable: Identity, binding: u64, level: u32) {
        let Some(open) = self.open.last_mut() else { return };
        self.consulted.push(Meaning { variable, binding: Some(binding) });
        if level > 0 {
            open.binds_at = open.binds_at.min(level);
        }
    }

    /// The innermost shared node ends: this is found of it.
    pub(super) fn end(&mut self, value: Value, bindings: &Bindings) {
        let Some(open) = self.open.pop() else { return };
        // What was forgotten by now does not count.
        let mut derived_from = self.consulted.split_off(open.first);
        derived_from.retain(|meaning| {
            meaning.binding.is_none_or(|binding| binding <= open.made_before) || meaning.holds(bindings)
        });
        derived_from.sort_unstable();
        derived_from.dedup();
        let binds_around = open.binds_at <= open.depth;
        if let Some(outer) = self.open.last_mut() {
            self.consulted.extend_from_slice(&derived_from);
            outer.binds_at = outer.binds_at.min(open.binds_at);
        }
        // A tree that binds around it does so at each occurrence anew.
        if !binds_around || open.kind == Kind::Dag {
            let finding = Finding { value, derived_from: derived_from.into_boxed_slice() };
            self.found.entry(open.node).or_default().push(finding);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.found.is_empty() && self.open.is_empty()
    }
}

impl Meaning {
    fn holds(&self, bindings: &Bindings) -> bool {
        bindings.meaning(self.variable).and_then(Occurrence::number) == self.binding
    }

    /// Whether it may hold again, if not now.
    fn may_hold(&self, bindings: &Bindings) -> bool {
        self.binding.is_none_or(|binding| bindings.exists(self.variable, binding))
    }
}
