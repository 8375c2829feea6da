//! Nodes on cycles that lead through the fields of variables.
//!
//! Such a cycle cannot be copied from where it is met again if one of its variables is bound by then: an occurrence of
//! that is not looked into, so the copy would lead back to what was copied, and lie on no cycle. So as long as one of its
//! variables means what it did, or one of its nodes is being rewritten, or all would stay what they became, there is one
//! *version* of the cycle: whatever its variables mean, its nodes stay what they became; and its other variables what they were
//! replaced by, even if they are bound once more. That is so in `<A: F<B>, B: G<A>>`, where the bound of `A` binds `B` first.

use crate::{
    describe::identity::Identity,
    rewrite::rewriting::ids_met::Became,
    rules::{
        binding_memo::{BindingMemo, Dependencies},
        bindings::Bindings,
        occurrence::Occurrence,
    },
    tables::index::Table,
};

/// The versions of cycles, by the numbers of their components.
#[derive(Default)]
pub(super) struct Versions(Table<usize, Version>);

/// What became of a cycle.
#[derive(Default)]
struct Version {
    /// What its variables referred to where they were looked into.
    variables: Table<Identity, Option<u64>>,
    /// What its other nodes became.
    nodes: Table<Identity, (Became, Dependencies)>,
    /// How many of its nodes are being rewritten.
    open: usize,
    /// The depth of the first of these in the memo, if it is memoized. What is used again meanwhile depends on all that is in it.
    first_open: Option<usize>,
    /// What all of its nodes depend on, once the first one was rewritten: what is between it and itself depends on that.
    depends_on: Option<Dependencies>,
}

impl Version {
    /// Whether one of its nodes is being rewritten, all would stay what they became, whatever this variable means, or another
    /// one of its variables means what it did.
    fn is_in_force<Value>(&self, but_for: Option<Identity>, memo: &BindingMemo<Value>, bindings: &Bindings) -> bool {
        let means_the_same = |(variable, binding): (&Identity, &Option<u64>)| {
            but_for != Some(*variable)
                && bindings.meaning(*variable).is_some_and(|meaning| meaning.number() == *binding)
        };
        self.open > 0
            || self.depends_on.is_some_and(|depends_on| memo.holds_without(but_for, depends_on, bindings))
            || self.variables.iter().any(means_the_same)
    }
}

impl Versions {
    /// A variable on a cycle is about to be looked into: what it referred to before in the same version, if it did. A free
    /// one never stays what a bound one was, whose name may be another one by now.
    pub(super) fn meet_variable<Value>(
        &mut self,
        component: usize,
        variable: Identity,
        binding: Option<u64>,
        memo: &mut BindingMemo<Value>,
        bindings: &Bindings,
    ) -> Option<Option<u64>> {
        let version = self.0.entry(component).or_default();
        if !version.is_in_force(Some(variable), memo, bindings) {
            *version = Version::default();
        }
        let before = *version.variables.entry(variable).or_insert(binding);
        let is_kept = before != binding && before.is_some() == binding.is_some();
        if let Some(first) = version.first_open.filter(|_| is_kept) {
            memo.depend_on(first);
        }
        is_kept.then_some(before)
    }

    /// What became of a node on a cycle, if the version is in force, and all else is as it was.
    pub(super) fn node<Value>(
        &mut self,
        component: usize,
        node: Identity,
        memo: &mut BindingMemo<Value>,
        bindings: &Bindings,
    ) -> Option<&Became> {
        let Version { variables, nodes, open, first_open, depends_on } = self.in_force(component, memo, bindings)?;
        let (became, own) = nodes.get(&node)?;
        // A free one never stands for a bound one, as in `meet_variable`.
        let is_own = |variable: Identity| {
            let is_bound = bindings.meaning(variable).and_then(Occurrence::number).is_some();
            variables.get(&variable).is_some_and(|before| before.is_some() == is_bound)
        };
        // What was bound between the first node of the cycle and this one counts as well.
        let all = depends_on.filter(|_| *open == 0).unwrap_or(*own);
        if !memo.holds_but_for(*own, is_own, bindings) || !memo.holds_but_for(all, is_own, bindings) {
            return None;
        }
        if let Some(first) = first_open {
            memo.depend_on(*first);
        }
        Some(became)
    }

    /// A node on a cycle is being rewritten from now on, with so many nodes around of which something is kept, if something
    /// is of this one.
    pub(super) fn open<Value>(
        &mut self,
        component: usize,
        around: Option<usize>,
        memo: &BindingMemo<Value>,
        bindings: &Bindings,
    ) {
        _ = self.in_force(component, memo, bindings);
        let version = self.0.entry(component).or_default();
        if version.open == 0 {
            version.first_open = around;
        }
        (version.open, version.depends_on) = (version.open + 1, None);
    }

    /// One was rewritten.
    pub(super) fn close(&mut self, component: usize) {
        if let Some(version) = self.0.get_mut(&component) {
            version.open -= 1;
            if version.open == 0 {
                version.first_open = None;
            }
        }
    }

    /// Notes what became of a node on a cycle that was being rewritten until now.
    pub(super) fn note_node(&mut self, component: usize, node: Identity, became: Became, depends_on: Dependencies) {
        if let Some(version) = self.0.get_mut(&component) {
            version.nodes.insert(node, (became, depends_on));
            if version.open == 0 {
                version.depends_on = Some(depends_on);
            }
        }
    }

    fn in_force<Value>(
        &mut self,
        component: usize,
        memo: &BindingMemo<Value>,
        bindings: &Bindings,
    ) -> Option<&mut Version> {
        if !self.0.get(&component)?.is_in_force(None, memo, bindings) {
            // The next one begins anew.
            self.0.remove(&component);
        }
        self.0.get_mut(&component)
    }
}
