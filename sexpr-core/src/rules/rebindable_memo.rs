//! A memo of results that hold wherever the variables that they depend on mean the same.
//!
//! Two lambdas that bind `x` and share a body make two correspondences of `x`. A result for the body in the first holds
//! in the second if `x` corresponds to the same variable there. So where a result's correspondences are forgotten or
//! shadowed, others are looked for by their ids (`VarPairs::present`). The result is reused if
//!
//! - on two sides, the variables of each id correspond now, each on top of its stack, whatever made them correspond;
//! - on one side, the place is the same, and so is the id of each variable on top. Then it has the same de Bruijn
//!   index;
//! - every variable that was found unbound is so again;
//! - it reaches no dag node: whether a record is in force depends on the correspondences themselves;
//! - nothing looked at more than what correspondences mean (`Collector::order_sensitive`). A map with variables as keys
//!   looks at which was bound first, and a `custom` node may look at anything.
//!
//! That is enough. A result without an effect made correspondences only for scopes inside the node, and these are made
//! and forgotten in the same way each time. So a look-up inside is decided by those or, where they have none for the
//! variables, by what these meant before: that is what the dependencies hold. Step by step, comparing again would find
//! the same.
//!
//! On two sides, every result for two nodes in a region is derived from one set of pairs of variables, unless some are
//! unbound in some places: one result is kept. A hash may be found with other indices at the same place, so all results
//! are kept, each by its set of ids.

use alloc::vec::Vec;
use core::hash::Hash;

use crate::{
    rules::{dependencies::Dependencies, var_pairs::VarPairs},
    tables::{
        index::{Table, reset},
        persistent::Set,
    },
};

/// Results, each with dependencies that it outlives: a result derived from correspondences that exist no more, or are
/// shadowed, is derived from those on top now, if these mean the same.
#[derive(Debug)]
pub(crate) struct RebindableMemo<Key, const SIDES: usize, Found> {
    /// By key, the one used last.
    latest: Table<Key, usize>,
    /// For keys with several results: each by the correspondences that it was derived from.
    several: Table<(Key, Set), usize>,
    entries: Vec<Entry<Key, SIDES, Found>>,
}

/// What results are kept by.
pub(crate) trait MemoKey: Copy + Eq + Hash {}

impl<Key: Copy + Eq + Hash> MemoKey for Key {}

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

impl<Key, const SIDES: usize, Found> Default for RebindableMemo<Key, SIDES, Found> {
    fn default() -> Self {
        RebindableMemo { latest: Table::default(), several: Table::default(), entries: Vec::new() }
    }
}

impl<Key: MemoKey, const SIDES: usize, Found: Copy> RebindableMemo<Key, SIDES, Found> {
    /// What was found, if computing it again would give the same; and what that is derived from at present.
    pub(crate) fn find<V: Copy>(
        &mut self,
        key: &Key,
        context: &mut VarPairs<SIDES, V>,
    ) -> Option<(Found, Dependencies<SIDES>)> {
        let latest = *self.latest.get(key)?;
        let recalled = self.recall(latest, context).or_else(|| {
            // Two kinds of places at which a node is met in turn may differ in what is bound.
            let before = self.entries[latest].before;
            if before == NONE { None } else { self.recall(before, context) }
        });
        let number = recalled?;
        if number != latest {
            self.entries[number].before = latest;
            self.latest.insert(*key, number);
        }
        let entry = &self.entries[number];
        Some((entry.found, entry.dependencies))
    }

    /// The number of a result, or of another one of its key with the same meaning, if it would be found again.
    fn recall<V: Copy>(&mut self, number: usize, context: &mut VarPairs<SIDES, V>) -> Option<usize> {
        let entry = &self.entries[number];
        if context.is_valid_here(&entry.dependencies) {
            return Some(number);
        }
        let present = context.present(&entry.dependencies)?;
        let number =
            if present.means_the_same { number } else { *self.several.get(&(entry.key, present.correspondences))? };
        let entry = &mut self.entries[number];
        if (0..SIDES).any(|side| !context.arenas_hold(&entry.dependencies, side)) {
            return None;
        }
        if !context.still_unbound(&entry.dependencies) {
            return None;
        }
        entry.dependencies = entry.dependencies.rebased(&present);
        Some(number)
    }

    pub(crate) fn add(&mut self, key: Key, found: Found, dependencies: Dependencies<SIDES>) {
        let number = self.entries.len();
        self.entries.push(Entry { key, found, dependencies, before: NONE });
        let Some(before) = self.latest.insert(key, number) else { return };
        self.entries[number].before = before;
        // On two sides, correspondences of the same variables mean the same.
        if SIDES == 1 {
            for number in [before, number] {
                self.several.insert((key, self.entries[number].dependencies.correspondences()), number);
            }
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub(crate) fn clear(&mut self) {
        reset(&mut self.latest);
        reset(&mut self.several);
        self.entries.clear();
    }
}
