//! Records of dag nodes where there are scopes, and the rule for which records are in force.
//!
//! A dag node may be recorded more than once, under different correspondences. A closed record is in force on a side
//! while all its dependencies are on top there. An open record is in force in its environment, whatever is bound.
//!
//! # Where records vary, no result that reaches a dag node is reused
//!
//! If the records of one node can differ by the bindings that its comparison happened to consult, the dependencies of a
//! result do not show whether a second visit would find a record in force. Records can differ if
//!
//! - the dag node is met below its own fields, or is one of several nodes with one key;
//! - a binding occurrence below it binds a variable in a scope around it;
//! - a variable below it is unbound when it is looked up, and is then bound in a scope inside the dag node;
//! - a variable below it has fields that depend on something;
//! - there is a `custom` node below it.
//!
//! The collector of a dag node notes these cases (`Dependencies::context_sensitive`). So do the dependencies of a
//! result on a `tree` node, since the result may be reused in a dag node later. The first record that varies sets
//! `vary`. Until then, at most the latest existing record can be in force, and earlier ones are looked at only if it is
//! open or consulted arenas.

use alloc::vec::Vec;

use crate::{
    describe::identity::Identity,
    rules::{
        cycles::Shadowed,
        environments::{Environment, Environments, OUTERMOST},
        memo::dependencies::Dependencies,
        pairs::{NONE, Ordinal, PerSide},
        var_pairs::VarPairs,
    },
    tables::{
        index::{Table, reset},
        persistent::Set,
    },
};

/// Records of dag nodes, each with its dependencies. Each identity of a side has a stack of records.
#[derive(Debug, Default)]
pub(crate) struct DagRecords<const SIDES: usize, Value> {
    latest: PerSide<SIDES, Table<Identity, Ordinal>>,
    records: Vec<DagRecord<SIDES, Value>>,
    /// The address of the first node with each key, on each side.
    places: PerSide<SIDES, Table<Identity, Identity>>,
    /// Whether two records of one dag node may be in force in turn, depending on the bindings that their comparison
    /// consulted, or on which of several nodes with one key was met.
    pub(crate) vary: bool,
}

#[derive(Clone, Copy, Debug)]
struct DagRecord<const SIDES: usize, Value> {
    /// The environments in which the fields of the nodes are being compared; `None` if the record is closed.
    open_in: Option<[Environment; SIDES]>,
    value: Value,
    dependencies: Dependencies<SIDES>,
    earlier: [Ordinal; SIDES],
}

impl<const SIDES: usize, Value: Copy> DagRecords<SIDES, Value> {
    /// Notes that dag nodes meet in these places. Records vary if a node with the same key was met in another place.
    #[cold]
    #[inline(never)]
    pub(crate) fn note(&mut self, nodes: [Identity; SIDES], places: [Identity; SIDES]) {
        for (side, node) in nodes.into_iter().enumerate().filter(|(_, node)| node.as_address().is_none()) {
            self.vary |= *self.places[side].entry(node).or_insert(places[side]) != places[side];
        }
    }

    /// Opens a record of dag nodes before their fields are compared, and a collector. The value counts until the record
    /// is closed. Returns the record.
    pub(crate) fn open_dags<V: Copy>(
        &mut self,
        nodes: [Identity; SIDES],
        value: Value,
        context: &mut VarPairs<SIDES, V>,
    ) -> Ordinal {
        let record = self.add(nodes, value, Dependencies::NONE.of_dag());
        context.open_record(record);
        let environments = context.environments().map_or([OUTERMOST; SIDES], Environments::current);
        self.records[record].open_in = Some(environments);
        record
    }

    /// Closes a record that [`open_dags`](Self::open_dags) opened, and its collector. `value` makes the final value
    /// from the dependencies. Returns the dependencies that were shadowed at uses of the record.
    pub(crate) fn close_dags<V: Copy>(
        &mut self,
        record: Ordinal,
        context: &mut VarPairs<SIDES, V>,
        value: impl FnOnce(&mut VarPairs<SIDES, V>, &Dependencies<SIDES>, &Shadowed) -> Value,
    ) -> Shadowed {
        let collected = context.close_collector();
        context.note_dag();
        self.vary |= collected.on.context_sensitive;
        let mut dependencies = collected.on.of_dag();
        let shadowed = context.close_record(record, &mut dependencies);
        let value = value(context, &dependencies, &shadowed);
        let closed = &mut self.records[record];
        (closed.open_in, closed.value, closed.dependencies) = (None, value, dependencies);
        shadowed
    }

    /// Closes the collector that [`VarPairs::open_collector`] opened for dag nodes, and records the nodes. `value`
    /// makes the value from the dependencies. Returns the record.
    pub(crate) fn record_dags<V: Copy>(
        &mut self,
        nodes: [Identity; SIDES],
        context: &mut VarPairs<SIDES, V>,
        value: impl FnOnce(&mut VarPairs<SIDES, V>, &Dependencies<SIDES>) -> Value,
    ) -> Ordinal {
        let collected = context.close_collector();
        context.note_dag();
        // A node that is known by its key may have been met below its own fields.
        let was_recorded = self.in_force(nodes, context).iter().any(Option::is_some);
        self.vary |= was_recorded || collected.on.context_sensitive;
        let dependencies = collected.on.of_dag();
        let value = value(context, &dependencies);
        self.add(nodes, value, dependencies)
    }

    fn add(&mut self, nodes: [Identity; SIDES], value: Value, dependencies: Dependencies<SIDES>) -> Ordinal {
        let ordinal = self.records.len();
        let earlier = core::array::from_fn(|side| self.latest[side].insert(nodes[side], ordinal).unwrap_or(NONE));
        self.records.push(DagRecord { open_in: None, value, dependencies, earlier });
        ordinal
    }

    /// The value of a record, and its dependencies.
    pub(crate) fn value_of(&self, record: Ordinal) -> (Value, Dependencies<SIDES>) {
        let DagRecord { value, dependencies, .. } = self.records[record];
        (value, dependencies)
    }

    /// Whether a record is open.
    pub(crate) fn is_open(&self, record: Ordinal) -> bool {
        self.records[record].open_in.is_some()
    }

    /// Uses the record of a dag node: the innermost collector inherits its dependencies. Returns its value and its
    /// dependencies.
    pub(crate) fn use_record<V: Copy>(
        &self,
        record: Ordinal,
        context: &mut VarPairs<SIDES, V>,
    ) -> (Value, Dependencies<SIDES>) {
        let (value, dependencies) = self.value_of(record);
        if self.is_open(record) {
            let set = context.tracker().sets.insert(Set::EMPTY, record, 0);
            context.use_open_records(set);
            context.note_dag();
            return (value, dependencies);
        }
        if !dependencies.pending.is_empty() {
            context.use_open_records(dependencies.pending);
        }
        context.tracker().rely_on(&dependencies);
        (value, dependencies)
    }

    /// For each side, the record of its node that is in force.
    pub(crate) fn in_force<V: Copy>(
        &mut self,
        nodes: [Identity; SIDES],
        context: &mut VarPairs<SIDES, V>,
    ) -> [Option<Ordinal>; SIDES] {
        core::array::from_fn(|side| self.in_force_on(side, nodes[side], context))
    }

    /// The record of a node that is in force on a side. A correspondence that hides a dependency of one record is
    /// itself a dependency of the next record. So only the latest record can be in force, unless records vary or
    /// consulted arenas.
    fn in_force_on<V: Copy>(
        &mut self,
        side: usize,
        node: Identity,
        context: &mut VarPairs<SIDES, V>,
    ) -> Option<Ordinal> {
        let mut at = *self.latest[side].get(&node)?;
        while let Some(record) = self.records.get(at) {
            let earlier = record.earlier[side];
            if let Some(environments) = record.open_in {
                if context.is_in(side, environments[side]) {
                    return Some(at);
                }
                at = earlier;
                continue;
            }
            self.settle(at, context);
            let dependencies = &self.records[at].dependencies;
            if context.on_top(dependencies, side) {
                return Some(at);
            }
            let latest = self.latest[side].get_mut(&node)?;
            if !context.exists(dependencies) {
                if *latest == at {
                    *latest = earlier;
                }
            } else if !self.vary && !dependencies.consulted_arenas() {
                return None;
            }
            at = earlier;
        }
        None
    }

    /// Makes a record inherit the dependencies of the records that it used while they were open, and that are closed by
    /// now.
    fn settle<V: Copy>(&mut self, record: Ordinal, context: &mut VarPairs<SIDES, V>) {
        // The innermost open record is closed first.
        while let Some(innermost) = context.tracker().sets.last(self.records[record].dependencies.pending)
            && !self.is_open(innermost)
        {
            let (of, other) = (self.records[record].dependencies, &self.records[innermost].dependencies);
            self.records[record].dependencies = context.tracker().settled(of, innermost, other);
        }
    }

    pub(crate) fn clear(&mut self) {
        self.latest.iter_mut().for_each(reset);
        self.records.clear();
        self.places.iter_mut().for_each(reset);
        self.vary = false;
    }
}
