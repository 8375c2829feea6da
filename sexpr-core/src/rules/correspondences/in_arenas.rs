//! Where an operation is among arenas and cycles, and what its results owe to that.

use core::any::TypeId;

use crate::{
    describe::identity::Identity,
    rules::{
        correspondences::{Correspondences, Tracked},
        cycles::{Cycles, Shadowed},
        derivation::Derivation,
        environments::{Environment, Environments, Met, Numbers, Slots},
        pairs::Ordinal,
    },
    tables::{index::Table, persistent::Set},
};

impl<const SIDES: usize, Value: Copy> Correspondences<SIDES, Value> {
    /// Enters the environments of nodes that have arenas; `false` if the operation is to start over instead.
    pub(crate) fn enter_arenas<'a>(&mut self, met: &Met<'a, SIDES>, slots: &mut Slots<'a>) -> bool {
        self.starts_over |= !self.tracking;
        if self.tracking {
            slots.enter(met, &mut self.tracked().environments);
        }
        self.tracking
    }

    /// Goes to the environments of what an id leads to; `false` if it is there already.
    pub(crate) fn go_to(&mut self, environments: [Environment; SIDES]) -> bool {
        self.tracked().environments.go_to(environments)
    }

    /// Returns to the environments around.
    pub(crate) fn leave_environments(&mut self) {
        let Tracked { derivations, environments, .. } = self.tracked();
        derivations.left_arenas(|consultation| environments.ends(consultation));
        environments.leave();
    }

    /// Where the operation is, if any arena was met.
    pub(crate) fn environments(&self) -> Option<&Environments<SIDES>> {
        self.tracked.as_deref().filter(|_| self.tracking).map(|tracked| &tracked.environments)
    }

    /// What nodes are known by that ids led to, in the present environments.
    pub(crate) fn behind_ids(&self, mut nodes: [Identity; SIDES]) -> [Identity; SIDES] {
        let Some(environments) = self.environments() else { return nodes };
        for (node, environment) in nodes.iter_mut().zip(environments.current()) {
            if node.as_address().is_some() {
                *node = node.in_environment(environment);
            }
        }
        nodes
    }

    /// Whether the operation is in an environment, on a side.
    pub(crate) fn is_in(&self, side: usize, environment: Environment) -> bool {
        self.environments().is_some_and(|environments| environments.current()[side] == environment)
    }

    /// Notes that the arenas for a type of ids decided something.
    pub(crate) fn consult_arenas(&mut self, id: TypeId) {
        if self.tracking {
            let Tracked { derivations, environments, .. } = self.tracked();
            derivations.consulted_arena(environments.consultation(id));
        }
    }

    /// Which nodes lie on cycles.
    pub(crate) fn cycles(&mut self) -> &mut Cycles<SIDES> {
        &mut self.tracked().cycles
    }

    /// Whether the operation is to start over because a node was met inside itself, and nothing is known of cycles.
    pub(crate) fn wants_cycles(&self) -> bool {
        self.tracked.as_deref().is_some_and(|tracked| tracked.cycles.are_wanted())
    }

    /// Begins anew, with what is known of environments, which is given to `find` to find cycles.
    pub(crate) fn know_cycles(&mut self, find: impl FnOnce(&mut Numbers) -> [Table<Identity, ()>; SIDES]) {
        let tracked = self.tracked();
        let mut numbers = core::mem::take(&mut tracked.environments).into_numbers();
        self.clear();
        let on_cycle = find(&mut numbers);
        let tracked = self.tracked();
        tracked.environments = Environments::with_numbers(numbers);
        tracked.cycles.know(on_cycle);
        self.track();
    }

    /// Notes that nodes are compared from now on that ids led to; `false` if the operation is to start over.
    pub(crate) fn enter_behind_ids(&mut self, nodes: [Identity; SIDES]) -> bool {
        self.tracked().cycles.enter(nodes)
    }

    /// A record is open from now on, and what it is derived from is collected.
    pub(crate) fn open_record(&mut self, record: Ordinal) {
        let depth = self.depth();
        let tracked = self.tracked();
        tracked.derivations.open(depth);
        tracked.cycles.open(record, depth);
    }

    /// An open record is used, or one that depends on these.
    pub(crate) fn use_open_records(&mut self, records: Set) {
        let depth = self.depth();
        let tracked = self.tracked();
        let is_shadowed = tracked.shadowed.iter().any(|shadowed| !shadowed.is_empty());
        if let Some(innermost) = tracked.derivations.last_record(records) {
            tracked.cycles.note_use(innermost, depth, is_shadowed);
        }
        tracked.derivations.used_open(records);
    }

    /// The set of one record.
    pub(crate) fn record(&mut self, record: Ordinal) -> Set {
        self.tracked().derivations.record(record)
    }

    /// The latest record of a set.
    pub(crate) fn last_record(&mut self, set: Set) -> Option<Ordinal> {
        self.tracked().derivations.last_record(set)
    }

    /// Closes the record that was opened last, for which this was collected.
    pub(crate) fn close_record(&mut self, record: Ordinal, derivation: &mut Derivation<SIDES>) -> Shadowed {
        let Correspondences { stacks, tracked, .. } = self;
        let Tracked { derivations, cycles, ids, records, .. } = &mut **tracked.get_or_insert_default();
        derivations.closed(record, derivation);
        let consulted = derivations.ids(derivation).filter_map(|id| {
            let variables = ids.variables(id);
            // It exists, though it may be shadowed.
            let mut ordinal = stacks.pairs.top(0, variables[0])?;
            while records[ordinal].id != id {
                ordinal = stacks.below(0, ordinal)?;
            }
            Some((variables, ordinal))
        });
        cycles.close(derivations.last_record(derivation.pending()), consulted)
    }

    /// What a record is derived from that depended on another one, which is closed by now.
    pub(crate) fn settled(
        &mut self,
        of: Derivation<SIDES>,
        closed: Ordinal,
        other: &Derivation<SIDES>,
    ) -> Derivation<SIDES> {
        self.tracked().derivations.settled(of, closed, other)
    }

    /// Notes that what is being collected is for a node that lies in an arena.
    pub(crate) fn is_behind_id(&mut self) {
        self.tracked().derivations.is_behind_id();
    }
}

impl<Value: Copy> Correspondences<1, Value> {
    /// Gives a correspondence another value, made of the one that it has.
    pub(crate) fn revalue(&mut self, ordinal: Ordinal, value: impl FnOnce(Value) -> Value) -> Value {
        let value = value(self.stacks.pairs.value(ordinal));
        if let Some(known) = self.stacks.pairs.value_mut(ordinal) {
            *known = value;
        }
        value
    }
}

impl<const SIDES: usize> Tracked<SIDES> {
    #[cold]
    #[inline(never)]
    pub(super) fn consulted_arenas_hold(&self, derivation: &Derivation<SIDES>, side: usize) -> bool {
        self.derivations.arenas(derivation).all(|consultation| self.environments.holds(consultation, side))
    }
}
