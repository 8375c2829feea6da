//! The shapes of the values of maps: their hashes, without regard to which variables, dag nodes and singletons are in
//! them.

use core::marker::PhantomData;

use super::{
    Hash, HashBuffers,
    maps::{BeginSum, BeginSummand, EndSum, EndSummand},
};
use crate::walker::{
    descent::{Listing, native_address, visit_once},
    entries::{Entries, Ranked},
    frame::{Frame, Step},
    items::{Items, Summed},
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
    /// For shapes.
    pub(crate) fn of_shapes() -> Self {
        let mut buffers = HashBuffers::default();
        buffers.numbering.is_anonymous = true;
        buffers
    }

    /// What a value is made of, if it was found out.
    pub(crate) fn shape(&self, value: Identity) -> Option<u64> {
        self.numbering.shapes.as_ref()?.get(&value).copied()
    }

    /// What a value is made of.
    pub(crate) fn shape_of<T: Field>(&mut self, value: &T, options: Options) -> u64 {
        let mut hash = Hash::new(options, native_address(), self);
        let shape = hash.hash_of(|listing| {
            let goes_on = T::held(value, value, Region::FREE_VARIABLES, listing);
            listing.end_place();
            goes_on
        });
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
        self.word(others.len() as u64);
        for entry in others {
            self.hash_key(entry, false);
        }
        if !variables.is_empty() {
            self.put_off_shapes(map, &entries, variables, at);
        }
        for group in others.chunk_by(|one, other| one.rank == other.rank).rev() {
            match group {
                [_] => self.put_off_group(map, &entries, group, at),
                group => self.put_off_shapes(map, &entries, group, at),
            }
        }
    }

    /// Puts off the values of entries, whose shapes are added up, and noted if there are several.
    fn put_off_shapes<M: Map>(&mut self, map: &'a M, entries: &Entries<'a, M>, group: &[Ranked], at: Region) {
        self.put_off(Frame::new::<EndSum<M>>(map, map, at));
        for entry in group {
            let value = entries.value(entry.index);
            self.put_off(match group {
                [_] => Frame::new::<EndSummand<M>>(map, map, at),
                _ => Frame::new::<EndShape<M::Value>>(value, value, at),
            });
            self.put_off(Frame::one::<Value<M::Value>>(value, value, at));
            self.put_off(Frame::new::<BeginSummand<M>>(map, map, at));
        }
        self.put_off(Frame::new::<BeginSum<M>>(map, map, at));
    }
}

/// The step after the value of an entry whose key is not told from others.
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
