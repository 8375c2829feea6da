//! Hashes of maps: their keys in the order of comparison, then their values.

use alloc::vec::Vec;
use core::marker::PhantomData;

use crate::{
    describe::{
        containers::{Map, MapOrder},
        erased_arena::NoArenas,
        keys::{AsKeys, KeyReader, MapKey, RawKey, ReadKey},
        leaf::Encoder,
        options::Options,
        region::Region,
        structural::StructuralEq,
    },
    engine::{
        frame::{Frame, Step},
        place::Value,
    },
    ops::hash::{Hash, items::Hashing, visitor::Listing},
    rules::entries::{Entries, Rank, Ranked},
};

impl<I: Hashing> Listing<'_, '_, I> {
    fn hash_keys<M: Map>(&mut self, entries: &Entries<'_, M>) {
        let ranked = &entries.ranked;
        self.word(ranked.len() as u64);
        for group in ranked.chunk_by(Ranked::is_told_from_no_other) {
            for entry in group {
                self.hash.numbering.process_local |= entry.is_process_local || entry.matches_nothing;
                self.hash_key(entry, group.len() == 1);
            }
        }
        for variable in ranked.iter().filter_map(Ranked::free_variable) {
            self.hash.numbering.record_free(variable);
        }
        self.hash.numbering.note_ties(ranked);
    }

    /// Adds a key. The hash of a term under the key of the process enters where its order tells it from the others.
    pub(super) fn hash_key(&mut self, entry: &Ranked, is_told: bool) {
        match (&entry.rank, entry.variable) {
            (Rank::Content(encoding), _) => self.bytes(encoding),
            (Rank::Structural(hash, options), _) => {
                self.word(options.word());
                // Fingerprints are to differ where hashes happen to be the same.
                if !I::APART {
                    self.word(*hash);
                    if is_told {
                        self.keyed_word(entry.keyed);
                    }
                }
            }
            _ if self.hash.numbering.is_anonymous => self.word(0),
            (Rank::Dangling(number), _) => {
                let value = self.hash.numbering.dangling(*number);
                self.word_of(value);
            }
            (_, Some(variable)) => {
                let value = self.hash.numbering.as_key(variable);
                self.word_of(value);
            }
            (_, None) => {}
        }
    }
}

impl<'a, I: Hashing> Hash<'a, I> {
    /// Goes on under other options.
    fn take_options(&mut self, options: Options) {
        self.numbering.take_options(self.options, options);
        self.options = options;
    }

    /// Hashes a map whose entries are ordered by key, or puts that off.
    pub(super) fn entries_by_key<M: Map + 'a, R: ReadKey<M::Key>>(&mut self, map: &'a M, at: Region) -> bool {
        if self.recursion.has_to_wait() {
            self.recursion.put_off(Frame::new::<EntriesByKey<M, R>>(map, map, at));
            return true;
        }
        self.hash_entries::<M, R>(map, at, MapOrder::ByKey)
    }

    /// Hashes a map whose entries are in the container's order, or puts that off.
    pub(super) fn entries_in_order<M: Map + 'a>(&mut self, map: &'a M, at: Region) -> bool {
        if self.recursion.has_to_wait() {
            self.recursion.put_off(Frame::new::<EntriesInOrder<M>>(map, map, at));
            return true;
        }
        self.hash_entries::<M, AsKeys>(map, at, MapOrder::Container)
    }

    fn hash_entries<M: Map, R: ReadKey<M::Key>>(&mut self, map: &'a M, at: Region, order: MapOrder) -> bool {
        self.visits += map.length() as u64;
        if self.numbering.is_anonymous {
            return self.hash_by_kind::<M, R>(map, at, order);
        }
        let options = self.options;
        if let Some(ids) = R::IDS {
            self.numbering.variables().consult_arenas(ids);
        }
        let numbering = &mut *self.numbering;
        let mut keys = core::mem::take(&mut numbering.keys);
        let bound = |variable| numbering.ordinal(variable);
        let mut entries = Entries::read::<R>(map, order, &mut keys, &bound, &numbering.arenas(&self.slots));
        numbering.keys = keys;
        if !self.tell_terms_apart::<M, R>(map, &mut entries, at, order) {
            return true;
        }
        if self.order_is_unknown(&entries.ranked) {
            let mut listing = Listing::new(self);
            listing.word(entries.ranked.len() as u64);
            listing.end();
            return true;
        }
        let numbering = &mut *self.numbering;
        entries.arrange(&mut numbering.values, options);
        let mut listing = Listing::new(self);
        listing.hash_keys(&entries);
        listing.end();
        let mut groups = entries.ranked.chunk_by(Ranked::is_told_from_no_other);
        groups.all(|group| self.hash_group(map, &entries, group, at))
    }

    /// Whether nothing is known of the order of entries: their keys were met in unordered parts, and may correspond to any.
    fn order_is_unknown(&mut self, ranked: &[Ranked]) -> bool {
        let variables = self.numbering.variables();
        let met = |entry: &&Ranked| entry.variable.is_some_and(|variable| variables.was_met_in_part(0, variable));
        variables.map_free_vars() && ranked.iter().filter(met).count() > 1
    }

    /// Puts keys that are terms of one rank into order. Where their digests are not known yet, puts off these, and the
    /// map again.
    pub(super) fn tell_terms_apart<M: Map, R: ReadKey<M::Key>>(
        &mut self,
        map: &'a M,
        entries: &mut Entries<'a, M>,
        at: Region,
        order: MapOrder,
    ) -> bool {
        let numbering = &mut *self.numbering;
        if !I::APART {
            entries.tell_terms_apart_for_equality(|key| numbering.values.digest(key));
            return true;
        }
        let unknown: Vec<_> = entries.terms_of_one_rank().filter(|key| numbering.digest(*key).is_none()).collect();
        if unknown.is_empty() {
            entries.tell_terms_apart(|key| numbering.digest(key).unwrap_or_default());
            return true;
        }
        self.recursion.suspend();
        for key in unknown {
            self.recursion.put_off(Frame::new::<Digest<M::Key>>(key, key, Region::NONE));
        }
        self.recursion.put_off(match order {
            MapOrder::ByKey => Frame::new::<EntriesByKey<M, R>>(map, map, at),
            MapOrder::Container => Frame::new::<EntriesInOrder<M>>(map, map, at),
        });
        false
    }

    /// The digest of a key that is a term.
    pub(super) fn find_digest<K: MapKey>(&mut self, key: &'a K) -> u128 {
        self.recursion.leave(Frame::new::<Digest<K>>(key, key, Region::NONE));
        self.finish();
        self.numbering.digest(key).unwrap_or_default()
    }

    /// Hashes the values of entries that are not told apart, each after its key, if that is a term. Of several, only
    /// values that reach nothing are looked into: in which order variables are met there is not known.
    pub(super) fn hash_group<M: Map>(
        &mut self,
        map: &'a M,
        entries: &Entries<'a, M>,
        group: &[Ranked],
        at: Region,
    ) -> bool {
        // Of several, the digest is one.
        self.hash_term(entries, &group[0]);
        if let [entry] = group {
            return self.held(entries.value(entry.index), at);
        }
        self.recursion.suspend();
        self.recursion.put_off(Frame::new::<BeginSum<M>>(map, map, at));
        for entry in group {
            let (key, value) = (entries.key(entry.index), entries.value(entry.index));
            self.recursion.put_off(Frame::new::<BeginSummand<M>>(map, map, at));
            self.recursion.put_off(Frame::new::<KeyedHashOf<M::Key>>(key, key, at));
            if M::Value::CLOSED {
                self.recursion.put_off(Frame::one::<Value<M::Value>>(value, value, at));
            }
            self.recursion.put_off(Frame::new::<EndSummand<M>>(map, map, at));
        }
        self.recursion.put_off(Frame::new::<EndSum<M>>(map, map, at));
        true
    }

    /// Hashes a key that is a term, where its hash does not do. It has options of its own, so where its digest is not
    /// known it is put off, and all after it.
    fn hash_term<M: Map>(&mut self, entries: &Entries<'a, M>, entry: &Ranked) {
        if !I::APART || !matches!(entry.rank, Rank::Structural(..)) {
            return;
        }
        let key = entries.key(entry.index);
        match self.numbering.digest(key) {
            Some(digest) => {
                let mut listing = Listing::new(self);
                listing.word_of(I::of_digest(digest));
                listing.end();
            }
            None => {
                self.recursion.suspend();
                self.recursion.put_off(Frame::new::<Term<M::Key>>(key, key, Region::NONE));
            }
        }
    }
}

/// The step on a map whose entries are ordered by key.
pub(super) struct EntriesByKey<M, R>(PhantomData<(M, R)>);

impl<'a, I: Hashing, M: Map + 'a, R: ReadKey<M::Key>> Step<'a, Hash<'a, I>> for EntriesByKey<M, R> {
    type Place = M;

    fn run(hash: &mut Hash<'a, I>, map: &'a M, _: &'a M, at: Region) -> bool {
        hash.hash_entries::<M, R>(map, at, MapOrder::ByKey)
    }
}

/// The step on a map whose entries are in the container's order.
pub(super) struct EntriesInOrder<M>(PhantomData<M>);

impl<'a, I: Hashing, M: Map + 'a> Step<'a, Hash<'a, I>> for EntriesInOrder<M> {
    type Place = M;

    fn run(hash: &mut Hash<'a, I>, map: &'a M, _: &'a M, at: Region) -> bool {
        hash.hash_entries::<M, AsKeys>(map, at, MapOrder::Container)
    }
}

/// The step before entries that are added up.
pub(super) struct BeginSum<M>(PhantomData<M>);

impl<'a, I: Hashing, M: 'a> Step<'a, Hash<'a, I>> for BeginSum<M> {
    type Place = M;

    fn run(hash: &mut Hash<'a, I>, _: &'a M, _: &'a M, _: Region) -> bool {
        hash.sums.push(I::Value::default());
        true
    }
}

/// The step before an entry that is added up.
pub(super) struct BeginSummand<M>(PhantomData<M>);

impl<'a, I: Hashing, M: 'a> Step<'a, Hash<'a, I>> for BeginSummand<M> {
    type Place = M;

    fn run(hash: &mut Hash<'a, I>, _: &'a M, _: &'a M, _: Region) -> bool {
        hash.items.begin();
        true
    }
}

/// The step on a key that has the hash of others, but another one under the key of the process.
struct KeyedHashOf<K>(PhantomData<K>);

impl<'a, I: Hashing, K: MapKey + 'a> Step<'a, Hash<'a, I>> for KeyedHashOf<K> {
    type Place = K;

    fn run(hash: &mut Hash<'a, I>, key: &'a K, _: &'a K, _: Region) -> bool {
        let mut listing = Listing::new(hash);
        if let RawKey::Structural { keyed, .. } = AsKeys::read(key, &NoArenas) {
            listing.keyed_word(keyed);
        }
        listing.end();
        true
    }
}

/// The step on a key that is a term, under its own options.
struct Term<K>(PhantomData<K>);

impl<'a, I: Hashing, K: MapKey + 'a> Step<'a, Hash<'a, I>> for Term<K> {
    type Place = K;

    fn run(hash: &mut Hash<'a, I>, key: &'a K, _: &'a K, _: Region) -> bool {
        let options = KeyReader::options(key);
        hash.outer_options.push(hash.options);
        hash.take_options(options);
        hash.recursion.leave(Frame::new::<EndTerm>(&(), &(), Region::NONE));
        hash.items.begin();
        hash.content(key, options.root_region())
    }
}

/// The step on a key that is a term, whose digest is to be known.
struct Digest<K>(PhantomData<K>);

impl<'a, I: Hashing, K: MapKey + 'a> Step<'a, Hash<'a, I>> for Digest<K> {
    type Place = K;

    fn run(hash: &mut Hash<'a, I>, key: &'a K, _: &'a K, _: Region) -> bool {
        let options = KeyReader::options(key);
        hash.outer_options.push(hash.options);
        hash.take_options(options);
        hash.recursion.leave(Frame::new::<EndDigest<K>>(key, key, Region::NONE));
        hash.items.begin();
        hash.content(key, options.root_region())
    }
}

/// The last step on such a key.
struct EndDigest<K>(PhantomData<K>);

impl<'a, I: Hashing, K: MapKey + 'a> Step<'a, Hash<'a, I>> for EndDigest<K> {
    type Place = K;

    fn run(hash: &mut Hash<'a, I>, key: &'a K, _: &'a K, _: Region) -> bool {
        if let Some(options) = hash.outer_options.pop() {
            hash.take_options(options);
        }
        let digest = I::digest(I::finish(hash.items.end()));
        hash.numbering.note_digest(key, digest);
        true
    }
}

/// The last step on a key that is a term.
struct EndTerm;

impl<'a, I: Hashing> Step<'a, Hash<'a, I>> for EndTerm {
    type Place = ();

    fn run(hash: &mut Hash<'a, I>, (): &'a (), (): &'a (), _: Region) -> bool {
        if let Some(options) = hash.outer_options.pop() {
            hash.take_options(options);
        }
        let part = hash.items.end();
        hash.items.part(part);
        true
    }
}

/// The step after an entry that is added up.
pub(super) struct EndSummand<M>(PhantomData<M>);

impl<'a, I: Hashing, M: 'a> Step<'a, Hash<'a, I>> for EndSummand<M> {
    type Place = M;

    fn run(hash: &mut Hash<'a, I>, _: &'a M, _: &'a M, _: Region) -> bool {
        let summand = I::finish(hash.items.end());
        if let Some(sum) = hash.sums.last_mut() {
            *sum = I::add(*sum, summand);
        }
        true
    }
}

/// The step after entries that are added up.
pub(super) struct EndSum<M>(PhantomData<M>);

impl<'a, I: Hashing, M: 'a> Step<'a, Hash<'a, I>> for EndSum<M> {
    type Place = M;

    fn run(hash: &mut Hash<'a, I>, _: &'a M, _: &'a M, _: Region) -> bool {
        let sum = hash.sums.pop().unwrap_or_default();
        hash.items.value(sum);
        true
    }
}
