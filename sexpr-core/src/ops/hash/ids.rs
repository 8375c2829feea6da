//! The hash where there are arenas: nodes that have arenas, and ids.

use core::any::TypeId;

use crate::{
    describe::{
        arena::{Arena, Id, InColumns, all_nodes},
        identity::Identity,
        info::Kind,
        region::Region,
        structural::StructuralEq,
    },
    engine::{frame::Frame, place::Behind, recursion::Suspendable},
    ops::{
        Node,
        hash::{
            Hash,
            items::Hashing,
            nodes::{Contents, NodeInProgress},
        },
    },
    rules::{
        environments::{Found, arenas_of},
        numbering::{Contribution, LastStep},
    },
};

impl<'a, I: Hashing> Hash<'a, I> {
    /// Hashes a node where arenas are in force.
    #[inline(never)]
    pub(super) fn meet_in_arenas(&mut self, node: &Node, at: Region, contents: &Contents<'_, 'a, I>) -> bool {
        let (columns, is_behind_id) = (self.columns.take(), core::mem::take(&mut self.is_behind_id));
        let is_closed = columns.is_none() && self.numbering.keys.known_types.are_closed(node.closedness);
        let kind = if columns.is_some() { InColumns::kind(node.kind) } else { node.kind };
        let [identity, place] = InColumns::known_by([columns; 2], [node.identity, node.place]);
        let is_open_tree = kind.is_tree() && !is_closed;
        let [identity] = self.numbering.variables.known_as([identity], is_behind_id, is_open_tree);
        if kind == Kind::Dag {
            self.numbering.note_dag(identity, place);
        }
        let [place] = self.numbering.variables.behind_ids([place]);
        let (inside, last) = match self.numbering.meet_in_arenas(kind, identity, is_behind_id, is_closed, at) {
            Contribution::Value(value) => {
                self.items.value(value);
                return true;
            }
            Contribution::StartOver => return false,
            Contribution::Fields(inside, _) if kind.is_tree() => {
                let place = is_behind_id.then_some(place);
                return self.meet_shared_tree(identity, place, at, |hash| contents(hash, inside, columns.as_ref()));
            }
            Contribution::Fields(inside, last) => (inside, last),
        };
        if (is_behind_id || last.ends_cycles())
            && !self.numbering.enter_in_arenas(place, is_behind_id, last.ends_cycles())
        {
            return false;
        }
        let open = NodeInProgress::apart(identity, last, is_behind_id, self.numbering.age());
        self.items.begin();
        // If the node is unfinished, the computation starts over.
        let goes_on = contents(self, inside, columns.as_ref());
        if goes_on {
            self.end_node(open, 0, at);
        }
        goes_on
    }

    /// Enters the arenas of a node, if it has any.
    #[inline(never)]
    pub(super) fn enter_arenas<T: StructuralEq + ?Sized>(&mut self, node: &'a T) -> bool {
        // Elements contain no ids. And `numbering` outlives the hash of elements, which has the arenas.
        let met = arenas_of([node]).filter(|_| !self.numbering.is_anonymous && !self.are_elements);
        if let Some(met) = &met {
            self.numbering.variables.enter_arenas(met, &mut self.slots);
        }
        met.is_some()
    }

    /// Returns to the enclosing environment, now or later.
    pub(super) fn leave_environment(&mut self) {
        self.now_or_later(|hash| hash.numbering.variables.leave_environments());
    }

    /// Hashes the node of an id, now or later.
    #[inline(never)]
    pub(super) fn follow<D: Id>(&mut self, id: &'a D, at: Region) -> bool {
        if self.recursion.has_to_wait() {
            self.recursion.put_off(Frame::on(id, Self::follow, at));
            return true;
        }
        if self.numbering.is_anonymous {
            // The node of the id depends on the arenas in force.
            let value = self.numbering.dangling(0);
            self.items.value(value);
            return true;
        }
        let variables = &mut self.numbering.variables;
        variables.consult_arenas(TypeId::of::<D>());
        let [arena] = variables.arenas_for(TypeId::of::<D>());
        let Some(found) = arena.and_then(|arena| self.slots.node_in(id, arena)) else {
            let value = self.numbering.dangling(id.index());
            self.items.value(value);
            return true;
        };
        self.hash_found(found, at)
    }

    /// Hashes the node of an id. Without tracking, trees and dag nodes take a short cut past
    /// [`meet_in_arenas`](Self::meet_in_arenas).
    #[inline(always)]
    fn hash_found<T: StructuralEq>(&mut self, found: Found<'a, T>, at: Region) -> bool {
        let Found { environment, node, columns } = found;
        let kind = T::kind(node);
        let identity = Identity::address(node).in_environment(environment);
        let is_plain = T::concrete_type(node).is_none() && columns.is_none() && self.is_past_root();
        let is_short = is_plain && self.numbering.variables.have_arenas_alone();
        let opens_dag = is_short && kind == Kind::Dag && const { !T::INFO.has_key() };
        let dag = match opens_dag.then(|| self.numbering.open_lasting_dag(identity, at)) {
            None => None,
            Some(Contribution::Fields(_, last)) => Some(last),
            Some(Contribution::Value(value)) => {
                self.visits += 1;
                self.items.value(value);
                return true;
            }
            Some(Contribution::StartOver) => return false,
        };
        let has_moved = self.numbering.variables.go_to([environment]);
        let goes_on = if let Some(last) = dag {
            self.hash_opened(node, identity, last, at)
        } else if is_short && kind == Kind::Tree {
            self.visits += 1;
            self.meet_shared_tree(identity, Some(identity), at, |hash| hash.fields(node, at))
        } else {
            self.columns = columns;
            self.hash_behind_id(node, at)
        };
        if has_moved {
            self.leave_environment();
        }
        goes_on
    }

    /// Hashes the fields of a dag node that has an open record.
    #[inline(never)]
    fn hash_opened<T: StructuralEq>(&mut self, node: &'a T, identity: Identity, last: LastStep, at: Region) -> bool {
        self.visits += 1;
        self.numbering.enter_in_arenas(identity, true, true);
        let open = NodeInProgress::apart(identity, last, true, self.numbering.age());
        self.items.begin();
        // If the node is unfinished, the computation starts over.
        if !self.fields(node, at) {
            return false;
        }
        match last {
            LastStep::CloseDag(record) if !self.recursion.is_suspended() => {
                self.numbering.variables.leave_nodes(true);
                let part = self.items.end();
                let value = self.numbering.close_lasting_dag(record, part);
                self.items.value(value);
            }
            _ => self.end_node(open, 0, at),
        }
        true
    }

    /// Hashes a node that lies in an arena in force.
    fn hash_behind_id<T: StructuralEq>(&mut self, node: &'a T, at: Region) -> bool {
        self.is_behind_id = true;
        let goes_on = self.visit::<Behind<T>>(node, at);
        (self.is_behind_id, self.columns) = (false, None);
        goes_on
    }

    /// Hashes all nodes of an arena, in order.
    pub(super) fn whole_arena<A: Arena<D>, D: Id>(&mut self, arena: &'a A, at: Region) -> bool {
        _ = self.recursion.has_to_wait();
        all_nodes::<A, D>(arena).all(|node| {
            if self.recursion.is_suspended() {
                self.recursion.put_off(Frame::on(node, Self::hash_behind_id, at));
                return true;
            }
            self.hash_behind_id(node, at)
        })
    }
}
