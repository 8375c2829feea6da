//! What became of shared nodes, and what that depends on.

use alloc::{boxed::Box, vec::Vec};
use core::any::Any;

use crate::{
    identity::{Identity, Table},
    table::Kind,
    walker::bindings::Bindings,
};

/// What became of shared nodes that were rewritten. It holds again wherever the variables in them mean the same.
#[derive(Default)]
pub(super) struct Findings {
    found: Table<Identity, Vec<Finding>>,
    /// What was consulted in the shared nodes around, those of an inner one last.
    consulted: Vec<Meaning>,
    open: Vec<Open>,
}

struct Finding {
    /// The pointer to what replaces the node; none if it stays.
    pointer: Option<Box<dyn Any>>,
    derived_from: Box<[Meaning]>,
}

/// What a variable meant: the number of a binding; or none, of a free one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Meaning {
    variable: Identity,
    binding: Option<u64>,
}

/// A shared node that is being rewritten.
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

impl Findings {
    /// What became of a node, if it was met where its variables meant the same.
    pub(super) fn find<P: Clone + 'static>(&mut self, node: Identity, bindings: &Bindings) -> Option<Option<P>> {
        let found = self.found.get_mut(&node)?;
        // Bindings that are forgotten do not come back.
        found.retain(|finding| finding.derived_from.iter().all(|meaning| meaning.may_hold(bindings)));
        let finding =
            found.iter().rev().find(|finding| finding.derived_from.iter().all(|meaning| meaning.holds(bindings)))?;
        let pointer = match &finding.pointer {
            Some(pointer) => Some(pointer.downcast_ref::<P>()?.clone()),
            None => None,
        };
        if !self.open.is_empty() {
            self.consulted.extend_from_slice(&finding.derived_from);
        }
        Some(pointer)
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

    /// The innermost shared node ends: what became of it is found.
    pub(super) fn end(&mut self, pointer: Option<Box<dyn Any>>, bindings: &Bindings) {
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
            let finding = Finding { pointer, derived_from: derived_from.into_boxed_slice() };
            self.found.entry(open.node).or_default().push(finding);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.found.is_empty() && self.open.is_empty()
    }
}

impl Meaning {
    fn holds(&self, bindings: &Bindings) -> bool {
        bindings.meaning(self.variable).is_some_and(|occurrence| occurrence.number() == self.binding)
    }

    /// Whether it may hold again, if not now.
    fn may_hold(&self, bindings: &Bindings) -> bool {
        self.binding.is_none_or(|binding| bindings.exists(self.variable, binding))
    }
}
