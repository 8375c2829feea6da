//! Memoized summaries of nodes that may be met again.

use crate::{
    describe::{identity::Identity, region::Region},
    ops::classes::{
        meanings::Meanings,
        summary::{Occurrences, Summary, Terms},
    },
    tables::index::Table,
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

    /// The summary of what is met again, as it is here. Takes a moment where all bindings still hold and nothing is
    /// shadowed, else as long as there are variables in it.
    pub(super) fn recall(&mut self, at: &Memory, meanings: &mut Meanings, terms: &mut Terms) -> Option<Summary> {
        let summary = self.summaries.get_mut(at)?;
        let before = summary.uses.by_meaning;
        if before.is_empty() || summary.leads_to_cycle {
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
