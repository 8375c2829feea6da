//! How a walk meets what lies in arenas: nodes that have arenas, and ids.
//!
//! What an id leads to that is being visited already is given once more, and not looked into: so a walk of a cycle ends.

use alloc::vec::Vec;
use core::marker::PhantomData;

use hashbrown::hash_map::Entry;

use crate::{
    describe::{
        arena::{Arena, Id},
        containers::Sharing,
        erased_arena::{InColumns, all_nodes},
        identity::{Identity, Keys},
        info::Kind,
        options::Options,
        region::{Level, Region},
        structural::StructuralEq,
    },
    engine::{frame::Step as TakeStep, trail::Mark},
    reflect::declarations::DeclarationSearch,
    rules::{
        environments::{Environments, Found, Met, OnSide, Slots},
        predeclared::{Declaration, Lent},
    },
    tables::index::Table,
    walk::visits::{Visits, What, nodes::Meeting},
};

/// The arenas in force, and what was reached through them.
#[derive(Default)]
pub(super) struct ArenasInForce<'a> {
    environments: Environments<1>,
    slots: Slots<'a>,
    /// Whether what is met next is what an id led to.
    is_behind_id: bool,
    /// What this has in other tables.
    pub(super) columns: Option<InColumns<'a>>,
    /// What ids led to that is being visited, and how many nodes were around each of which something is to be kept.
    open: Table<Identity, usize>,
}

impl<'a> ArenasInForce<'a> {
    /// The arenas in force.
    pub(super) fn in_force(&self) -> OnSide<'_, 'a, 1> {
        OnSide { side: 0, environments: Some(&self.environments), slots: &self.slots }
    }

    /// What a scope predeclares that was entered as the innermost of so many, in this region.
    pub(super) fn declarations<T: StructuralEq + ?Sized>(
        &mut self,
        scope: &'a T,
        at: Region,
        depth: Level,
        options: Options,
        keys: &mut Keys,
        barren: &mut Table<(Identity, bool), ()>,
    ) -> Vec<Declaration> {
        let ArenasInForce { environments, slots, .. } = self;
        let lent_environments = environments.lend(0);
        let mut lent = Lent { environments: lent_environments, follows_ids: true, barren: core::mem::take(barren) };
        let found = DeclarationSearch::of(scope, at, depth, options, keys, slots, &mut lent);
        environments.give_back(lent.environments);
        *barren = lent.barren;
        found
    }
}

/// What a node is known by where arenas are in force.
pub(super) struct Known {
    pub(super) identity: Identity,
    /// What its visits are known by, which depend on the arenas in force.
    pub(super) place: Identity,
    pub(super) is_behind_id: bool,
    /// An id led to it, and it is being visited.
    pub(super) is_open: bool,
}

impl<'a> Visits<'a, '_> {
    /// Whether arenas are in force, or were.
    #[inline(always)]
    pub(super) fn has_arenas(&self) -> bool {
        self.arenas.environments.is_used()
    }

    /// What a node is known by. If an id led to it, it is being visited from now on.
    #[inline(always)]
    pub(super) fn in_environment<T: StructuralEq + ?Sized>(&mut self, node: &T, kind: Kind) -> Known {
        let identity = self.state.keys.get_mut().identify(node);
        if self.arenas.environments.is_used() {
            return self.in_inner_environment(identity, Identity::address(node), kind);
        }
        Known { identity, place: identity, is_behind_id: false, is_open: false }
    }

    #[cold]
    #[inline(never)]
    fn in_inner_environment(&mut self, identity: Identity, address: Identity, kind: Kind) -> Known {
        let is_behind_id = core::mem::take(&mut self.arenas.is_behind_id);
        let [identity, address] = InColumns::known_by([self.arenas.columns; 2], [identity, address]);
        let [environment] = self.arenas.environments.current();
        let place = address.in_environment(environment);
        // What is in it depends on the arenas in force.
        let depends = is_behind_id || !matches!(kind, Kind::Var | Kind::Singleton);
        let identity = if depends && identity.as_address().is_some() { place } else { identity };
        let is_open = is_behind_id && self.is_open(place);
        Known { identity, place, is_behind_id, is_open }
    }

    /// Whether what an id leads to is being visited. It is from now on.
    fn is_open(&mut self, place: Identity) -> bool {
        let mut once = self.state.once.as_mut();
        let around = once.as_ref().map_or(0, |once| once.around());
        match self.arenas.open.entry(place) {
            Entry::Vacant(vacant) => {
                vacant.insert(around);
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

    /// Goes on with what a pointer or an id leads to that is no node, where arenas are in force.
    #[cold]
    #[inline(never)]
    pub(super) fn look_through_in_environment<T: StructuralEq + ?Sized>(
        &mut self,
        value: &'a T,
        sharing: Sharing,
        at: Region,
    ) -> bool {
        let address = Identity::address(value);
        let Known { place, is_behind_id, is_open, .. } = self.in_inner_environment(address, address, Kind::Tree);
        if !is_behind_id && sharing == Sharing::Unique {
            return self.list(value, at);
        }
        let met_before = self.state.seen.note(place);
        if is_open {
            return true;
        }
        let columns = self.arenas.columns.take();
        let list = |visits: &mut Self| {
            visits.list(value, at) && (columns.is_none() || visits.virtual_fields(&InColumns::fields(columns), at))
        };
        let goes_on = met_before && self.wanted.distinct
            || self.in_node(met_before, |visits| visits.once(place, Kind::Tree, at, list));
        goes_on && (!is_behind_id || self.end_behind_id(place))
    }

    /// Ends what an id led to, when that has come.
    pub(super) fn end_behind_id(&mut self, place: Identity) -> bool {
        if self.recursion.is_suspended() {
            return self.put_off(Mark::Transparent, What::EndBehindId(place));
        }
        self.arenas.open.remove(&place);
        true
    }

    /// Lists what is in a node that may have arenas.
    #[inline(never)]
    pub(super) fn within_arenas<T: StructuralEq + ?Sized>(&mut self, node: &'a T, at: Region) -> bool {
        self.list_in_columns(node, at, None)
    }

    /// Lists what is in a node that may have arenas, and what it has in other tables.
    #[inline(always)]
    fn list_in_columns<T: StructuralEq + ?Sized>(
        &mut self,
        node: &'a T,
        at: Region,
        columns: Option<InColumns<'a>>,
    ) -> bool {
        let met = if const { T::HAS_ARENAS } { Met::of([node]) } else { None };
        if let Some(met) = &met {
            self.arenas.slots.enter(met, &mut self.arenas.environments);
        }
        T::content(node, node, at, self)
            && (columns.is_none() || self.virtual_fields(&InColumns::fields(columns), at))
            && (met.is_none() || self.leave_environment())
    }

    /// Visits what an id led to, and what that has in other tables.
    pub(super) fn enter_behind_id<T: StructuralEq + ?Sized>(
        &mut self,
        node: &'a T,
        meeting: Meeting,
        columns: Option<InColumns<'a>>,
    ) -> bool {
        let content = |visits: &mut Self, inside| visits.list_in_columns(node, inside, columns);
        self.enter_with(node, meeting, |visits, inside| visits.in_scope_of(node, inside, content))
    }

    pub(super) fn leave_environment(&mut self) -> bool {
        if self.recursion.is_suspended() {
            return self.put_off(Mark::Transparent, What::LeaveEnvironment);
        }
        self.arenas.environments.leave();
        true
    }

    /// Meets what an id leads to, or puts that off.
    pub(super) fn follow_id<I: Id>(&mut self, id: &'a I, at: Region) -> bool {
        if self.waits::<Follow<I>>(id, at) {
            return true;
        }
        let ArenasInForce { environments, slots, .. } = &mut self.arenas;
        let Some(Found { environment, node, columns }) = slots.node(id, 0, environments) else { return true };
        let has_moved = environments.go_to([environment]);
        self.arenas.columns = columns;
        self.meet_behind_id(node, at) && (!has_moved || self.leave_environment())
    }

    fn meet_behind_id<T: StructuralEq>(&mut self, node: &'a T, at: Region) -> bool {
        self.arenas.is_behind_id = true;
        let goes_on = self.meet_any(node, Sharing::Unknown, at);
        (self.arenas.is_behind_id, self.arenas.columns) = (false, None);
        goes_on
    }

    /// Meets all nodes of an arena, in order.
    pub(super) fn whole_arena<A: Arena<I>, I: Id>(&mut self, arena: &'a A, at: Region) -> bool {
        _ = self.recursion.has_to_wait();
        let mut nodes = all_nodes::<A, I>(arena).enumerate();
        nodes.all(|(index, node)| self.at_mark::<MeetBehindId<I::Node>>(Mark::Index(index), node, at))
    }
}

/// The step on an id.
struct Follow<I>(PhantomData<I>);

impl<'a, I: Id> TakeStep<'a, Visits<'a, '_>> for Follow<I> {
    type Place = I;

    fn run(visits: &mut Visits<'a, '_>, id: &'a I, _: &'a I, at: Region) -> bool {
        visits.follow_id(id, at)
    }
}

/// The step on a node of an arena in force.
struct MeetBehindId<T>(PhantomData<T>);

impl<'a, T: StructuralEq + 'a> TakeStep<'a, Visits<'a, '_>> for MeetBehindId<T> {
    type Place = T;

    fn run(visits: &mut Visits<'a, '_>, node: &'a T, _: &'a T, at: Region) -> bool {
        visits.meet_behind_id(node, at)
    }
}

/// The step on an arena all of whose nodes count.
pub(super) struct WholeArena<A, I>(PhantomData<(A, I)>);

impl<'a, A: Arena<I>, I: Id> TakeStep<'a, Visits<'a, '_>> for WholeArena<A, I> {
    type Place = A;

    fn run(visits: &mut Visits<'a, '_>, arena: &'a A, _: &'a A, at: Region) -> bool {
        visits.whole_arena::<A, I>(arena, at)
    }
}
