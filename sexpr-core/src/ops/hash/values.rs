//! Shapes and digests, by which map entries are ordered: hashes of values and of keys, computed apart from what is
//! around them.
//!
//! `rules::value_order` says what they are for.

use crate::{
    describe::{
        containers::{Map, MapOrder},
        erased_arena::NoArenas,
        identity::Identity,
        keys::{AsKeys, KeyReader, MapKey, ReadKey},
        leaf::Encoder,
        options::Options,
        region::Region,
        structural::Field,
    },
    engine::{frame::Frame, place::Value},
    ops::hash::{
        Hash,
        buffers::HashBuffers,
        items::{Digested, Hashing, Summed},
        visitor::Listing,
    },
    rules::entries::{Entries, Ranked},
};

impl HashBuffers<Digested> {
    /// What tells a key that is a term from others.
    pub(crate) fn digest_of<K: MapKey>(&mut self, key: &K) -> u128 {
        if let Some(known) = self.numbering.digest(key) {
            return known;
        }
        let mut hash = Hash::begin(KeyReader::options(key), self);
        let digest = hash.find_digest(key);
        hash.end();
        digest
    }
}

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
        let mut hash = Hash::begin(options, self);
        let shape = hash.hash_of(|hash| hash.held(value, Region::FREE_VARIABLES));
        hash.end();
        shape
    }

    /// Finds out what the values of a map are made of, and those of all maps inside with variables as keys.
    pub(crate) fn note_shapes<M: Map>(&mut self, map: &M, options: Options) {
        let mut hash = Hash::begin(options, self);
        hash.hash_of(|hash| hash.hash_by_kind::<M, AsKeys>(map, Region::NONE, MapOrder::ByKey));
        hash.end();
    }
}

impl<'a, I: Hashing> Hash<'a, I> {
    /// Hashes a map where it does not count which variables its keys are: their values are added up. Of keys that are
    /// ids, it is not known whether they are variables.
    pub(super) fn hash_by_kind<M: Map, R: ReadKey<M::Key>>(&mut self, map: &'a M, at: Region, order: MapOrder) -> bool {
        let mut entries = Entries::read::<R>(map, order, &mut self.numbering.keys, &|_| None, &NoArenas);
        if !self.tell_terms_apart::<M, R>(map, &mut entries, at, order) {
            return true;
        }
        let variables = match order {
            MapOrder::ByKey => entries.ranked.partition_point(Ranked::is_known),
            MapOrder::Container => entries.ranked.len(),
        };
        let (others, variables) = entries.ranked.split_at(variables);
        let mut listing = Listing::new(self);
        listing.word(variables.len() as u64);
        listing.word(others.len() as u64);
        for entry in others {
            listing.hash_key(entry, false);
        }
        listing.end();
        let mut groups = others.chunk_by(Ranked::is_told_from_no_other);
        let goes_on = groups.all(|group| match group {
            [_] => self.hash_group(&entries, group, at),
            group => self.put_off_shapes(&entries, group, at),
        });
        goes_on && (variables.is_empty() || self.put_off_shapes(&entries, variables, at))
    }

    /// Puts off the values of entries, whose shapes are added up, and noted if there are several.
    fn put_off_shapes<M: Map>(&mut self, entries: &Entries<'a, M>, group: &[Ranked], at: Region) -> bool {
        self.recursion.suspend();
        self.recursion.put_off(Frame::call(Self::begin_sum, at));
        for entry in group {
            let value = entries.value(entry.index);
            self.recursion.put_off(Frame::call(Self::begin_summand, at));
            self.recursion.put_off(Frame::one::<Value<M::Value>>(value, value, at));
            self.recursion.put_off(match group {
                [_] => Frame::call(Self::end_summand, at),
                _ => Frame::on(value, Self::end_shape, at),
            });
        }
        self.recursion.put_off(Frame::call(Self::end_sum, at));
        true
    }

    /// Ends the value of an entry whose key is not told from others.
    fn end_shape<V: Field>(&mut self, value: &'a V, _: Region) -> bool {
        let summand = I::finish(self.items.end());
        self.numbering.shapes.get_or_insert_default().insert(Identity::address(value), I::bits(summand));
        self.add_summand(summand);
        true
    }
}
