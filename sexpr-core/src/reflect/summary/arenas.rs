//! Summaries of what lies in arenas: nodes that have arenas, and what ids lead to.
//!
//! What an id leads to is summed up in its environment, and known there by its address. What is behind another pointer
//! and may hold ids is summed up in each environment in which it is met, though it is one object, and found once.

use crate::{
    describe::{
        closed_types::{KnownTypes, Property},
        identity::Identity,
        leaf::Encoder,
        region::{Level, Region},
    },
    reflect::{
        node::ErasedNode,
        part::Ids,
        summary::{
            classes::{AlphaClasses, Memory, Tag},
            terms::Summary,
        },
    },
    tables::index::Table,
};

/// What was reached through arenas.
#[derive(Default)]
pub(super) struct Arenas {
    known_types: KnownTypes,
    /// The nodes that ids led to and that are being summed up.
    pub(super) open: Table<Identity, ()>,
    /// What binds around it, of dag nodes and of what leads to cycles.
    effects: Table<Memory, Effect>,
}

/// A node that binds around it and was summed up.
#[derive(Clone, Copy)]
struct Effect {
    /// The number of the scope in which it was met.
    scope: usize,
    /// The level of the outermost scope in which something in it is bound.
    binds_at: Level,
    size: u64,
    leads_to_cycle: bool,
}

impl<'a> AlphaClasses<'a> {
    /// Whether a node may mean something else where other arenas are in force.
    pub(super) fn may_mean_something_else(&mut self, node: &dyn ErasedNode) -> bool {
        let (is_used, look) = (self.walk.arenas.is_used(), node.look());
        let mut may_hold_ids = || !self.arenas.known_types.have(Property::WithoutIds, node.table());
        look.is_behind_id || is_used && !look.is_closed && may_hold_ids()
    }

    /// Meets what ids lead to. One that means nothing is equal to others of its number.
    pub(super) fn follow(&mut self, ids: Ids<'a>, at: Region) {
        match self.walk.arenas.follow_in(ids, &mut self.walk.lister) {
            Some((pair, columns)) => self.meet(pair, columns, at),
            None => {
                let shape = self.shape_of(Tag::Dangling, |text| text.word(ids.left.index()));
                self.deliver(Summary::constant(shape));
            }
        }
    }

    /// The summary of a dag node that binds around it, while its record is in force, and so has no effect. Nodes that lead to
    /// a cycle are visited once; otherwise every path through the cycle would be visited. Where the record of such a node may
    /// not be in force, what variables refer to from then on is [in doubt](super::meanings::Meanings::doubt).
    pub(super) fn pass_by(&mut self, memory: &Memory) -> Option<Summary> {
        let Effect { scope, binds_at, size, leads_to_cycle } = *self.arenas.effects.get(memory)?;
        let is_in_force = self.meanings.all_hold_since(scope);
        if !is_in_force && !leads_to_cycle {
            return None;
        }
        if !is_in_force {
            self.meanings.doubt();
        }
        let binds_at = if is_in_force { binds_at } else { 0 };
        Some(Summary { size, binds_at, is_excluded: true, leads_to_cycle, ..Summary::constant(0) })
    }

    pub(super) fn note_effect(&mut self, memory: Memory, summary: &Summary) {
        let Summary { binds_at, size, leads_to_cycle, .. } = *summary;
        let scope = self.meanings.scope();
        self.arenas.effects.insert(memory, Effect { scope, binds_at, size, leads_to_cycle });
    }
}
