//! What lies in arenas: nodes that have arenas, and ids.

use core::marker::PhantomData;

use crate::{
    describe::{
        arena::{Arena, Id},
        erased_arena::{InColumns, all_nodes},
        identity::Identity,
        info::Kind,
        region::Region,
        structural::StructuralEq,
    },
    engine::{
        frame::{Frame, Step},
        place::Behind,
    },
    ops::search::NodeSearch,
    rules::environments::{Found, Met},
};

impl<'a> NodeSearch<'a> {
    /// Lists what a node is made of that may have arenas.
    #[inline(never)]
    pub(super) fn within_arenas<T: StructuralEq + ?Sized>(&mut self, node: &'a T, at: Region) -> bool {
        let Some(met) = Met::of([node]) else { return T::content(node, node, at, self) };
        self.has_met_ids = true;
        self.slots.enter(&met, &mut self.environments);
        let goes_on = T::content(node, node, at, self);
        self.leave() && goes_on
    }

    /// Returns to the environment around, when its turn comes.
    fn leave(&mut self) -> bool {
        if self.recursion.is_suspended() {
            self.recursion.put_off(Frame::new::<Leave>(&(), &(), Region::NONE));
        } else {
            self.environments.leave();
        }
        true
    }

    /// Notes that a node is met where arenas are in force, and says whether it was before. What a tree leads to depends
    /// on these.
    pub(super) fn note_in_environment(&mut self, identity: Identity, kind: Kind) -> bool {
        let is_behind_id = core::mem::take(&mut self.is_behind_id);
        let [identity] = InColumns::known_by([self.columns.take()], [identity]);
        let [environment] = self.environments.current();
        let has_content = !matches!(kind, Kind::Var | Kind::Singleton);
        let depends = (is_behind_id || has_content) && identity.as_address().is_some();
        self.met.nodes.note(if depends { identity.in_environment(environment) } else { identity })
    }

    /// Meets what an id leads to, or puts that off.
    pub(super) fn follow_id<I: Id>(&mut self, id: &'a I, at: Region) -> bool {
        if self.recursion.has_to_wait() {
            return self.put_off::<Follow<I>>(id, at);
        }
        self.has_met_ids = true;
        let Some(Found { environment, node, columns }) = self.slots.node(id, 0, &self.environments) else {
            return true;
        };
        let has_moved = self.environments.go_to([environment]);
        let goes_on = match columns {
            Some(_) => {
                self.columns = columns;
                self.meet_in_columns(id, node, at)
            }
            None => self.meet_behind_id(node, at),
        };
        (!has_moved || self.leave()) && goes_on
    }

    fn meet_behind_id<T: StructuralEq>(&mut self, node: &'a T, at: Region) -> bool {
        self.is_behind_id = true;
        let goes_on = self.meet::<Behind<T>>(node, at);
        self.is_behind_id = false;
        goes_on
    }

    /// Meets what an id leads to that has fields in other tables.
    #[cold]
    #[inline(never)]
    fn meet_in_columns<I: Id>(&mut self, id: &'a I, node: &'a I::Node, at: Region) -> bool {
        self.is_behind_id = true;
        if self.note(node) {
            return true;
        }
        self.find(node);
        self.enter_in_columns(id, at)
    }

    /// Searches what is in such a node, or puts that off.
    fn enter_in_columns<I: Id>(&mut self, id: &'a I, at: Region) -> bool {
        if self.recursion.is_suspended() {
            return self.put_off::<EnterInColumns<I>>(id, at);
        }
        // The arena is in force here, too.
        let found = self.slots.node(id, 0, &self.environments);
        let Some(Found { node, columns, .. }) = found.filter(|found| I::Node::kind(found.node).has_content()) else {
            return true;
        };
        let met = if const { I::Node::HAS_ARENAS } { Met::of([node]) } else { None };
        if let Some(met) = &met {
            self.slots.enter(met, &mut self.environments);
        }
        let goes_on = I::Node::content(node, node, at, self) && self.virtual_fields(&InColumns::fields(columns), at);
        (met.is_none() || self.leave()) && goes_on
    }

    /// Meets all nodes of an arena, in order.
    pub(super) fn whole_arena<A: Arena<I>, I: Id>(&mut self, arena: &'a A, at: Region) -> bool {
        _ = self.recursion.has_to_wait();
        all_nodes::<A, I>(arena).all(|node| {
            if self.recursion.is_suspended() {
                return self.put_off::<MeetBehindId<I::Node>>(node, at);
            }
            self.meet_behind_id(node, at)
        })
    }
}

/// The step on an id.
struct Follow<I>(PhantomData<I>);

impl<'a, I: Id> Step<'a, NodeSearch<'a>> for Follow<I> {
    type Place = I;

    fn run(search: &mut NodeSearch<'a>, id: &'a I, _: &'a I, at: Region) -> bool {
        search.follow_id(id, at)
    }
}

/// The step on what is in a node that has fields in other tables.
struct EnterInColumns<I>(PhantomData<I>);

impl<'a, I: Id> Step<'a, NodeSearch<'a>> for EnterInColumns<I> {
    type Place = I;

    fn run(search: &mut NodeSearch<'a>, id: &'a I, _: &'a I, at: Region) -> bool {
        search.enter_in_columns(id, at)
    }
}

/// The step on a node of an arena in force.
struct MeetBehindId<T>(PhantomData<T>);

impl<'a, T: StructuralEq + 'a> Step<'a, NodeSearch<'a>> for MeetBehindId<T> {
    type Place = T;

    fn run(search: &mut NodeSearch<'a>, node: &'a T, _: &'a T, at: Region) -> bool {
        search.meet_behind_id(node, at)
    }
}

/// The step after what is in an environment.
struct Leave;

impl<'a> Step<'a, NodeSearch<'a>> for Leave {
    type Place = ();

    fn run(search: &mut NodeSearch<'a>, (): &'a (), (): &'a (), _: Region) -> bool {
        search.environments.leave();
        true
    }
}
