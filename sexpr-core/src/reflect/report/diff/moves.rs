//! Elements that are in one sequence on the left, and in another on the right.
//!
//! They are known by hashes in which variables bound outside the element count by the order of first occurrence. An element
//! is not taken to be moved where others are like it, or where it is small: another one like it is easily inserted. Nor where
//! too much was hashed before.

use alloc::vec::Vec;
use core::any::TypeId;

use crate::{
    reflect::{
        elements::Items,
        report::{
            Report,
            diff::{
                All,
                edit::{Edit, EditKind},
                profile::{Profile, Profiler},
            },
        },
    },
    tables::index::Table,
};

/// What an element is like: its type, its labelled profile, and its hash.
pub(in crate::reflect::report) type Likeness = (TypeId, u64, u64);

impl<'a> Report<'a> {
    /// What an element is like that is on one side alone, if it is worth moving. Ids mean something only where they are.
    pub(super) fn likeness(
        &mut self,
        items: &dyn Items<'a>,
        side: usize,
        index: usize,
        profile: &Profiler,
    ) -> Option<Likeness> {
        let is_known = profile.size >= Profiler::WORTH_MOVING && !self.relation.has_arenas();
        let all = self.all.as_mut().filter(|all| is_known && all.hashed.saturating_add(profile.size) <= All::HASHED)?;
        all.hashed += profile.size;
        let hash = Profile::hash_of(items, side, index, self.lister.options)?;
        Some((items.ty(), profile.alike[Profiler::LABELLED], hash))
    }
}

impl All {
    /// Makes a move of each removal and insertion of elements that are alike, where no other is.
    pub(super) fn join_moves(&mut self) {
        let mut alike: Table<Likeness, [Vec<usize>; 2]> = Table::default();
        for (number, likeness) in self.lone.drain(..) {
            let side = usize::from(matches!(self.edits[number].kind(), EditKind::Inserted { .. }));
            alike.entry(likeness).or_default()[side].push(number);
        }
        let mut edits: Vec<Option<Edit>> = core::mem::take(&mut self.edits).into_iter().map(Some).collect();
        for of_element in alike.into_values() {
            if let [[removed], [inserted]] = of_element.each_ref().map(Vec::as_slice) {
                let both = edits[*removed].take().zip(edits[*inserted].take());
                // It is told with the later one.
                edits[*removed.max(inserted)] = both.map(|(removed, inserted)| Edit::moved(removed, inserted));
            }
        }
        self.edits = edits.into_iter().flatten().collect();
    }
}
