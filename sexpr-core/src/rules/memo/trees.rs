//! Results on shared `tree` nodes that have dependencies. When a result is reused below other binders, its dependencies
//! become the correspondences of these binders.
//!
//! A result is valid in two situations.
//!
//! **While the scopes exist**: all correspondences among the dependencies exist and are on top on both sides, all
//! variables that were unbound are unbound, and the same arenas are in force (`VarPairs::is_valid_here`). Comparing the
//! innermost scope's serial number shows whether the correspondences exist. They are on top if their set is disjoint
//! from the set of shadowed correspondences.
//!
//! **Below other binders of the same variables**: two lambdas that bind `x` and share a body make two correspondences of
//! `x`. A result for the body in the first is valid in the second if `x` corresponds to the same variable there
//! (`VarPairs::present`). More precisely:
//!
//! - on two sides, the two variables of each correspondence correspond now: some correspondence of the two is on top of
//!   both stacks;
//! - on one side, the [`IndexBase`](crate::rules::var_pairs::IndexBase) is the same, and each variable has a correspondence with the same id on top. Then
//!   the variable has the same de Bruijn index;
//! - every variable that was unbound is unbound;
//! - the result reaches no dag node: whether a record is in force depends on the correspondences themselves;
//! - only the meaning of the correspondences was consulted (`Dependencies::order_sensitive`). A map with variables as
//!   keys asks which variable was bound first, and a `custom` node may consult anything.
//!
//! These conditions suffice. A result without an effect made correspondences only for scopes inside the node, and each
//! computation makes and forgets these in the same way. So a look-up inside the node is decided by these
//! correspondences or, where they have none for the variables, by the dependencies. Step by step, computing the result
//! again would find the same.
//!
//! On two sides, all results for two nodes in a region depend on the same pairs of variables, unless a variable is
//! unbound in some places. So one result is kept. On one side, the same node in the same
//! region may have several hashes, with different de Bruijn indices. So all of them are kept, each under the set of ids
//! of its correspondences.
//!
//! A result is kept for its nodes and the *class* of the region (`Region::class`): the region itself, if it has binding
//! occurrences; otherwise, those properties of the region on which a result can depend.

use alloc::vec::Vec;
use core::hash::Hash;

use crate::{
    rules::{memo::dependencies::Dependencies, pairs::NONE, var_pairs::VarPairs},
    tables::{
        index::{Table, reset},
        persistent::Set,
    },
};

/// Results on shared `tree` nodes that have dependencies.
#[derive(Debug)]
pub(super) struct TreeMemo<Key, const SIDES: usize, Found> {
    /// For each key, the result that was used last.
    latest: Table<Key, usize>,
    /// For keys with several results, each result by its correspondences.
    several: Table<(Key, Set), usize>,
    entries: Vec<Entry<Key, SIDES, Found>>,
}

#[derive(Clone, Copy, Debug)]
struct Entry<Key, const SIDES: usize, Found> {
    key: Key,
    found: Found,
    /// The dependencies as of the latest use.
    dependencies: Dependencies<SIDES>,
    /// The previous latest result of the same key.
    before: usize,
}

impl<Key, const SIDES: usize, Found> Default for TreeMemo<Key, SIDES, Found> {
    fn default() -> Self {
        TreeMemo { latest: Table::default(), several: Table::default(), entries: Vec::new() }
    }
}

impl<Key: Copy + Eq + Hash, const SIDES: usize, Found: Copy> TreeMemo<Key, SIDES, Found> {
    /// A result that is valid here, and its dependencies here. If `records_vary`, no result that reaches a dag node is
    /// valid.
    pub(super) fn find<V: Copy>(
        &mut self,
        key: &Key,
        records_vary: bool,
        context: &mut VarPairs<SIDES, V>,
    ) -> Option<(Found, Dependencies<SIDES>)> {
        let top = *self.latest.get(key)?;
        let mut latest = top;
        // Results that depend on the correspondences themselves form a stack, as the scopes do.
        while let Some(Entry { dependencies, before, .. }) = self.entries.get(latest)
            && !dependencies.is_by_meaning()
            && !context.exists(dependencies)
        {
            latest = *before;
        }
        if latest != top {
            self.latest.insert(*key, latest);
        }
        // A node may be met alternately at two kinds of places, where different variables are bound.
        let before = self.entries.get(latest)?.before;
        let number = self
            .recall(latest, records_vary, context)
            .or_else(|| if before == NONE { None } else { self.recall(before, records_vary, context) })?;
        if number != latest && self.entries[number].dependencies.is_by_meaning() {
            self.entries[number].before = latest;
            self.latest.insert(*key, number);
        }
        let Entry { found, dependencies, .. } = self.entries[number];
        Some((found, dependencies))
    }

    /// The number of the result that is valid here: this one, or one of the same key that has the present
    /// correspondences.
    fn recall<V: Copy>(
        &mut self,
        number: usize,
        records_vary: bool,
        context: &mut VarPairs<SIDES, V>,
    ) -> Option<usize> {
        let Entry { key, dependencies, .. } = &self.entries[number];
        if !dependencies.is_by_meaning() {
            let is_valid = !(dependencies.reaches_dag && records_vary) && context.is_valid_here(dependencies);
            return is_valid.then_some(number);
        }
        if context.is_valid_here(dependencies) {
            return Some(number);
        }
        let (present, means_the_same) = context.present(dependencies)?;
        let number = if means_the_same { number } else { *self.several.get(&(*key, present.correspondences))? };
        let dependencies = &mut self.entries[number].dependencies;
        if !context.all_arenas_hold(dependencies) || !context.still_unbound(dependencies) {
            return None;
        }
        *dependencies = dependencies.with_correspondences(present.correspondences, present.level, present.serial);
        Some(number)
    }

    /// Keeps a result.
    pub(super) fn add(&mut self, key: Key, found: Found, dependencies: Dependencies<SIDES>) {
        let number = self.entries.len();
        let before = self.latest.insert(key, number).unwrap_or(NONE);
        self.entries.push(Entry { key, found, dependencies, before });
        // On two sides, correspondences of the same variables mean the same.
        if SIDES == 1 && before != NONE {
            for number in [before, number] {
                let dependencies = &self.entries[number].dependencies;
                if dependencies.is_by_meaning() {
                    self.several.insert((key, dependencies.correspondences), number);
                }
            }
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub(super) fn clear(&mut self) {
        reset(&mut self.latest);
        reset(&mut self.several);
        self.entries.clear();
    }
}
