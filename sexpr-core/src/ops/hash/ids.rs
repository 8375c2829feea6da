//! Hashes of what lies in arenas: nodes that have arenas, and ids.

use core::any::TypeId;

use crate::{
    describe::{
        arena::{Arena, Id},
        erased_arena::{InColumns, all_nodes},
        identity::Identity,
        info::Kind,
        region::Region,
        structural::StructuralEq,
    },
    engine::{frame::Frame, place::Behind, recursion::Suspendable},
    ops::hash::{
        Hash,
        items::Hashing,
        nodes::{Contents, Last, NodeInProgress, Outcome, SharedTree},
    },
    ops::node::Node,
    rules::{
        environments::{Environment, Found, NodeArenas},
        numbering::in_arenas::NodeInArenas,
        pairs::Ordinal,
    },
};

impl<'a, I: Hashing> Hash<'a, I> {
    /// Hashes a node where arenas are in force.
    #[inline(never)]
    pub(super) fn meet_in_arenas(&mut self, node: &Node, at: Region, contents: &Contents<'_, 'a, I>) -> bool {
        let columns = self.columns.take();
        let (inside, begun) = match self.begin_in_arenas(node, columns, at) {
            Ok(begun) => begun,
            Err(goes_on) => return goes_on,
        };
        // What is to start over was not finished.
        let goes_on = contents(self, inside, columns.as_ref());
        match begun {
            Begun::Shared(tree) if goes_on => self.end_shared_tree(tree, at),
            Begun::Apart(node) if goes_on => self.end_node(node, 0, at),
            _ => {}
        }
        goes_on
    }

    /// Begins a node. Returns the region of its fields; or whether to go on without them.
    fn begin_in_arenas(
        &mut self,
        node: &Node,
        columns: Option<InColumns<'a>>,
        at: Region,
    ) -> Result<(Region, Begun<I>), bool> {
        let Node { kind, identity, place, address, closedness } = *node;
        let known_by = [identity, place];
        let is_closed = columns.is_none() && self.numbering.is_closed(closedness);
        let is_behind_id = core::mem::take(&mut self.is_behind_id);
        let kind = if columns.is_some() { InColumns::kind(kind) } else { kind };
        let [identity, place] = InColumns::known_by([columns; 2], known_by);
        let node = self.numbering.identity_in_arenas(kind, identity, is_behind_id, is_closed);
        if kind == Kind::Dag {
            let [address] = InColumns::addresses([columns], [address]);
            self.numbering.note_dag(node, address);
        }
        let contribution = self.numbering.meet_in_arenas(NodeInArenas { kind, node, is_behind_id, at, is_closed });
        let [place] = self.numbering.variables().behind_ids([place]);
        let (inside, last) = match self.outcome(contribution) {
            Outcome::Known => return Err(true),
            Outcome::StartOver => return Err(false),
            Outcome::Fields(_) if kind.is_tree() => {
                return match self.enter_shared_tree(node, is_behind_id.then_some(place), at) {
                    Some(goes_on) => Err(goes_on),
                    None => Ok((at, Begun::Shared(self.begin_shared_tree(node, is_behind_id)))),
                };
            }
            Outcome::Fields(inside) if !I::APART => return Ok((inside, Begun::Inline)),
            Outcome::Fields(inside) => {
                self.items.begin();
                return Ok((inside, Begun::Apart(NodeInProgress::gathered(known_by[1]))));
            }
            Outcome::Apart(inside, last) => (inside, last),
        };
        if (is_behind_id || last.ends_cycles())
            && !self.numbering.enter_in_arenas(place, is_behind_id, last.ends_cycles())
        {
            return Err(false);
        }
        let age = self.numbering.age();
        self.items.begin();
        Ok((inside, Begun::Apart(NodeInProgress { node, last, is_behind_id, age, before: I::EMPTY })))
    }

    /// Hashes what a node lists that may have arenas.
    #[inline(never)]
    pub(super) fn within_arenas<T: StructuralEq + ?Sized>(&mut self, node: &'a T, at: Region) -> bool {
        self.in_arenas_of(node, |hash| hash.list(node, at))
    }

    /// Hashes where the arenas of a node are in force.
    #[inline(always)]
    pub(super) fn in_arenas_of<T: StructuralEq + ?Sized>(
        &mut self,
        node: &'a T,
        hash: impl FnOnce(&mut Self) -> bool,
    ) -> bool {
        let Some(met) = NodeArenas::of([node]).filter(|_| !self.numbering.is_anonymous) else { return hash(self) };
        self.numbering.variables().enter_arenas(&met, &mut self.slots);
        let goes_on = hash(self);
        self.leave_environment();
        goes_on
    }

    /// Returns to the environment around, or puts that off.
    fn leave_environment(&mut self) {
        self.now_or_later(|hash| hash.numbering.variables().leave_environments());
    }

    /// Hashes what an id leads to, or puts that off.
    pub(super) fn follow<D: Id>(&mut self, id: &'a D, at: Region) -> bool {
        if self.recursion.has_to_wait() {
            self.recursion.put_off(Frame::on(id, Self::follow, at));
            return true;
        }
        if self.numbering.is_anonymous {
            // What it leads to depends on what is around.
            let value = self.numbering.dangling(0);
            self.items.value(value);
            return true;
        }
        self.look_behind(id, at)
    }

    /// Hashes what an id leads to.
    #[inline(never)]
    fn look_behind<D: Id>(&mut self, id: &'a D, at: Region) -> bool {
        let variables = self.numbering.variables();
        variables.consult_arenas(TypeId::of::<D>());
        let [arena] = variables.arenas_for(TypeId::of::<D>());
        let Some(found) = arena.and_then(|arena| self.slots.node_in(id, arena)) else {
            let value = self.numbering.dangling(id.index());
            self.items.value(value);
            return true;
        };
        self.hash_found(found, at)
    }

    /// Hashes what an id led to.
    #[inline(always)]
    fn hash_found<T: StructuralEq>(&mut self, found: Found<'a, T>, at: Region) -> bool {
        let Found { environment, node, columns } = found;
        let is_plain = T::concrete_type(node).is_none() && columns.is_none() && self.is_past_root();
        let kind = T::kind(node);
        if const { !T::INFO.has_key() } && kind == Kind::Dag && is_plain && self.numbering.has_arenas_alone() {
            return self.hash_dag(node, environment, at);
        }
        let has_moved = self.numbering.variables().go_to([environment]);
        let goes_on = if kind == Kind::Tree && is_plain && self.numbering.has_arenas_alone() {
            self.visits += 1;
            let identity = Identity::address(node).in_environment(environment);
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

    /// Hashes a dag node that an id led to, where nothing is tracked: what
    /// [`meet_in_arenas`](Self::meet_in_arenas) does with these, in fewer steps.
    #[inline(always)]
    fn hash_dag<T: StructuralEq>(&mut self, node: &'a T, environment: Environment, at: Region) -> bool {
        self.visits += 1;
        let contribution = self.numbering.open_lasting_dag(Identity::address(node).in_environment(environment), at);
        match self.outcome(contribution) {
            Outcome::Known => true,
            Outcome::Apart(inside, Last::CloseDag(record)) => self.hash_opened(node, environment, inside, record),
            _ => false,
        }
    }

    /// Hashes the fields of a dag node that has an open record.
    #[inline(never)]
    fn hash_opened<T: StructuralEq>(
        &mut self,
        node: &'a T,
        environment: Environment,
        at: Region,
        record: Ordinal,
    ) -> bool {
        let node_behind_id = Identity::address(node).in_environment(environment);
        let has_moved = self.numbering.variables().go_to([environment]);
        self.numbering.enter_in_arenas(node_behind_id, true, true);
        let age = self.numbering.age();
        self.items.begin();
        // What is to start over was not finished.
        if !self.fields(node, at) {
            return false;
        }
        if self.recursion.is_suspended() {
            let last = Last::CloseDag(record);
            let open = NodeInProgress { node: node_behind_id, last, is_behind_id: true, age, before: I::EMPTY };
            self.end_node(open, 0, at);
        } else {
            self.numbering.variables().leave_nodes(true);
            let part = self.items.end();
            let value = self.numbering.close_lasting_dag(record, part);
            self.items.value(value);
        }
        if has_moved {
            self.leave_environment();
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

/// A node where arenas are in force, before its fields.
enum Begun<I: Hashing> {
    Shared(SharedTree<I>),
    /// Its items are gathered apart.
    Apart(NodeInProgress<I>),
    /// Its items are among those around.
    Inline,
}
