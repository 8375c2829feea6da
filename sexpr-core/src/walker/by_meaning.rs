//! Findings that hold wherever the variables that they depend on mean the same.

use alloc::vec::Vec;
use core::hash::Hash;

use super::{correspondences::Correspondences, derivation::Derivation, sets::Set};
use crate::identity::{Table, reset};

/// Findings, each with what it was derived from, which it outlives: what was derived from correspondences that exist no
/// more, or are shadowed, is derived from those on top now, if these mean the same.
#[derive(Debug)]
pub(super) struct ByMeaning<Key, const SIDES: usize, Found> {
    latest: Table<Key, usize>,
    /// For keys of which several things were found, each by what it was derived from.
    several: Table<(Key, Set), usize>,
    entries: Vec<Entry<SIDES, Found>>,
}

#[derive(Clone, Copy, Debug)]
struct Entry<const SIDES: usize, Found> {
    found: Found,
    /// As of its latest use.
    derivation: Derivation<SIDES>,
}

impl<Key, const SIDES: usize, Found> Default for ByMeaning<Key, SIDES, Found> {
    fn default() -> Self {
        ByMeaning { latest: Table::default(), several: Table::default(), entries: Vec::new() }
    }
}

impl<Key: Copy + Eq + Hash, const SIDES: usize, Found: Copy> ByMeaning<Key, SIDES, Found> {
    /// What was found, if finding anew would give the same; and what that is derived from at present.
    pub(super) fn find<V: Copy>(
        &mut self,
        key: &Key,
        context: &mut Correspondences<SIDES, V>,
    ) -> Option<(Found, Derivation<SIDES>)> {
        let latest = self.latest.get_mut(key)?;
        let entry = self.entries[*latest];
        if context.would_recur(&entry.derivation) {
            return Some((entry.found, entry.derivation));
        }
        let present = context.present(&entry.derivation)?;
        if !present.means_the_same {
            *latest = *self.several.get(&(*key, present.correspondences))?;
        }
        let entry = &mut self.entries[*latest];
        if !context.still_unbound(&entry.derivation) {
            return None;
        }
        entry.derivation = entry.derivation.at_present(&present);
        Some((entry.found, entry.derivation))
    }

    pub(super) fn add(&mut self, key: Key, found: Found, derivation: Derivation<SIDES>) {
        let number = self.entries.len();
        self.entries.push(Entry { found, derivation });
        if let Some(earlier) = self.latest.insert(key, number) {
            for number in [earlier, number] {
                self.several.insert((key, self.entries[number].derivation.correspondences()), number);
            }
        }
    }

    pub(super) fn clear(&mut self) {
        reset(&mut self.latest);
        reset(&mut self.several);
        self.entries.clear();
    }
}
