//! Hashes of maps: their keys in the order of comparison, then their values.

use alloc::vec::Vec;

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
    engine::{frame::Frame, place::Value},
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

    /// Hashes a map, or puts that off.
    pub(super) fn map<M: Map, R: ReadKey<M::Key>>(&mut self, map: &'a M, at: Region, order: MapOrder) -> bool {
        if self.recursion.has_to_wait() {
            self.recursion.put_off(Self::map_frame::<M, R>(map, at, order));
            return true;
        }
        self.hash_entries::<M, R>(map, at, order)
    }

    /// The step on a map.
    fn map_frame<M: Map, R: ReadKey<M::Key>>(map: &'a M, at: Region, order: MapOrder) -> Frame<'a, Self> {
        match order {
            MapOrder::ByKey => {
                Frame::on(map, |hash: &mut Self, map, at| hash.hash_entries::<M, R>(map, at, MapOrder::ByKey), at)
            }
            MapOrder::Container => {
                Frame::on(map, |hash: &mut Self, map, at| hash.hash_entries::<M, R>(map, at, MapOrder::Container), at)
            }
        }
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
        groups.all(|group| self.hash_group(&entries, group, at))
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
            self.recursion.put_off(Frame::on(key, Self::begin_digest, Region::NONE));
        }
        self.recursion.put_off(Self::map_frame::<M, R>(map, at, order));
        false
    }

    /// The digest of a key that is a term.
    pub(super) fn find_digest<K: MapKey>(&mut self, key: &'a K) -> u128 {
        self.recursion.leave(Frame::on(key, Self::begin_digest, Region::NONE));
        self.finish();
        self.numbering.digest(key).unwrap_or_default()
    }

    /// Hashes the values of entries that are not told apart, each after its key, if that is a term. Of several, only
    /// values that reach nothing are looked into: in which order variables are met there is not known.
    pub(super) fn hash_group<M: Map>(&mut self, entries: &Entries<'a, M>, group: &[Ranked], at: Region) -> bool {
        // Of several, the digest is one.
        self.hash_term(entries, &group[0]);
        if let [entry] = group {
            return self.held(entries.value(entry.index), at);
        }
        self.recursion.suspend();
        self.recursion.put_off(Frame::call(Self::begin_sum, at));
        for entry in group {
            let (key, value) = (entries.key(entry.index), entries.value(entry.index));
            self.recursion.put_off(Frame::call(Self::begin_summand, at));
            self.recursion.put_off(Frame::on(key, Self::keyed_hash_of, at));
            if M::Value::CLOSED {
                self.recursion.put_off(Frame::one::<Value<M::Value>>(value, value, at));
            }
            self.recursion.put_off(Frame::call(Self::end_summand, at));
        }
        self.recursion.put_off(Frame::call(Self::end_sum, at));
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
                self.recursion.put_off(Frame::on(key, Self::begin_term, Region::NONE));
            }
        }
    }

    /// Hashes a key that is a term, under its own options.
    fn begin_term<K: MapKey + 'a>(&mut self, key: &'a K, _: Region) -> bool {
        self.begin_key(key, Frame::call(Self::end_term, Region::NONE))
    }

    fn end_term(&mut self, _: Region) -> bool {
        let part = self.end_key();
        self.items.part(part);
        true
    }

    /// The same of one whose digest is to be known.
    fn begin_digest<K: MapKey + 'a>(&mut self, key: &'a K, _: Region) -> bool {
        let note = |hash: &mut Self, key: &'a K, _| {
            let digest = I::digest(I::finish(hash.end_key()));
            hash.numbering.note_digest(key, digest);
            true
        };
        self.begin_key(key, Frame::on(key, note, Region::NONE))
    }

    fn begin_key<K: MapKey>(&mut self, key: &'a K, last_step: Frame<'a, Self>) -> bool {
        let options = KeyReader::options(key);
        self.outer_options.push(self.options);
        self.take_options(options);
        self.recursion.leave(last_step);
        self.items.begin();
        self.content(key, options.root_region())
    }

    fn end_key(&mut self) -> I::Part {
        if let Some(options) = self.outer_options.pop() {
            self.take_options(options);
        }
        self.items.end()
    }

    /// Hashes a key that has the hash of others, but another one under the key of the process.
    fn keyed_hash_of<K: MapKey>(&mut self, key: &'a K, _: Region) -> bool {
        let mut listing = Listing::new(self);
        if let RawKey::Structural { keyed, .. } = AsKeys::read(key, &NoArenas) {
            listing.keyed_word(keyed);
        }
        listing.end();
        true
    }

    /// The step before entries that are added up.
    pub(super) fn begin_sum(&mut self, _: Region) -> bool {
        self.sums.push(I::Value::default());
        true
    }

    /// The step before an entry that is added up.
    pub(super) fn begin_summand(&mut self, _: Region) -> bool {
        self.items.begin();
        true
    }

    /// The step after an entry that is added up.
    pub(super) fn end_summand(&mut self, _: Region) -> bool {
        let summand = I::finish(self.items.end());
        self.add_summand(summand);
        true
    }

    pub(super) fn add_summand(&mut self, summand: I::Value) {
        if let Some(sum) = self.sums.last_mut() {
            *sum = I::add(*sum, summand);
        }
    }

    /// The step after entries that are added up.
    pub(super) fn end_sum(&mut self, _: Region) -> bool {
        let sum = self.sums.pop().unwrap_or_default();
        self.items.value(sum);
        true
    }
}
