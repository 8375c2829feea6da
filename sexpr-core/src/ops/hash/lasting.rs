//! Nodes whose contributions are remembered from one computation to the next.
//!
//! `rules::lasting` says which these are. To know them, what results are derived from is collected from the first node on
//! (`Numbering::collect`), also for nodes to which there is one pointer: after an edit there may be two terms that share
//! them. What is met in arenas is not remembered: at the first id or arena, the computation starts over without.

use alloc::vec::Vec;

use crate::{
    describe::{
        containers::Sharing,
        identity::{Identity, address},
        kept::Keepable,
        region::Region,
    },
    engine::{place, recursion::EXPENSIVE},
    ops::hash::{
        Hash,
        items::Hashing,
        nodes::{Last, Open},
    },
    rules::lasting::{LastingNodes, LastingParts, Place},
};

/// What is remembered for other computations.
pub(crate) struct Lasting<'a, I: Hashing> {
    nodes: &'a mut LastingNodes,
    parts: &'a mut LastingParts<I::Part>,
    /// The nodes around.
    open: Vec<Around<'a>>,
    /// How many visits it will not take again to hash what is remembered since.
    visits_saved: u64,
    has_met_arenas: bool,
}

/// A node that is being hashed.
struct Around<'a> {
    pointer: &'a dyn Keepable,
    address: usize,
    is_shared: bool,
    /// How much was hashed before.
    visits: u64,
    /// Whether something before was not the same in another process.
    was_process_local: bool,
}

impl<'a, I: Hashing> Lasting<'a, I> {
    pub(crate) fn new(nodes: &'a mut LastingNodes, parts: &'a mut LastingParts<I::Part>) -> Self {
        Lasting { nodes, parts, open: Vec::new(), visits_saved: 0, has_met_arenas: false }
    }

    pub(super) fn visits_saved(&self) -> u64 {
        self.visits_saved
    }
}

impl<'a, I: Hashing> Hash<'a, I> {
    /// Begins with what is remembered of nodes that were met in other values.
    #[inline(always)]
    pub(super) fn begin_lasting(&mut self, lasting: Option<Lasting<'a, I>>) {
        if lasting.is_some() {
            self.numbering.variables().track();
            self.lasting = lasting;
        }
    }

    /// Whether the computation has to start over without: what is met in arenas is not remembered.
    pub(super) fn gives_lasting_up(&mut self) -> bool {
        let gives_up = self.lasting.as_ref().is_some_and(|lasting| lasting.has_met_arenas);
        if gives_up {
            self.lasting = None;
            self.numbering.clear();
            self.slots.clear();
        }
        gives_up
    }

    /// Notes that an arena or an id is met; `false` if the computation has to start over.
    #[inline(always)]
    pub(super) fn may_meet_arenas(&mut self) -> bool {
        let Some(lasting) = &mut self.lasting else { return true };
        lasting.has_met_arenas = true;
        false
    }

    /// Hashes a `tree` node behind a pointer, or adds what is remembered of it.
    #[cold]
    #[inline(never)]
    pub(super) fn visit_lasting<P: place::Place<'a>>(&mut self, holder: &'a P::Holder, at: Region) -> bool {
        let node = P::node(holder);
        let identity = Identity::address(node);
        let is_shared = P::sharing(holder) != Sharing::Unique;
        if self.begin_kept(identity, address(node), P::keepable(holder), is_shared, at) {
            return true;
        }
        let (age, mark) = (self.numbering.age(), self.items.mark());
        // What is to start over was not finished.
        if !self.fields(node, at) {
            return false;
        }
        let last = Last::RememberForLater;
        self.end_node(Open { node: identity, last, is_behind_id: false, age, before: I::before(mark) }, 0, at);
        true
    }

    /// Adds what is remembered of a node. Where that is nothing, begins to collect what it is derived from, and returns
    /// `false`.
    fn begin_kept(
        &mut self,
        node: Identity,
        address: usize,
        pointer: Option<&'a dyn Keepable>,
        is_shared: bool,
        at: Region,
    ) -> bool {
        let place = Place::of(at, self.numbering.depth(), self.options);
        let (Some(lasting), Some(pointer)) = (&mut self.lasting, pointer) else { return false };
        if let Some(part) = place.and_then(|place| lasting.parts.find(node, place)) {
            self.items.part(part);
            return true;
        }
        if !is_shared {
            self.numbering.collect();
        } else if let Some(part) = self.numbering.recall(node, at) {
            self.items.part(part);
            return true;
        }
        let was_process_local = core::mem::take(&mut self.numbering.process_local);
        lasting.open.push(Around { pointer, address, is_shared, visits: self.visits, was_process_local });
        false
    }

    /// Takes the last step on a node, of which this is to be remembered if it was expensive.
    pub(super) fn end_lasting(&mut self, node: Identity, part: I::Part, at: Region) {
        let derivation = self.numbering.collected();
        let place = Place::of(at, self.numbering.depth(), self.options);
        let Some(lasting) = &mut self.lasting else { return };
        let Some(around) = lasting.open.pop() else { return };
        let is_process_local = self.numbering.process_local;
        self.numbering.process_local |= around.was_process_local;
        let cost = self.visits.saturating_sub(around.visits);
        let Some(derivation) = derivation.filter(|_| cost >= EXPENSIVE) else { return };
        if derivation.depends_on_nothing()
            && !is_process_local
            && let Some(place) = place
            && lasting.parts.add(lasting.nodes, (node, around.address), around.pointer, place, part)
        {
            // What is around costs no more than what is not remembered of it.
            lasting.visits_saved += cost;
            self.visits = around.visits;
        } else if around.is_shared {
            self.numbering.remember_derived(node, part, at, derivation);
        }
    }
}
