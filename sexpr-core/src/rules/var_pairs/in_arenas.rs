//! The position of an operation among arenas and cycles: the arenas in force, the path of nodes behind ids, and the
//! open records.

use alloc::boxed::Box;
use core::any::TypeId;

use crate::{
    describe::{arena::Arenas, identity::Identity, info::Kind, region::Region},
    rules::{
        cycles::{BindOrder, OpenNodes, OpenRecords, Shadowed},
        environments::{ArenasFound, Environment, Environments, Numbers, Slots},
        memo::dependencies::Dependencies,
        pairs::{Ordinal, Pairs},
        var_pairs::{ARENAS, EXACT, TRACKING, Tracked, VarPairs},
    },
    tables::persistent::Set,
};

/// The state of an operation that met arenas.
#[derive(Debug, Default)]
pub(super) struct InArenas<const SIDES: usize> {
    pub(super) environments: Environments<SIDES>,
    pub(super) path: OpenNodes<SIDES>,
    pub(super) open_records: OpenRecords<SIDES>,
    /// The environment in which each expensive tree was met, on the first side, without tracking.
    met_in: Pairs<1, Environment>,
}

impl<const SIDES: usize> InArenas<SIDES> {
    /// Notes that a correspondence was made, with tracking.
    pub(super) fn note_made(&mut self, ordinal: Ordinal, variables: [Identity; SIDES], binds_anew: bool) {
        if self.open_records.follow_bindings {
            self.open_records.note_made(ordinal, variables, binds_anew);
        }
    }

    /// Notes that a correspondence was forgotten.
    pub(super) fn note_forgotten<Value: Copy>(&mut self, pairs: &Pairs<SIDES, Value>, ordinal: Ordinal) {
        if self.open_records.follow_bindings {
            self.note_tops(pairs, ordinal);
        }
    }

    fn note_tops<Value: Copy>(&mut self, pairs: &Pairs<SIDES, Value>, ordinal: Ordinal) {
        for side in 0..SIDES {
            let node = pairs.node(side, ordinal);
            self.open_records.note_top(side, node, pairs.top(side, node));
        }
    }

    /// Follows bindings from now on, and notes earlier ones.
    fn follow_bindings<Value: Copy>(&mut self, pairs: &Pairs<SIDES, Value>) {
        if !self.open_records.follow_bindings {
            self.open_records.follow_bindings = true;
            for ordinal in 0..pairs.next() {
                let variables = core::array::from_fn(|side| pairs.node(side, ordinal));
                self.open_records.note_made(ordinal, variables, false);
            }
            (0..pairs.next()).for_each(|ordinal| self.note_tops(pairs, ordinal));
        }
    }

    pub(super) fn clear(&mut self) {
        self.environments.clear();
        self.path.clear();
        self.open_records.clear();
        self.met_in.clear();
    }
}

impl<const SIDES: usize, Value: Copy> VarPairs<SIDES, Value> {
    /// Whether arenas were met.
    #[inline(always)]
    pub(crate) fn has_arenas(&self) -> bool {
        self.needs & ARENAS != 0
    }

    #[inline(always)]
    pub(super) fn arenas(&mut self) -> &mut InArenas<SIDES> {
        match self.arenas {
            Some(ref mut arenas) => arenas,
            ref mut none => none.insert(Box::default()),
        }
    }

    /// Whether arenas were met, and there is no tracking.
    #[inline(always)]
    pub(crate) fn have_arenas_alone(&self) -> bool {
        self.needs == ARENAS
    }

    /// Makes the operation find cycles exactly where they close.
    pub(crate) fn find_cycles_exactly(&mut self) {
        self.needs |= EXACT;
    }

    /// Whether a cycle is found exactly where it closes.
    fn is_exact(&self) -> bool {
        self.needs & (TRACKING | EXACT) != 0
    }

    /// Makes the operation start over, with tracking.
    pub(crate) fn want_tracking(&mut self) {
        self.starts_over = true;
    }

    /// The time at which a node is recorded or bound; `None` if the operation has to start over, with tracking. It has
    /// to if the record depends on the arenas that were consulted, because another pointer, or a key, may lead to the
    /// node where other arenas are in force.
    #[inline(always)]
    pub(crate) fn bind_order(
        &mut self,
        kind: Kind,
        node: Identity,
        is_behind_id: bool,
        is_closed: bool,
    ) -> Option<BindOrder> {
        let has_key = node.as_address().is_none();
        let is_recorded_by_consultation = kind == Kind::Dag && !is_closed && (has_key || !is_behind_id);
        self.starts_over |= is_recorded_by_consultation && !self.tracking();
        (!self.starts_over).then(|| BindOrder::of(kind, is_behind_id, is_closed, has_key))
    }

    /// Enters the environments of nodes that have arenas.
    pub(crate) fn enter_arenas<'a>(&mut self, met: &[Arenas<'a>; SIDES], slots: &mut Slots<'a>) {
        self.needs |= ARENAS;
        if self.tracking() {
            self.tracker().enter_arenas();
            let VarPairs { stacks, arenas, .. } = self;
            arenas.get_or_insert_default().follow_bindings(&stacks.pairs);
        }
        slots.enter(met, &mut self.arenas().environments);
    }

    /// Goes to the environments of the nodes to which ids lead; returns `false` if these are the present ones.
    #[inline(always)]
    pub(crate) fn go_to(&mut self, environments: [Environment; SIDES]) -> bool {
        self.arenas().environments.go_to(environments)
    }

    /// Returns to the enclosing environments.
    pub(crate) fn leave_environments(&mut self) {
        let VarPairs { needs, tracked, arenas, .. } = self;
        let InArenas { environments, .. } = &mut **arenas.get_or_insert_default();
        if *needs & TRACKING != 0 {
            let Tracked { tracker, .. } = &mut **tracked.get_or_insert_default();
            if environments.are_put_in_force() {
                tracker.leave_arenas(|inside| environments.consulted_outside(inside));
            }
        }
        environments.leave();
    }

    /// The environments, if any arena was met.
    pub(crate) fn environments(&self) -> Option<&Environments<SIDES>> {
        self.arenas.as_deref().filter(|_| self.has_arenas()).map(|arenas| &arenas.environments)
    }

    /// The arena in force for ids of a type on each side, if any arena was met.
    #[inline(always)]
    pub(crate) fn arenas_for(&self, id: TypeId) -> ArenasFound<SIDES> {
        let find = |arenas: &InArenas<SIDES>| core::array::from_fn(|side| arenas.environments.find(side, id));
        self.arenas.as_deref().map_or([None; SIDES], find)
    }

    /// Notes that an expensive tree was met in the present environment, without tracking. If the tree was met in
    /// another environment before, its result is worth reusing in both environments, so the operation starts over, with
    /// tracking.
    pub(crate) fn note_expensive(&mut self, node: Identity) {
        if self.has_arenas() && node.as_address().is_some() {
            let InArenas { environments, met_in, .. } = self.arenas();
            let environment = environments.current()[0];
            let met_in_another =
                met_in.get_or_add(node.outside_of(environment), environment).is_some_and(|other| other != environment);
            self.starts_over |= met_in_another;
        }
    }

    /// The identities by which nodes are known. The identity of a node behind an id includes the environment. Without
    /// tracking, so does the identity of a tree whose meaning depends on the environment.
    #[inline]
    pub(crate) fn known_as(
        &self,
        nodes: [Identity; SIDES],
        is_behind_id: bool,
        is_open_tree: bool,
    ) -> [Identity; SIDES] {
        if is_behind_id || is_open_tree && !self.tracking() { self.behind_ids(nodes) } else { nodes }
    }

    /// The identities, in the present environments, of nodes to which ids led.
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

    /// Notes that the arenas for a type of ids were consulted.
    #[inline(always)]
    pub(crate) fn consult_arenas(&mut self, id: TypeId) {
        if self.tracking() {
            self.note_consultation(id);
        }
    }

    #[inline(never)]
    fn note_consultation(&mut self, id: TypeId) {
        let VarPairs { tracked, arenas, .. } = self;
        let consultation = arenas.get_or_insert_default().environments.consultation(id);
        tracked.get_or_insert_default().tracker.consulted_arena(consultation);
    }

    /// The open records, and the bindings at their uses.
    pub(crate) fn open_records(&mut self) -> &mut OpenRecords<SIDES> {
        &mut self.arenas().open_records
    }

    /// Enters the fields of variables that were bound before their fields, in this region.
    pub(crate) fn enter_variables(&mut self, variables: [Identity; SIDES], at: Region) {
        let is_binding = at.is_binding_occurrence();
        if self.tracking() {
            if !is_binding {
                self.note_unbound(variables);
            }
            self.open_collector();
        }
        self.open_records().enter_variables(variables, is_binding);
    }

    /// Leaves the fields of the variables that were entered last, in this region.
    pub(crate) fn leave_variables(&mut self, at: Region) {
        if self.open_records().leave_variables() {
            self.note(|collector| collector.mentions_open_variable = false);
        }
        if self.tracking() {
            self.close_fields(at);
        }
    }

    /// Notes that a variable occurs in its own fields.
    pub(crate) fn note_open_variable(&mut self) {
        self.note(|collector| collector.mentions_open_variable = true);
    }

    /// Takes the environments that were entered, for another operation on the same values.
    pub(crate) fn take_numbers(&mut self) -> Numbers {
        core::mem::take(&mut self.arenas().environments.numbers)
    }

    /// Enters the fields of nodes to which ids led, or that end cycles. If a node is inside itself with no node in
    /// between that ends cycles, fails and returns for each side whether its node is.
    #[inline(always)]
    pub(crate) fn enter_nodes(&mut self, nodes: [Identity; SIDES], ends_cycles: bool) -> Result<(), [bool; SIDES]> {
        let is_exact = self.is_exact();
        let arenas = self.arenas();
        if ends_cycles {
            arenas.path.enter_end();
            return Ok(());
        }
        arenas.path.enter(nodes, is_exact)
    }

    /// Leaves nodes that [`enter_nodes`](Self::enter_nodes) entered.
    #[inline(always)]
    pub(crate) fn leave_nodes(&mut self, ends_cycles: bool) {
        let is_exact = self.is_exact();
        let arenas = self.arenas();
        if ends_cycles {
            arenas.path.leave_end();
        } else if arenas.path.leave(is_exact) {
            self.note(|collector| collector.is_on_cycle = true);
        }
    }

    /// Opens a record, and a collector for it.
    pub(crate) fn open_record(&mut self, record: Ordinal) {
        let depth = self.depth();
        self.tracker().open(depth);
        self.arenas().open_records.open(record, depth);
    }

    /// Notes a use of open records, or of a record that depends on them.
    pub(crate) fn use_open_records(&mut self, records: Set) {
        let depth = self.depth();
        let tracked = self.tracked();
        tracked.tracker.used_open(records);
        let is_shadowed = tracked.shadowed.iter().any(|shadowed| !shadowed.is_empty());
        if let Some(innermost) = tracked.tracker.sets.last(records) {
            self.arenas().open_records.note_use(innermost, depth, is_shadowed);
        }
    }

    /// Closes the record that was opened last, given its dependencies.
    pub(crate) fn close_record(&mut self, record: Ordinal, dependencies: &mut Dependencies<SIDES>) -> Shadowed {
        let VarPairs { stacks, tracked, arenas, .. } = self;
        let Tracked { tracker, ids, records, .. } = &mut **tracked.get_or_insert_default();
        let InArenas { open_records, .. } = &mut **arenas.get_or_insert_default();
        tracker.closed(record, dependencies);
        let consulted = tracker.sets.members(dependencies.correspondences).filter_map(|id| {
            let variables = ids.get(id).variables;
            // The correspondence exists, but may be shadowed.
            let mut ordinal = stacks.pairs.top(0, variables[0])?;
            while records[ordinal].id != id {
                ordinal = stacks.below(0, ordinal)?;
            }
            Some((variables, ordinal))
        });
        open_records.close(tracker.sets.last(dependencies.pending), consulted)
    }

    /// Notes that the node of the innermost collector lies in an arena.
    pub(crate) fn note_behind_id(&mut self) {
        self.note(|collector| collector.is_behind_id = true);
    }

    /// Whether the arenas among the dependencies are in force, on a side.
    #[inline(always)]
    pub(crate) fn arenas_hold(&self, dependencies: &Dependencies<SIDES>, side: usize) -> bool {
        !dependencies.consulted_arenas() || self.consulted_arenas_hold(dependencies, side)
    }

    /// Whether the arenas among the dependencies are in force on all sides.
    pub(crate) fn all_arenas_hold(&self, dependencies: &Dependencies<SIDES>) -> bool {
        (0..SIDES).all(|side| self.arenas_hold(dependencies, side))
    }

    #[cold]
    #[inline(never)]
    fn consulted_arenas_hold(&self, dependencies: &Dependencies<SIDES>, side: usize) -> bool {
        let (Some(tracked), Some(arenas)) = (self.tracked.as_deref(), self.arenas.as_deref()) else { return false };
        tracked
            .tracker
            .sets
            .members(dependencies.arenas)
            .all(|consultation| arenas.environments.holds(consultation, side))
    }
}

impl<Value: Copy> VarPairs<1, Value> {
    /// Replaces the value of a correspondence, and returns the new value.
    pub(crate) fn revalue(&mut self, ordinal: Ordinal, value: impl FnOnce(Value) -> Value) -> Value {
        let value = value(self.stacks.pairs.value(ordinal));
        if let Some(known) = self.stacks.pairs.value_mut(ordinal) {
            *known = value;
        }
        value
    }
}
