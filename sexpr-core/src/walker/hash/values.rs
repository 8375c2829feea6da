//! The values of maps, without regard to what their variables are called: by what they are made of, and as terms of
//! their own.

use core::marker::PhantomData;

use super::{
    Hash, HashBuffers,
    maps::{BeginSum, BeginSummand, EndSum, EndSummand},
};
use crate::walker::{
    descent::{Listing, native_address, visit_once},
    entries::{Entries, Rank, Ranked},
    frame::{Frame, Step},
    items::{Items, Summed},
    numbering::Naming,
    place::Value,
};
use crate::{
    containers::{Map, MapOrder},
    identity::Identity,
    keys::{AsKeys, ReadKey},
    leaf::Encoder,
    options::Options,
    region::Region,
    structural::Field,
};

impl HashBuffers<Summed> {
    /// For hashes in which names count so.
    pub(crate) fn of(naming: Naming) -> Self {
        let mut buffers = HashBuffers::default();
        buffers.numbering.naming = naming;
        buffers
    }

    /// What a value is made of, if it was found out.
    pub(crate) fn shape(&self, value: Identity) -> Option<u64> {
        self.numbering.shapes.as_ref()?.get(&value).copied()
    }

    /// What a value is made of.
    pub(crate) fn shape_of<T: Field>(&mut self, value: &T, options: Options) -> u64 {
        let mut hash = Hash::new(options, native_address(), self);
        let shape = hash.term(value);
        let idle = hash.end();
        self.keep(idle);
        shape
    }

    /// Finds out what the values of a map are made of, and those of all maps inside with variables as keys.
    pub(crate) fn note_shapes<M: Map>(&mut self, map: &M, options: Options) {
        let mut hash = Hash::new(options, native_address(), self);
        hash.hash_of(|listing| {
            listing.hash_by_kind::<M, AsKeys>(map, Region::NONE, MapOrder::ByKey);
            listing.end_place();
            true
        });
        let idle = hash.end();
        self.keep(idle);
    }

    /// The hash of a value as a term of its own, by what `shapes` knows of the maps inside. `in_scope` tells whether a
    /// scope is around.
    pub(crate) fn term<T: Field>(&mut self, value: &T, options: Options, in_scope: bool, shapes: &mut Self) -> u64 {
        core::mem::swap(&mut self.numbering.shapes, &mut shapes.numbering.shapes);
        let mut hash = Hash::new(options, native_address(), self);
        if in_scope {
            hash.numbering.begin_in_scope();
        }
        let mut hashed = hash.term(value);
        if hash.starts_over(options) {
            hashed = hash.term(value);
        }
        hash.numbering.clear();
        let idle = hash.end();
        self.keep(idle);
        core::mem::swap(&mut self.numbering.shapes, &mut shapes.numbering.shapes);
        hashed
    }
}

impl<'a> Hash<'a, Summed> {
    fn term<T: Field>(&mut self, value: &'a T) -> u64 {
        self.hash_of(|listing| {
            let goes_on = T::held(value, value, Region::FREE_VARIABLES, listing);
            listing.end_place();
            goes_on
        })
    }
}

impl<'a, I: Items> Listing<'_, 'a, Hash<'a, I>> {
    /// Hashes a map where it does not count which variables its keys are: their values are added up.
    pub(super) fn hash_by_kind<M: Map, R: ReadKey<M::Key>>(&mut self, map: &'a M, at: Region, order: MapOrder) {
        let keys = &mut self.operation.numbering.keys;
        let entries = Entries::read::<R>(map, order, keys, &|_| None);
        let variables = match order {
            MapOrder::ByKey => entries.ranked.partition_point(|entry| entry.variable.is_none()),
            MapOrder::Container => entries.ranked.len(),
        };
        let (others, variables) = entries.ranked.split_at(variables);
        self.word(variables.len() as u64);
        self.hash_known_keys(others);
        if !variables.is_empty() {
            self.put_off(Frame::new::<EndSum<M>>(map, map, at));
            for entry in variables {
                let value = entries.value(entry.index);
                self.put_off(match variables {
                    [_] => Frame::new::<EndSummand<M>>(map, map, at),
                    _ => Frame::new::<EndShape<M::Value>>(value, value, at),
                });
                self.put_off(Frame::one::<Value<M::Value>>(value, value, at));
                self.put_off(Frame::new::<BeginSummand<M>>(map, map, at));
            }
            self.put_off(Frame::new::<BeginSum<M>>(map, map, at));
        }
        for group in others.chunk_by(Ranked::ranks_like).rev() {
            self.put_off_group(map, &entries, group, at);
        }
    }

    /// Hashes a map in a term of its own. Free variables among its keys go by what their values are made of; where that
    /// does not tell them apart, it is all that enters of them.
    pub(super) fn hash_by_number<M: Map>(&mut self, map: &'a M, entries: &mut Entries<'a, M>, at: Region) {
        let is_free = |entry: &Ranked| entry.free_variable().is_some();
        let free = match entries.order() {
            MapOrder::ByKey => entries.ranked.partition_point(|entry| !is_free(entry)),
            MapOrder::Container => entries.ranked.len(),
        };
        let mut ranked = core::mem::take(&mut entries.ranked);
        let (others, free) = ranked.split_at_mut(free);
        for variable in others.iter().filter_map(Ranked::free_variable) {
            self.operation.numbering.record_free(variable);
        }
        self.word(free.len() as u64);
        self.hash_known_keys(others);
        let shapes = self.operation.numbering.shapes.take();
        let shape = |entry: &Ranked| {
            let value = Identity::address(entries.value(entry.index));
            shapes.as_ref().and_then(|shapes| shapes.get(&value).copied()).unwrap_or_default()
        };
        free.sort_by_cached_key(shape);
        for group in free.chunk_by(|one, other| shape(one) == shape(other)) {
            self.word(shape(&group[0]));
            self.word(group.len() as u64);
            if let [entry] = group
                && let Some(variable) = entry.variable
            {
                self.operation.numbering.record_free(variable);
                // From now on it enters as a known key.
                self.operation.numbering.contributes_once();
                let value = self.operation.numbering.as_key(variable);
                self.operation.items.word_of(&mut self.at_hand, value);
            }
        }
        for group in free.chunk_by(|one, other| shape(one) == shape(other)).rev() {
            if let [_] = group {
                self.put_off_group(map, entries, group, at);
            }
        }
        for group in others.chunk_by(Ranked::ranks_like).rev() {
            self.put_off_group(map, entries, group, at);
        }
        self.operation.numbering.shapes = shapes;
    }

    /// Adds keys that are no free variables, or are recorded.
    fn hash_known_keys(&mut self, ranked: &[Ranked]) {
        let by_kind = self.operation.numbering.naming == Naming::Anonymous;
        self.word(ranked.len() as u64);
        for entry in ranked {
            match (&entry.rank, entry.variable) {
                (Rank::Content(encoding), _) => self.bytes(encoding),
                (Rank::Structural(hash, _), _) => self.word(*hash),
                (_, Some(variable)) if !by_kind => {
                    let value = self.operation.numbering.as_key(variable);
                    self.operation.items.word_of(&mut self.at_hand, value);
                }
                _ => self.word(0),
            }
        }
    }
}

/// The step after the value of an entry whose key is one of several variables.
struct EndShape<V>(PhantomData<V>);

impl<'a, I: Items, V: Field + 'a> Step<'a, Hash<'a, I>> for EndShape<V> {
    type Place = V;

    fn run(hash: &mut Hash<'a, I>, value: &'a V, _: &'a V, _: Region) -> bool {
        visit_once(hash, |listing| {
            let summand = I::finish(listing.end());
            let Hash { numbering, sums, .. } = &mut *listing.operation;
            numbering.shapes.get_or_insert_default().insert(Identity::address(value), I::bits(summand));
            if let Some(sum) = sums.last_mut() {
                *sum = I::add(*sum, summand);
            }
            true
        })
    }
}
