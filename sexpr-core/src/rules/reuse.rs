//! Which results on shared `tree` nodes are reused, and the records of dag nodes, for one value or two.
//!
//! - While no scope is met, a result holds for good, and so does a result that is derived from nothing. Only these
//!   compose, and are merged. There are two tables of them, for results found outside of all scopes and for those found in
//!   one, since a `def` field binds anew in a scope and outside does not.
//! - All other results are in a [`Memory`] (see `remembered`). They are kept by their nodes and the class of the region,
//!   unless the comparison was cheap, made a correspondence that outlives the node, may lie on a cycle, or reached a dag
//!   node whose records vary. They are reused where all correspondences that they were derived from exist and are on top,
//!   or where the same variables correspond by others (see `rebindable_memo`).
//!
//! Reusing a result counts as consulting all that it was derived from.

use alloc::boxed::Box;
use core::fmt::Debug;

use crate::{
    describe::{identity::Identity, options::Options, region::Region},
    rules::{
        by_options::ByOptions,
        pairs::{Ordinal, Pairs},
        rebindable_memo::MemoKey,
        remembered::{Memory, TreeMemory},
        shared_trees::SharedTrees,
        var_pairs::{IndexBase, VarPairs},
    },
};

/// Results that hold for good, of `SIDES` nodes each.
pub(crate) trait ForGood<const SIDES: usize>: Default {
    /// A result.
    type Found: Copy + Debug;
    /// What other results are kept by.
    type Key: MemoKey + Debug;
    /// Whether results depend on where de Bruijn indices are counted from.
    const BY_INDEX_BASE: bool;

    /// What other results on these nodes are kept by.
    fn key(nodes: [Identity; SIDES], class: Region, base: IndexBase) -> Self::Key;
    /// The result on these nodes.
    fn find(&mut self, nodes: [Identity; SIDES]) -> Option<Self::Found>;
    /// Keeps the result on these nodes.
    fn note(&mut self, nodes: [Identity; SIDES], found: Self::Found);
    /// Forgets all.
    fn clear(&mut self);
}

/// Which nodes are equal.
impl ForGood<2> for SharedTrees {
    type Found = ();
    type Key = (Identity, Identity, Region);
    const BY_INDEX_BASE: bool = false;

    fn key([left, right]: [Identity; 2], class: Region, _: IndexBase) -> Self::Key {
        (left, right, class)
    }
    #[inline(always)]
    fn find(&mut self, [left, right]: [Identity; 2]) -> Option<()> {
        self.knows(left, right).then_some(())
    }
    #[inline(always)]
    fn note(&mut self, [left, right]: [Identity; 2], (): ()) {
        self.note(left, right);
    }
    fn clear(&mut self) {
        self.clear();
    }
}

/// What each node contributes to a hash.
impl<Part: Copy + Debug> ForGood<1> for Pairs<1, Part> {
    type Found = Part;
    type Key = (Identity, Region, IndexBase);
    const BY_INDEX_BASE: bool = true;

    fn key([node]: [Identity; 1], class: Region, base: IndexBase) -> Self::Key {
        (node, class, base)
    }
    #[inline(always)]
    fn find(&mut self, [node]: [Identity; 1]) -> Option<Part> {
        self.top(0, node).map(|entry| self.value(entry))
    }
    #[inline(always)]
    fn note(&mut self, nodes: [Identity; 1], part: Part) {
        self.get_or_add(nodes[0], part);
    }
    fn clear(&mut self) {
        self.clear();
    }
}

/// Results on `tree` nodes, and records of dag nodes.
#[derive(Debug)]
pub(crate) struct Reuse<const SIDES: usize, Good: ForGood<SIDES>, Value> {
    /// What was found outside of all scopes.
    pub(crate) outside: Good,
    scoped: Option<Box<Scoped<SIDES, Good, Value>>>,
    /// Results on `tree` nodes under options that are not in force; empty for those that are.
    under_others: ByOptions<Trees<SIDES, Good>>,
}

/// What is known only where there are scopes.
#[derive(Debug)]
pub(crate) struct Scoped<const SIDES: usize, Good: ForGood<SIDES>, Value> {
    /// Results that were found in scopes, and hold in all.
    everywhere: Good,
    pub(crate) memory: Memory<Good::Key, SIDES, Good::Found, Value>,
}

/// Results on `tree` nodes, which hold under some options.
#[derive(Debug)]
struct Trees<const SIDES: usize, Good: ForGood<SIDES>> {
    outside: Good,
    everywhere: Good,
    in_scopes: TreeMemory<Good::Key, SIDES, Good::Found>,
}

impl<const SIDES: usize, Good: ForGood<SIDES>, Value> Default for Reuse<SIDES, Good, Value> {
    fn default() -> Self {
        Reuse { outside: Good::default(), scoped: None, under_others: ByOptions::default() }
    }
}

impl<const SIDES: usize, Good: ForGood<SIDES>, Value> Default for Scoped<SIDES, Good, Value> {
    fn default() -> Self {
        Scoped { everywhere: Good::default(), memory: Memory::default() }
    }
}

impl<const SIDES: usize, Good: ForGood<SIDES>> Default for Trees<SIDES, Good> {
    fn default() -> Self {
        Trees { outside: Good::default(), everywhere: Good::default(), in_scopes: TreeMemory::default() }
    }
}

impl<const SIDES: usize, Good: ForGood<SIDES>, Value: Copy> Reuse<SIDES, Good, Value> {
    /// The result on `tree` nodes that meet in region `at`, where there are scopes. Where there is none, begins to collect
    /// what the next one is derived from, for [`keep`](Self::keep).
    #[cold]
    #[inline(never)]
    pub(crate) fn find<V: Copy>(
        &mut self,
        nodes: [Identity; SIDES],
        at: Region,
        variables: &mut VarPairs<SIDES, V>,
    ) -> Option<Good::Found> {
        let scoped = self.scoped.get_or_insert_default();
        let results = if variables.depth() == 0 { &mut self.outside } else { &mut scoped.everywhere };
        if !Self::is_by_region(at, variables)
            && let Some(found) = results.find(nodes)
        {
            return Some(found);
        }
        let class = at.class(variables.depth());
        let mut found = scoped.memory.recall(&Good::key(nodes, class, IndexBase::EVERYWHERE), variables);
        if Good::BY_INDEX_BASE && found.is_none() {
            let base = variables.index_base();
            found = scoped.memory.recall(&Good::key(nodes, class, base), variables);
        }
        if found.is_none() {
            variables.open();
        }
        found
    }

    /// Ends what [`find`](Self::find) began, and keeps the result on `tree` nodes that met in region `at`, if computing it
    /// again would have no effect, and would be expensive.
    #[cold]
    #[inline(never)]
    pub(crate) fn keep<V: Copy>(
        &mut self,
        nodes: [Identity; SIDES],
        found: Good::Found,
        at: Region,
        is_expensive: bool,
        variables: &mut VarPairs<SIDES, V>,
    ) {
        let scoped = self.scoped.get_or_insert_default();
        let Some(dependencies) = scoped.memory.finish(variables).filter(|_| is_expensive) else { return };
        if dependencies.depends_on_nothing() && !Self::is_by_region(at, variables) {
            let results = if variables.depth() == 0 { &mut self.outside } else { &mut scoped.everywhere };
            results.note(nodes, found);
        } else {
            let here = Good::BY_INDEX_BASE && dependencies.is_scoped();
            let base = if here { variables.index_base() } else { IndexBase::EVERYWHERE };
            scoped.memory.keep(Good::key(nodes, at.class(variables.depth()), base), found, dependencies, variables);
        }
    }

    /// Whether a result that is derived from nothing holds in this region alone: variables bind anew, or unordered parts
    /// stand in order.
    fn is_by_region<V: Copy>(at: Region, variables: &VarPairs<SIDES, V>) -> bool {
        at.is_binding_occurrence() || at.binds() && variables.have_parts()
    }

    /// The records of dag nodes, where there are scopes.
    pub(crate) fn dags(&mut self) -> &mut Memory<Good::Key, SIDES, Good::Found, Value> {
        &mut self.scoped.get_or_insert_default().memory
    }

    /// Notes that dag nodes meet, at these addresses, where there are scopes.
    #[cold]
    #[inline(never)]
    pub(crate) fn note_dags(&mut self, nodes: [Identity; SIDES], addresses: [usize; SIDES]) {
        (0..SIDES).for_each(|side| self.dags().note_dag(side, nodes[side], addresses[side]));
    }

    /// The records of dag nodes that are in force, on each side, where there are scopes.
    pub(crate) fn records_in_force<V: Copy>(
        &mut self,
        nodes: [Identity; SIDES],
        variables: &mut VarPairs<SIDES, V>,
    ) -> [Option<Ordinal>; SIDES] {
        let memory = self.dags();
        core::array::from_fn(|side| memory.record_in_force(side, nodes[side], variables))
    }

    /// Results that hold in all scopes.
    pub(crate) fn everywhere(&mut self) -> &mut Good {
        &mut self.scoped.get_or_insert_default().everywhere
    }

    /// Forgets results under options that are not in force.
    pub(crate) fn forget_under_others(&mut self) {
        self.under_others.clear();
    }

    /// Goes on with the results on `tree` nodes under other options.
    pub(crate) fn take_options(&mut self, from: Options, to: Options) {
        if from == to {
            return;
        }
        for options in [from, to] {
            let trees = self.under_others.under(options);
            core::mem::swap(&mut self.outside, &mut trees.outside);
            if let Some(scoped) = &mut self.scoped {
                core::mem::swap(&mut scoped.everywhere, &mut trees.everywhere);
                scoped.memory.swap_trees(&mut trees.in_scopes);
            }
        }
    }

    /// Forgets everything. `had_scopes` says whether there were scopes.
    pub(crate) fn clear(&mut self, had_scopes: bool) {
        if let Some(scoped) = self.scoped.as_mut().filter(|_| had_scopes) {
            scoped.memory.clear();
            scoped.everywhere.clear();
        }
        self.outside.clear();
        self.under_others.clear();
    }
}
