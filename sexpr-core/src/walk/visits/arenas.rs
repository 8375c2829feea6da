//! How a walk meets what lies in arenas, and maps: ids may be keys.
//!
//! What an id leads to that is being visited already is given once more, and not looked into: so a walk of a cycle ends.

use alloc::boxed::Box;

use hashbrown::hash_map::Entry;

use crate::{
    describe::{erased_arena::InColumns, identity::Identity, region::Region},
    reflect::{
        containers::Maps,
        lister::ListedPart,
        node::{NodeInfo, Pair},
    },
    walk::visits::{Deferred, Visits, state::VisitState},
};

/// What a node is known by.
pub(super) struct Known {
    pub(super) identity: Identity,
    /// What its visits are known by, which depend on the arenas in force.
    pub(super) place: Identity,
    pub(super) is_behind_id: bool,
    /// An id led to it, and it is being visited.
    pub(super) is_open: bool,
}

impl<'a> Visits<'a, '_> {
    /// What a node is known by that has an identity. If an id led to it, it is being visited from now on.
    #[inline(always)]
    pub(super) fn known(
        &mut self,
        identity: Identity,
        pair: Pair<'a>,
        info: &NodeInfo,
        columns: Option<InColumns<'a>>,
    ) -> Known {
        match self.arenas.is_used() {
            true => self.known_in_arenas(identity, pair, info, columns),
            false => Known { identity, place: identity, is_behind_id: false, is_open: false },
        }
    }

    #[cold]
    fn known_in_arenas(
        &mut self,
        identity: Identity,
        pair: Pair<'a>,
        info: &NodeInfo,
        columns: Option<InColumns<'a>>,
    ) -> Known {
        let is_behind_id = info.is_behind_id;
        let identity = self.arenas.identity(identity, columns, info);
        let [address] = InColumns::known_by([columns], [pair.left().details().address]);
        let place = self.arenas.place(address);
        let is_open = is_behind_id && self.is_open(place);
        Known { identity, place, is_behind_id, is_open }
    }

    /// Whether what an id leads to is being visited. It is from now on.
    fn is_open(&mut self, place: Identity) -> bool {
        let mut once = self.state.once.as_mut();
        let around = once.as_ref().map_or(0, |once| once.around());
        match self.open.entry(place) {
            Entry::Vacant(vacant) => {
                vacant.insert(around);
                self.leave(Deferred::BehindId(place));
                false
            }
            Entry::Occupied(open) => {
                // What is between depends on what is still to come in it.
                if let Some(once) = &mut once {
                    once.depend_on(*open.get());
                }
                true
            }
        }
    }

    /// Lists the entries of a map in the order of comparison. All keys are matched first.
    pub(super) fn entries(&mut self, mut maps: Box<dyn Maps<'a> + 'a>, at: Region) {
        let at = at.past_boundary();
        let around = self.state.around;
        let names = self.state.lister.trail.names();
        self.leave(Deferred::Map(names));
        let VisitState { lister, keys, bindings, values, .. } = &mut self.state;
        let arenas = self.arenas.in_force();
        maps.read(0, keys.get_mut(), values, &|variable| bindings.ordinal(variable), &arenas);
        maps.arrange(0, values, lister.options);
        bindings.meet_keys(maps.ranked(0));
        values.note_ties(maps.ranked(0), |variable| bindings.ordinal(variable));
        let (first, first_end) = (lister.begin(), self.ends.len());
        for entry in maps.ranked(0) {
            let mark = maps.mark(entry.index, &arenas, lister);
            // The values that come before may bind it anew.
            let occurrence = entry.variable.and_then(|variable| bindings.meaning(variable));
            self.ends.push(Deferred::Key(occurrence));
            lister.push_back(ListedPart::Deferred);
            maps.push_key(entry.index, mark, Region::NONE, lister);
            self.ends.push(Deferred::Around(around));
            lister.push_back(ListedPart::Deferred);
            maps.push_value(entry.index, mark, at, lister);
        }
        lister.end(first);
        self.ends[first_end..].reverse();
    }
}
