//! The one-sided twin of `relation`: what the nodes of one value are numbered by, for the hash.

use super::{accumulator::Accumulator, relation::Ordinal};
use crate::{
    identity::{Identity, Keys, Table, reset},
    region::Region,
    table::Kind,
};

/// Says what a number that enters a hash stands for, so that different things do not hash alike by accident.
#[derive(Clone, Copy)]
enum Tag {
    Bound = 1,
    Free,
    FreeKey,
    Dag,
    Singleton,
}

/// A variable that was met: when, and what each occurrence contributes.
#[derive(Clone, Copy, Debug)]
struct Recorded {
    ordinal: Ordinal,
    value: u64,
}

/// What the nodes of one value are numbered by so far.
#[derive(Debug, Default)]
pub(crate) struct Numbering {
    pub(crate) keys: Keys,
    variables: Table<Identity, Recorded>,
    dags: Table<Identity, u64>,
    dags_recorded: u64,
    shared: Table<Identity, Accumulator>,
    bound: u64,
}

/// What a node contributes to the hash.
pub(crate) enum Contribution {
    /// This.
    Value(u64),
    /// What it contributed before.
    Sequence(Accumulator),
    /// Its fields, in this region.
    Fields(Region),
    /// Its fields; the sequence is to be remembered by [`Numbering::remember`].
    FieldsToRemember(Region),
    /// A value made of the hash of its fields by [`Numbering::number_dag`].
    Dag(Region),
    /// A value made of the hash of its fields by [`Numbering::number_variable`].
    Variable(Region),
}

impl Numbering {
    /// The rules for a node. `once` says that a `tree` node need not be remembered.
    #[inline(always)]
    pub(crate) fn meet(&mut self, kind: Kind, node: Identity, at: Region, once: bool) -> Contribution {
        match kind {
            Kind::Tree | Kind::ConstTree if once => Contribution::Fields(at),
            Kind::Tree | Kind::ConstTree => self.recall(node, at),
            Kind::Singleton => Contribution::Value(Accumulator::of([Tag::Singleton as u64, self.keys.hash(node)])),
            Kind::Dag => match self.dags.get(&node) {
                Some(value) => Contribution::Value(*value),
                None => Contribution::Dag(at),
            },
            Kind::Var => match self.variables.get(&node) {
                Some(recorded) => Contribution::Value(recorded.value),
                None => Contribution::Variable(at.inside_variable()),
            },
        }
    }

    #[cold]
    #[inline(never)]
    fn recall(&mut self, node: Identity, at: Region) -> Contribution {
        match self.shared.get(&node) {
            Some(sequence) => Contribution::Sequence(*sequence),
            None => Contribution::FieldsToRemember(at),
        }
    }

    /// Remembers what a shared `tree` node contributes. It is the same at each occurrence, since variables and dag
    /// nodes keep the values that they got at their first.
    pub(crate) fn remember(&mut self, node: Identity, sequence: Accumulator) {
        self.shared.insert(node, sequence);
    }

    /// Numbers a dag node by its fields, and gives its value.
    pub(crate) fn number_dag(&mut self, node: Identity, fields: Accumulator) -> u64 {
        self.dags_recorded += 1;
        let value = Accumulator::of([Tag::Dag as u64, fields.finish(), self.dags_recorded]);
        // A dag node known by its key may have been met below its own fields, and numbered there.
        if self.dags.insert(node, value).is_some() {
            self.shared.clear();
        }
        value
    }

    /// Numbers a variable, which was met in region `at`, by its fields, and gives its value.
    pub(crate) fn number_variable(&mut self, variable: Identity, fields: Accumulator, at: Region) -> u64 {
        // A variable known by its key may be mentioned by its own fields, and numbered there.
        if let Some(recorded) = self.variables.get(&variable) {
            return recorded.value;
        }
        let value = if at.binds() {
            self.bound += 1;
            Accumulator::of([Tag::Bound as u64, fields.finish(), self.bound])
        } else {
            Accumulator::of([Tag::Free as u64, fields.finish(), self.keys.hash(variable)])
        };
        self.record(variable, value);
        value
    }

    /// What a variable contributes as a map's key.
    pub(crate) fn as_key(&self, variable: Identity) -> u64 {
        match self.variables.get(&variable) {
            Some(recorded) => recorded.value,
            None => Accumulator::of([Tag::FreeKey as u64, self.keys.hash(variable)]),
        }
    }

    /// Records that a free variable is a map's key.
    pub(crate) fn record_free(&mut self, variable: Identity) {
        if !self.variables.contains_key(&variable) {
            self.record(variable, self.as_key(variable));
        }
    }

    fn record(&mut self, variable: Identity, value: u64) {
        let ordinal = self.variables.len();
        self.variables.insert(variable, Recorded { ordinal, value });
    }

    /// When a variable was recorded.
    pub(crate) fn ordinal(&self, variable: Identity) -> Option<Ordinal> {
        self.variables.get(&variable).map(|recorded| recorded.ordinal)
    }

    pub(crate) fn clear(&mut self) {
        self.keys.clear();
        reset(&mut self.variables);
        reset(&mut self.dags);
        self.dags_recorded = 0;
        reset(&mut self.shared);
        self.bound = 0;
    }
}
