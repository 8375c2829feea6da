//! Results on shared `tree` nodes that have dependencies, and where these are valid.
//!
//! A result found under some binders is valid below others if computing it again would find the same and have no effect.
//!
//! **While the scopes exist**: all correspondences among its dependencies exist and are on top on both sides, all variables
//! that were unbound are unbound, and the same arenas are in force (`VarPairs::is_valid_here`). That the correspondences
//! exist is one comparison, of the innermost scope's serial number. That they are on top is one test whether two sets are
//! disjoint: theirs, and the set of shadowed correspondences.
//!
//! **Below other binders of the same variables**: two lambdas that bind `x` and share a body make two correspondences of
//! `x`. A result for the body in the first is valid in the second if `x` corresponds to the same variable there
//! (`VarPairs::present`). More precisely:
//!
//! - on two sides, the variables of each correspondence correspond now, each on top of its stack, whatever made them
//!   correspond;
//! - on one side, the place is the same, and so is the id of the correspondence on top of each variable. Then the variable
//!   has the same de Bruijn index;
//! - every variable that was unbound is unbound;
//! - the result reaches no dag node: whether a record is in force depends on the correspondences themselves;
//! - nothing but the meaning of the correspondences was consulted (`Dependencies::order_sensitive`). A map with variables as
//!   keys asks which was bound first, and a `custom` node may consult anything.
//!
//! That is enough. A result without an effect made correspondences only for scopes inside the node, and these are made
//! and forgotten in the same way each time. So a look-up inside is decided by those or, where they have none for the
//! variables, by the dependencies. Step by step, computing the result again would find the same.
//!
//! On two sides, all results for two nodes in a region are derived from one set of pairs of variables, unless some are
//! unbound in some places: one result is kept. A hash may be found with other indices at the same place, so all results
//! are kept, each by its set of ids.
//!
//! A result is kept for its nodes and the *class* of the region (`Region::class`): the region itself, where binding
//! occurrences bind; otherwise, whether a `pattern` region is around, and whether a scope is.

use alloc::vec::Vec;
use core::hash::Hash;

use crate::{
    rules::{memo::dependencies::Dependencies, var_pairs::VarPairs},
    tables::{
        index::{Table, reset},
        persistent::Set,
    },
};

/// Results on shared `tree` nodes, each with its dependencies. A result that is valid below other binders depends from then
/// on on the correspondences of these.
#[derive(Debug)]
pub(super) struct TreeMemo<Key, const SIDES: usize, Found> {
    /// By key, the result used last.
    latest: Table<Key, usize>,
    /// For keys with several results: each by its correspondences.
    several: Table<(Key, Set), usize>,
    entries: Vec<Entry<Key, SIDES, Found>>,
}

#[derive(Clone, Copy, Debug)]
struct Entry<Key, const SIDES: usize, Found> {
    key: Key,
    found: Found,
    /// As of its latest use.
    dependencies: Dependencies<SIDES>,
    /// The result of the same key that was the latest before.
    before: usize,
}

/// In place of a result's number: none.
const NONE: usize = usize::MAX;

impl<Key, const SIDES: usize, Found> Default for TreeMemo<Key, SIDES, Found> {
    fn default() -> Self {
        TreeMemo { latest: Table::default(), several: Table::default(), entries: Vec::new() }
    }
}

impl<Key: Copy + Eq + Hash, const SIDES: usize, Found: Copy> TreeMemo<Key, SIDES, Found> {
    /// A result that is valid here, and its dependencies here. `records_vary` says that none that reaches a dag node is.
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
        // A node may be met in turn at two kinds of places, with other variables bound.
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

    /// The number of a result, or of another one of its key with the same meaning, if it is valid here.
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
