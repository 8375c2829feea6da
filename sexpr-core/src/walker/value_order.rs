//! The order of a map's entries that their keys do not tell: whose keys are free variables known by address.
//!
//! They go by what their values are made of. First, by the *shape*: the hash of the value in which neither names nor
//! numbers of variables, dag nodes and singletons count. A shape does not hang on what is around, so each node has one,
//! and all that a map and the maps inside it need are found in one run. Where shapes are the same, the values are hashed
//! as terms of their own, all that they refer to numbered in them; of a map inside whose entries have the same shapes,
//! these are all that counts. So each value is gone through once for itself, and once for the innermost value around
//! it that is hashed so. Only what is the same then goes by address; and it is noted that it does, since later maps
//! with these keys order their values by when keys were recorded.
//!
//! Two equal values have the same shape and the same hash, whatever they are compared in. So both sides of a comparison,
//! and their hashes, have one order.

use alloc::{boxed::Box, vec::Vec};

use super::{
    entries::{Rank, Ranked},
    hash::HashBuffers,
    items::Summed,
    numbering::Naming,
    pairs::Ordinal,
};
use crate::{
    containers::Map,
    identity::{Identity, Table},
    options::Options,
    structural::Field,
};

/// What is known of the values by which entries are ordered, in one operation.
#[derive(Debug, Default)]
pub(crate) struct ValueOrder {
    values: Option<Box<Values>>,
    /// Ordinals, from and to, of variables that were recorded in the order of their addresses. They are there for good.
    ties: Vec<(Ordinal, Ordinal)>,
}

#[derive(Debug)]
struct Values {
    options: Options,
    shapes: HashBuffers<Summed>,
    terms: HashBuffers<Summed>,
    /// By the value, and whether a scope is around it.
    of_terms: Table<(Identity, bool), u64>,
}

impl ValueOrder {
    /// Whether ranks do not tell the order of two entries that come one after the other.
    pub(crate) fn leaves_open(&self, one: &Rank, other: &Rank) -> bool {
        match (one, other) {
            (Rank::Free(_), Rank::Free(_)) => true,
            (Rank::Bound(one), Rank::Bound(other)) => {
                let tie = self.ties.partition_point(|(_, last)| last < one);
                self.ties.get(tie).is_some_and(|(first, last)| first <= one && other <= last)
            }
            _ => false,
        }
    }

    /// Puts entries into order whose ranks do not tell it. `value` finds the value of an entry.
    pub(crate) fn arrange<'a, M: Map>(
        &mut self,
        map: &'a M,
        entries: &mut [Ranked],
        value: impl Fn(usize) -> &'a M::Value,
        options: Options,
        in_scope: bool,
    ) {
        if size_of::<M::Value>() == 0 {
            entries[1..].iter_mut().for_each(|entry| entry.is_tied = true);
            return;
        }
        let known = self.values.take().filter(|values| values.options == options);
        let mut values = known.unwrap_or_else(|| Box::new(Values::new(options)));
        entries.sort_by_cached_key(|entry| values.shape(map, value(entry.index)));
        let is_like = |one: &Ranked, other: &Ranked| {
            values.shapes.shape(Identity::address(value(one.index)))
                == values.shapes.shape(Identity::address(value(other.index)))
        };
        let lengths: Vec<usize> = entries.chunk_by(is_like).map(<[Ranked]>::len).collect();
        let mut rest = entries;
        for length in lengths {
            let (group, others) = rest.split_at_mut(length);
            rest = others;
            if length > 1 && M::Value::LEAVES {
                group[1..].iter_mut().for_each(|entry| entry.is_tied = true);
            } else if length > 1 {
                group.sort_by_cached_key(|entry| values.term(value(entry.index), in_scope));
                for at in 1..length {
                    let [one, other] = [at - 1, at].map(|at| values.term(value(group[at].index), in_scope));
                    group[at].is_tied = one == other;
                }
            }
        }
        self.values = Some(values);
    }

    /// Notes which of a map's keys, recorded by now, nothing but addresses told apart.
    pub(crate) fn note_ties(&mut self, ranked: &[Ranked], ordinal: impl Fn(Identity) -> Option<Ordinal>) {
        for tied in ranked.chunk_by(|_, next| next.is_tied) {
            if let [first, .., last] = tied
                && matches!(first.rank, Rank::Free(_))
                && let Some(first) = first.variable.and_then(&ordinal)
                && let Some(last) = last.variable.and_then(&ordinal)
            {
                self.ties.push((first, last));
            }
        }
    }

    /// Forgets what is known of values, which may be others by now.
    pub(crate) fn forget_values(&mut self) {
        self.values = None;
    }

    pub(crate) fn clear(&mut self) {
        self.values = None;
        self.ties.clear();
    }
}

/// By what values of maps go whose keys are free variables known by address: for tests, which cannot foretell it.
pub fn rank_of_value<T: Field>(value: &T, options: Options, in_scope: bool) -> [u64; 2] {
    let mut values = Values::new(options);
    let shape = values.shapes.shape_of(value, options);
    [shape, values.term(value, in_scope)]
}

impl Values {
    fn new(options: Options) -> Self {
        let (shapes, terms) = (HashBuffers::of(Naming::Anonymous), HashBuffers::of(Naming::Numbered));
        Values { options, shapes, terms, of_terms: Table::default() }
    }

    /// What a value of a map is made of.
    fn shape<M: Map>(&mut self, map: &M, value: &M::Value) -> u64 {
        let place = Identity::address(value);
        if self.shapes.shape(place).is_none() {
            self.shapes.note_shapes(map, self.options);
        }
        self.shapes.shape(place).unwrap_or_default()
    }

    /// The hash of a value as a term of its own.
    fn term<V: Field>(&mut self, value: &V, in_scope: bool) -> u64 {
        let place = (Identity::address(value), in_scope);
        if let Some(known) = self.of_terms.get(&place) {
            return *known;
        }
        let Values { options, shapes, terms, of_terms } = self;
        let term = terms.term(value, *options, in_scope, shapes);
        of_terms.insert(place, term);
        term
    }
}
