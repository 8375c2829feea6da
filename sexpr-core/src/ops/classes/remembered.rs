//! Memoized summaries of nodes that may be met again.

use crate::{
    describe::{identity::Identity, region::Region},
    ops::classes::{
        meanings::Meanings,
        summary::{Occurrences, Summary, Terms},
    },
    tables::{index::Table, persistent::Map},
};

/// Where something lies, in which region it was met, and whether in a key of a map.
pub(super) type Memory = (Identity, Region, bool);

/// Summaries of values that may be met again and have no effect on what comes after them, by address and by the region
/// in which they were met.
#[derive(Default)]
pub(super) struct Remembered {
    summaries: Table<Memory, Summary>,
}

impl Remembered {
    pub(super) fn keep(&mut self, at: Memory, summary: Summary) {
        self.summaries.insert(at, summary);
    }

    /// Has a summary depend on these uses as well, which were met within so many scopes: those of the last node of a cycle
    /// that it is on.
    pub(super) fn widen(&mut self, at: &Memory, by_meaning: Map, scope: usize, terms: &mut Terms) {
        let Some(summary) = self.summaries.get_mut(at) else { return };
        let uses = &mut summary.uses.by_meaning;
        // What is bound around the last node was met in it, too.
        let is_within = uses.is_empty() || terms.maps.level(*uses) <= scope as u64;
        *uses = if is_within { by_meaning } else { terms.both(*uses, by_meaning) };
    }

    /// The summary of what is met again, as it is here. Takes a moment where all bindings still hold and nothing is
    /// shadowed, else as long as there are variables in it.
    pub(super) fn recall(&mut self, at: &Memory, meanings: &mut Meanings, terms: &mut Terms) -> Option<Summary> {
        let summary = self.summaries.get_mut(at)?;
        let before = summary.uses.by_meaning;
        if before.is_empty() {
            return Some(*summary);
        }
        if !meanings.all_hold_since(terms.maps.level(before) as usize) {
            let by_meaning = terms.elsewhere(before, |key| meanings.now(key))?;
            if by_meaning != before {
                summary.uses = Occurrences { by_meaning, ..summary.uses };
            }
        }
        Some(Summary { is_excluded: summary.is_excluded || meanings.is_in_doubt(), ..*summary })
    }
}
