//! Memoized results in scopes, and the rules for reusing them.
//!
//! A result is reused only where comparing again would give the same verdict and have no effect. In scopes, three
//! things can make a difference, and each is tracked:
//!
//! - *A variable means something else*, or nothing any more. A result may be reused while every correspondence of its
//!   dependencies exist and are on top on both sides, and every variable that was found unbound is so again
//!   (`VarPairs::is_valid_here`). That all exist is one comparison of the innermost scope's serial number. That
//!   all are on top is a test whether two sets are disjoint: theirs, and that of the correspondences that are shadowed
//!   at the moment. Otherwise, other correspondences may mean the same: see `rebindable_memo`.
//! - *The node binds*. A comparison that made a correspondence for a scope around the node, or for good, has an effect
//!   each time, so it is not memoized at all (`Collector::had_effect`). And the region decides whether variables bind
//!   anew, are looked up and bound, or are uses. So results are kept by *class* of region (`Region::class`): the region
//!   itself, where variables bind anew; otherwise, whether a `pattern` region is around, and whether a scope is.
//! - *A collector is open*. To reuse a result is to consult everything that it is derived from: its dependencies are added
//!   to the open collectors (`VarPairs::rely_on`). Otherwise a dag node that reaches a memoized node would not
//!   depend on what that depends on. A result that is reused under other binders counts as derived from the
//!   correspondences that are on top now.
//!
//! A result that depends on nothing holds whatever is around it: see `reuse`.
//!
//! # Where records vary, nothing that reaches a dag node is reused
//!
//! A dag node may be recorded more than once, under different correspondences. If the records of one node can differ by
//! what its comparison happened to look at, then the dependencies do not tell whether a second visit finds one in force.
//! That can happen if
//!
//! - the dag node is met below its own fields, or is one of several nodes with one key;
//! - a variable below it is bound anew in a scope around it;
//! - a variable below it is bound in a scope inside it, since its look-up found nothing;
//! - a variable below it has fields that depend on something;
//! - there is a `custom` node below it.
//!
//! A collector knows (`Collector::context_sensitive`), and so do its dependencies, since the result may be reused in a dag node
//! later. The first record that varies sets `records_vary`. Until then, at most the latest record that exists can be in
//! force, and no other is looked at.

use alloc::vec::Vec;
use core::hash::Hash;

use crate::{
    describe::identity::Identity,
    rules::{
        cycles::Shadowed,
        dependencies::{Collector, Dependencies},
        environments::{Environment, Environments, OUTERMOST},
        pairs::Ordinal,
        rebindable_memo::{MemoKey, RebindableMemo},
        var_pairs::VarPairs,
    },
    tables::index::{Table, reset},
};

/// In place of an entry's number: none.
const NONE: usize = usize::MAX;

/// What an operation remembers where there are scopes: what it found of shared `tree` nodes, and its records of dag
/// nodes.
#[derive(Debug)]
pub(crate) struct Memory<Key, const SIDES: usize, Found, Value> {
    trees: TreeMemory<Key, SIDES, Found>,
    dags: DagRecords<SIDES, Value>,
    /// Where the dag nodes are that are known by a key, on each side: the first of each.
    places: [Table<Identity, usize>; SIDES],
    /// Two records of one dag node may be in force in turn, by what their comparison happened to look at, or by which
    /// of several nodes with its key was met. So nothing that reaches a dag node is used again.
    records_vary: bool,
}

/// What an operation found of shared `tree` nodes where there are scopes.
#[derive(Debug)]
pub(crate) struct TreeMemory<Key, const SIDES: usize, Found> {
    results: Results<Key, SIDES, Found>,
    /// Those that consulted arenas, once more by the environments: those found last may be of others.
    in_environments: Results<(Key, [Environment; SIDES]), SIDES, Found>,
}

#[derive(Debug)]
struct Results<Key, const SIDES: usize, Found> {
    by_meaning: RebindableMemo<Key, SIDES, Found>,
    /// Those that do not hold by meaning.
    others: Remembered<Key, SIDES, Found>,
}

impl<Key, const SIDES: usize, Found> Default for TreeMemory<Key, SIDES, Found> {
    fn default() -> Self {
        TreeMemory { results: Results::default(), in_environments: Results::default() }
    }
}

impl<Key, const SIDES: usize, Found> Default for Results<Key, SIDES, Found> {
    fn default() -> Self {
        Results { by_meaning: RebindableMemo::default(), others: Remembered::default() }
    }
}

impl<Key: MemoKey, const SIDES: usize, Found: Copy> TreeMemory<Key, SIDES, Found> {
    fn find<V: Copy>(
        &mut self,
        key: &Key,
        context: &mut VarPairs<SIDES, V>,
        records_vary: bool,
    ) -> Option<(Found, Dependencies<SIDES>)> {
        let found = self.results.find(key, context, records_vary);
        if found.is_some() || self.in_environments.is_empty() {
            return found;
        }
        let environments = context.environments()?.current();
        self.in_environments.find(&(*key, environments), context, records_vary)
    }

    fn add<V: Copy>(
        &mut self,
        key: Key,
        found: Found,
        dependencies: Dependencies<SIDES>,
        context: &VarPairs<SIDES, V>,
    ) {
        self.results.add(key, found, dependencies);
        if dependencies.consulted_arenas()
            && let Some(environments) = context.environments()
        {
            self.in_environments.add((key, environments.current()), found, dependencies);
        }
    }

    fn clear(&mut self) {
        self.results.clear();
        self.in_environments.clear();
    }
}

impl<Key: MemoKey, const SIDES: usize, Found: Copy> Results<Key, SIDES, Found> {
    fn find<V: Copy>(
        &mut self,
        key: &Key,
        context: &mut VarPairs<SIDES, V>,
        records_vary: bool,
    ) -> Option<(Found, Dependencies<SIDES>)> {
        if let Some(by_meaning) = self.by_meaning.find(key, context) {
            return Some(by_meaning);
        }
        self.others.find(key, context).filter(|(_, dependencies)| !(dependencies.on.reaches_dag && records_vary))
    }

    fn add(&mut self, key: Key, found: Found, dependencies: Dependencies<SIDES>) {
        if dependencies.is_by_meaning() {
            self.by_meaning.add(key, found, dependencies);
        } else {
            self.others.add(key, found, dependencies);
        }
    }

    fn is_empty(&self) -> bool {
        self.by_meaning.is_empty() && self.others.entries.is_empty()
    }

    fn clear(&mut self) {
        self.by_meaning.clear();
        self.others.clear();
    }
}

impl<Key, const SIDES: usize, Found, Value> Default for Memory<Key, SIDES, Found, Value> {
    fn default() -> Self {
        Memory {
            trees: TreeMemory::default(),
            dags: DagRecords::default(),
            places: core::array::from_fn(|_| Table::default()),
            records_vary: false,
        }
    }
}

impl<Key: MemoKey, const SIDES: usize, Found: Copy, Value: Copy> Memory<Key, SIDES, Found, Value> {
    /// What was found of `tree` nodes, if computing it again would give the same. To use it is to rely on it.
    pub(crate) fn recall<V: Copy>(&mut self, key: &Key, context: &mut VarPairs<SIDES, V>) -> Option<Found> {
        let (found, dependencies) = self.trees.find(key, context, self.records_vary)?;
        context.tracker().rely_on(&dependencies);
        Some(found)
    }

    /// Ends what [`VarPairs::open`] began for `tree` nodes: what they are derived from, if computing it again
    /// could give the same, and has no effect.
    pub(crate) fn finish<V: Copy>(&self, context: &mut VarPairs<SIDES, V>) -> Option<Dependencies<SIDES>> {
        let collected = context.finish();
        if collected.had_effect() || collected.may_be_on_cycle() || collected.on.reaches_dag && self.records_vary {
            return None;
        }
        Some(context.dependencies(&collected))
    }

    /// Remembers what was found of `tree` nodes.
    pub(crate) fn keep<V: Copy>(
        &mut self,
        key: Key,
        found: Found,
        dependencies: Dependencies<SIDES>,
        context: &VarPairs<SIDES, V>,
    ) {
        self.trees.add(key, found, dependencies, context);
    }

    /// Notes that a dag node is met, at an address.
    pub(crate) fn note_dag(&mut self, side: usize, node: Identity, address: usize) {
        if node.as_address().is_none() {
            self.records_vary |= *self.places[side].entry(node).or_insert(address) != address;
        }
    }

    /// Records dag nodes before they are compared, with a value that counts until they are closed: collects what they are
    /// derived from. Gives the record.
    pub(crate) fn open_dags<V: Copy>(
        &mut self,
        nodes: [Identity; SIDES],
        value: Value,
        context: &mut VarPairs<SIDES, V>,
    ) -> Ordinal {
        let record = self.dags.records.len();
        context.open_record(record);
        let collected = Collector::at(0);
        let dependencies = context.dependencies(&collected).of_dag();
        self.dags.add(nodes, value, dependencies);
        self.dags.records[record].open_in =
            Some(context.environments().map_or([OUTERMOST; SIDES], Environments::current));
        record
    }

    /// Ends what [`open_dags`](Self::open_dags) began, with the value that is made of what they are derived from. Gives
    /// where what they depend on is shadowed.
    pub(crate) fn close_dags<V: Copy>(
        &mut self,
        record: Ordinal,
        context: &mut VarPairs<SIDES, V>,
        value: impl FnOnce(&mut VarPairs<SIDES, V>, &Dependencies<SIDES>, &Shadowed) -> Value,
    ) -> Shadowed {
        let collected = context.finish();
        context.dag_met();
        self.records_vary |= collected.context_sensitive();
        let mut dependencies = context.dependencies(&collected).of_dag();
        let shadowed = context.close_record(record, &mut dependencies);
        let value = value(context, &dependencies, &shadowed);
        let closed = &mut self.dags.records[record];
        (closed.open_in, closed.value, closed.dependencies) = (None, value, dependencies);
        shadowed
    }

    /// The value of a record, and what it was derived from.
    pub(crate) fn value_of(&self, record: Ordinal) -> (Value, Dependencies<SIDES>) {
        let DagRecord { value, dependencies, .. } = self.dags.records[record];
        (value, dependencies)
    }

    /// Whether a record is open.
    pub(crate) fn is_open(&self, record: Ordinal) -> bool {
        self.dags.records[record].open_in.is_some()
    }

    /// The record of a dag node that is in force on a side.
    pub(crate) fn record_in_force<V: Copy>(
        &mut self,
        side: usize,
        node: Identity,
        context: &mut VarPairs<SIDES, V>,
    ) -> Option<Ordinal> {
        self.dags.in_force(side, node, context, self.records_vary)
    }

    /// Uses the record of a dag node: its value, and what that was derived from.
    pub(crate) fn use_record<V: Copy>(
        &self,
        record: Ordinal,
        context: &mut VarPairs<SIDES, V>,
    ) -> (Value, Dependencies<SIDES>) {
        let (value, dependencies) = self.value_of(record);
        if self.is_open(record) {
            let set = context.tracker().record(record);
            context.use_open_records(set);
            context.dag_met();
            return (value, dependencies);
        }
        if !dependencies.pending().is_empty() {
            context.use_open_records(dependencies.pending());
        }
        context.tracker().rely_on(&dependencies);
        (value, dependencies)
    }

    /// Ends what [`VarPairs::open`] began for dag nodes, and records them with the value that is made of what
    /// they are derived from. Gives the record.
    pub(crate) fn record_dags<V: Copy>(
        &mut self,
        nodes: [Identity; SIDES],
        context: &mut VarPairs<SIDES, V>,
        value: impl FnOnce(&mut VarPairs<SIDES, V>, &Dependencies<SIDES>) -> Value,
    ) -> Ordinal {
        let collected = context.finish();
        context.dag_met();
        // Known by its key, a node may have been met below its own fields.
        let was_recorded = |(side, node)| self.dags.in_force(side, node, context, self.records_vary).is_some();
        let was_recorded = nodes.into_iter().enumerate().any(was_recorded);
        self.records_vary |= was_recorded || collected.context_sensitive();
        let dependencies = context.dependencies(&collected).of_dag();
        let value = value(context, &dependencies);
        self.dags.add(nodes, value, dependencies)
    }

    /// Goes on with other results of `tree` nodes.
    pub(crate) fn swap_trees(&mut self, trees: &mut TreeMemory<Key, SIDES, Found>) {
        core::mem::swap(&mut self.trees, trees);
    }

    pub(crate) fn clear(&mut self) {
        self.trees.clear();
        self.dags.clear();
        self.places.iter_mut().for_each(reset);
        self.records_vary = false;
    }
}

/// Results, each with its dependencies. Those for one key form a stack, as the scopes do that they depend on.
#[derive(Debug)]
struct Remembered<Key, const SIDES: usize, Value> {
    latest: Table<Key, usize>,
    entries: Vec<Entry<SIDES, Value>>,
}

#[derive(Clone, Copy, Debug)]
struct Entry<const SIDES: usize, Value> {
    value: Value,
    dependencies: Dependencies<SIDES>,
    earlier: usize,
}

impl<Key, const SIDES: usize, Value> Default for Remembered<Key, SIDES, Value> {
    fn default() -> Self {
        Remembered { latest: Table::default(), entries: Vec::new() }
    }
}

impl<Key: Eq + Hash, const SIDES: usize, Value: Copy> Remembered<Key, SIDES, Value> {
    /// The latest result of which all exists that it was derived from.
    fn latest<V: Copy>(&mut self, key: &Key, context: &VarPairs<SIDES, V>) -> Option<Entry<SIDES, Value>> {
        let latest = self.latest.get_mut(key)?;
        while let Some(entry) = self.entries.get(*latest) {
            if context.exists(&entry.dependencies) {
                return Some(*entry);
            }
            *latest = entry.earlier;
        }
        self.latest.remove(key);
        None
    }

    /// The latest result, if computing it again would give the same.
    fn find<V: Copy>(&mut self, key: &Key, context: &VarPairs<SIDES, V>) -> Option<(Value, Dependencies<SIDES>)> {
        let entry = self.latest(key, context)?;
        context.is_valid_here(&entry.dependencies).then_some((entry.value, entry.dependencies))
    }

    fn add(&mut self, key: Key, value: Value, dependencies: Dependencies<SIDES>) {
        let number = self.entries.len();
        let earlier = self.latest.insert(key, number).unwrap_or(NONE);
        self.entries.push(Entry { value, dependencies, earlier });
    }

    fn clear(&mut self) {
        reset(&mut self.latest);
        self.entries.clear();
    }
}

/// Records of dag nodes, each with what it was derived from: a record is in force on a side while all of that is on top
/// there. On each side, an identity has a stack of records.
#[derive(Debug)]
struct DagRecords<const SIDES: usize, Value> {
    latest: [Table<Identity, Ordinal>; SIDES],
    records: Vec<DagRecord<SIDES, Value>>,
}

#[derive(Clone, Copy, Debug)]
struct DagRecord<const SIDES: usize, Value> {
    /// The fields of the nodes are being compared, in these environments: there it is in force whatever is bound.
    open_in: Option<[Environment; SIDES]>,
    value: Value,
    dependencies: Dependencies<SIDES>,
    earlier: [Ordinal; SIDES],
}

impl<const SIDES: usize, Value> Default for DagRecords<SIDES, Value> {
    fn default() -> Self {
        DagRecords { latest: core::array::from_fn(|_| Table::default()), records: Vec::new() }
    }
}

impl<const SIDES: usize, Value: Copy> DagRecords<SIDES, Value> {
    /// The record of a node that is in force on a side. What hides a correspondence from a record is what the next one
    /// is derived from: so the latest record alone can be in force, unless `records_vary`.
    fn in_force<V: Copy>(
        &mut self,
        side: usize,
        node: Identity,
        context: &mut VarPairs<SIDES, V>,
        records_vary: bool,
    ) -> Option<Ordinal> {
        let mut at = *self.latest[side].get(&node)?;
        while let Some(record) = self.records.get(at) {
            if let Some(environments) = record.open_in {
                if context.is_in(side, environments[side]) {
                    return Some(at);
                }
                at = record.earlier[side];
                continue;
            }
            self.settle(at, context);
            let record = &self.records[at];
            let latest = self.latest[side].get_mut(&node)?;
            if context.on_top(&record.dependencies, side) {
                return Some(at);
            }
            let exists = context.exists(&record.dependencies);
            if *latest == at && !exists {
                *latest = record.earlier[side];
            }
            if exists && !records_vary && !record.dependencies.consulted_arenas() {
                return None;
            }
            at = record.earlier[side];
        }
        None
    }

    /// Has a record that depended on open ones depend on what those turned out to be derived from that are closed by now.
    fn settle<V: Copy>(&mut self, record: Ordinal, context: &mut VarPairs<SIDES, V>) {
        loop {
            let DagRecord { dependencies, .. } = self.records[record];
            // The innermost of open records is closed first.
            let Some(innermost) = context.tracker().last_record(dependencies.pending()) else { return };
            if self.records[innermost].open_in.is_some() {
                return;
            }
            let settled = context.tracker().settled(dependencies, innermost, &self.records[innermost].dependencies);
            self.records[record].dependencies = settled;
        }
    }

    /// Records nodes, and gives the record's ordinal.
    fn add(&mut self, nodes: [Identity; SIDES], value: Value, dependencies: Dependencies<SIDES>) -> Ordinal {
        let ordinal = self.records.len();
        let mut side = 0;
        let earlier = nodes.map(|node| {
            side += 1;
            self.latest[side - 1].insert(node, ordinal).unwrap_or(NONE)
        });
        self.records.push(DagRecord { open_in: None, value, dependencies, earlier });
        ordinal
    }

    fn clear(&mut self) {
        self.latest.iter_mut().for_each(reset);
        self.records.clear();
    }
}
