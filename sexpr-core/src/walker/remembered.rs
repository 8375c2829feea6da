//! Findings that are used again where comparing again would give the same.

use alloc::vec::Vec;
use core::hash::Hash;

use super::{
    correspondences::{Correspondences, Ordinal},
    derivation::Derivation,
};
use crate::identity::{Identity, Table, reset};

/// In place of an entry's number: none.
const NONE: usize = usize::MAX;

/// Findings, each with what it was derived from. Those for one key form a stack, as the scopes do on which they depend.
#[derive(Debug)]
pub(crate) struct Remembered<Key, const SIDES: usize, Value> {
    latest: Table<Key, usize>,
    entries: Vec<Entry<SIDES, Value>>,
}

#[derive(Clone, Copy, Debug)]
struct Entry<const SIDES: usize, Value> {
    value: Value,
    derivation: Derivation<SIDES>,
    earlier: usize,
}

impl<Key, const SIDES: usize, Value> Default for Remembered<Key, SIDES, Value> {
    fn default() -> Self {
        Remembered { latest: Table::default(), entries: Vec::new() }
    }
}

impl<Key: Eq + Hash, const SIDES: usize, Value: Copy> Remembered<Key, SIDES, Value> {
    /// The latest finding of which all exists that it was derived from.
    fn latest<V: Copy>(&mut self, key: &Key, context: &Correspondences<SIDES, V>) -> Option<Entry<SIDES, Value>> {
        let latest = self.latest.get_mut(key)?;
        while let Some(entry) = self.entries.get(*latest) {
            if context.exists(&entry.derivation) {
                return Some(*entry);
            }
            *latest = entry.earlier;
        }
        self.latest.remove(key);
        None
    }

    /// The latest finding, if finding anew would give the same.
    pub(crate) fn find<V: Copy>(
        &mut self,
        key: &Key,
        context: &Correspondences<SIDES, V>,
    ) -> Option<(Value, Derivation<SIDES>)> {
        let entry = self.latest(key, context)?;
        context.would_recur(&entry.derivation).then_some((entry.value, entry.derivation))
    }

    pub(crate) fn add(&mut self, key: Key, value: Value, derivation: Derivation<SIDES>) {
        let number = self.entries.len();
        let earlier = self.latest.insert(key, number).unwrap_or(NONE);
        self.entries.push(Entry { value, derivation, earlier });
    }

    pub(crate) fn clear(&mut self) {
        reset(&mut self.latest);
        self.entries.clear();
    }
}

/// Records of dag nodes, each with what it was derived from: a record is in force on a side while all of that is on top
/// there. On each side, an identity has a stack of records.
#[derive(Debug)]
pub(crate) struct DagRecords<const SIDES: usize, Value> {
    latest: [Table<Identity, Ordinal>; SIDES],
    records: Vec<DagRecord<SIDES, Value>>,
}

#[derive(Clone, Copy, Debug)]
struct DagRecord<const SIDES: usize, Value> {
    value: Value,
    derivation: Derivation<SIDES>,
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
    pub(crate) fn in_force<V: Copy>(
        &mut self,
        side: usize,
        node: Identity,
        context: &Correspondences<SIDES, V>,
        records_vary: bool,
    ) -> Option<Ordinal> {
        let latest = self.latest[side].get_mut(&node)?;
        let mut at = *latest;
        while let Some(record) = self.records.get(at) {
            if context.on_top(&record.derivation, side) {
                return Some(at);
            }
            let exists = context.exists(&record.derivation);
            if *latest == at && !exists {
                *latest = record.earlier[side];
            }
            if exists && !records_vary {
                return None;
            }
            at = record.earlier[side];
        }
        None
    }

    pub(crate) fn value(&self, record: Ordinal) -> Value {
        self.records[record].value
    }

    pub(crate) fn derivation(&self, record: Ordinal) -> Derivation<SIDES> {
        self.records[record].derivation
    }

    /// Records nodes, and gives the record's ordinal.
    pub(crate) fn add(&mut self, nodes: [Identity; SIDES], value: Value, derivation: Derivation<SIDES>) -> Ordinal {
        let ordinal = self.records.len();
        let mut side = 0;
        let earlier = nodes.map(|node| {
            side += 1;
            self.latest[side - 1].insert(node, ordinal).unwrap_or(NONE)
        });
        self.records.push(DagRecord { value, derivation, earlier });
        ordinal
    }

    pub(crate) fn clear(&mut self) {
        self.latest.iter_mut().for_each(reset);
        self.records.clear();
    }
}
