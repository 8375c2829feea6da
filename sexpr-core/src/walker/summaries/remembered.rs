//! Summaries of what may be met again.

use super::{
    meanings::Meanings,
    summary::{Occurrences, Summary, Terms},
    uses::Uses,
};
use crate::{
    identity::{Identity, Table},
    region::Region,
};

/// Summaries of what may be met again and has no effect on what comes after it, by where it lies, and in which region
/// it was met.
#[derive(Default)]
pub(super) struct Remembered {
    summaries: Table<(Identity, Region), Summary>,
    /// What the variables of terms refer to in which there is something that is an object of its own for each way in
    /// which they are bound.
    rigid_terms: Table<Identity, Uses>,
    /// Whether a term was met where its variables refer to something else in which there is something that is an object
    /// of its own there.
    pub(super) rigid_terms_vary: bool,
}

impl Remembered {
    pub(super) fn keep(&mut self, at: (Identity, Region), summary: Summary) {
        self.summaries.insert(at, summary);
    }

    /// Notes a term that ends, wherever it may have been met before.
    pub(super) fn note_rigid(&mut self, term: Identity, summary: Summary) {
        let uses = summary.uses.by_meaning;
        if summary.is_rigid && !uses.is_none() {
            let before = *self.rigid_terms.entry(term).or_insert(uses);
            self.rigid_terms_vary |= before != uses;
        }
    }

    /// The summary of what is met again, as it is here. Takes a moment where all bindings still hold and nothing is
    /// shadowed, else as long as there are variables in it.
    pub(super) fn recall(
        &mut self,
        at: &(Identity, Region),
        meanings: &mut Meanings,
        terms: &mut Terms,
    ) -> Option<Summary> {
        let summary = self.summaries.get_mut(at)?;
        let before = summary.uses.by_meaning;
        if before.is_none() || meanings.all_hold_since(terms.maps.scope(before)) {
            return Some(*summary);
        }
        let by_meaning = terms.elsewhere(before, |key| meanings.now(key))?;
        if by_meaning != before {
            self.rigid_terms_vary |= summary.is_rigid;
            summary.uses = Occurrences { by_meaning, ..summary.uses };
        }
        Some(*summary)
    }
}
