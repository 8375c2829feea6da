//! Hashes of maps: their keys in the order of comparison, then their values; and shapes and digests, which order the entries
//! of maps: hashes of values and of keys, computed apart from what is around them (see `rules::value_order`).

use alloc::vec::Vec;

use crate::{
    describe::{
        containers::{Map, MapOrder},
        erased_arena::NoArenas,
        identity::Identity,
        keys::{AsKeys, KeyReader, MapKey, RawKey, ReadKey},
        leaf::Encoder,
        options::Options,
        region::Region,
        structural::{Field, StructuralEq},
    },
    engine::{frame::Frame, recursion::Suspendable},
    ops::hash::{
        Hash, HashBuffers,
        items::{Digested, Hashing, Summed},
        visitor::Listing,
    },
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
            self.numbering.variables.consult_arenas(ids);
        }
        let numbering = &mut *self.numbering;
        let mut keys = core::mem::take(&mut numbering.keys);
        let bound = |variable| numbering.variables.top_in_order(0, variable);
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
        let variables = &mut self.numbering.variables;
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

    /// Hashes the values of entries that are not told apart, each after its key, if that is a term. Of several, only
    /// values that reach nothing are looked into: in which order variables are met there is not known.
    pub(super) fn hash_group<M: Map>(&mut self, entries: &Entries<'a, M>, group: &[Ranked], at: Region) -> bool {
        // Of several, the digest is one.
        self.add_digest(entries, &group[0]);
        if let [entry] = group {
            return self.held(entries.value(entry.index), at);
        }
        self.recursion.suspend();
        self.now_or_later(Self::begin_sum);
        for entry in group {
            let (key, value) = (entries.key(entry.index), entries.value(entry.index));
            self.now_or_later(|hash| hash.items.begin());
            self.recursion.put_off(Frame::on(key, Self::keyed_hash_of, at));
            if M::Value::CLOSED {
                self.recursion.put_off(Frame::one(value, value, Self::values, at));
            }
            self.now_or_later(Self::end_summand);
        }
        self.now_or_later(Self::end_sum);
        true
    }

    /// Adds the digest of a key that is a term, where its hash does not do. The key has options of its own, so where its
    /// digest is not known it is put off, and all after it.
    fn add_digest<M: Map>(&mut self, entries: &Entries<'a, M>, entry: &Ranked) {
        if !I::APART || !matches!(entry.rank, Rank::Structural(..)) {
            return;
        }
        let key = entries.key(entry.index);
        if self.numbering.digest(key).is_none() {
            self.recursion.suspend();
            self.recursion.put_off(Frame::on(key, Self::begin_digest, Region::NONE));
        }
        let add = |hash: &mut Self, key: &'a M::Key, _| {
            let digest = hash.numbering.digest(key).unwrap_or_default();
            hash.items.value(digest);
            true
        };
        if self.recursion.is_suspended() {
            self.recursion.put_off(Frame::on(key, add, Region::NONE));
        } else {
            add(self, key, Region::NONE);
        }
    }

    /// Begins to find the digest of a key that is a term, under its own options.
    fn begin_digest<K: MapKey + 'a>(&mut self, key: &'a K, _: Region) -> bool {
        let end = |hash: &mut Self, key: &'a K, _| {
            if let Some(options) = hash.outer_options.pop() {
                hash.take_options(options);
            }
            let digest = I::finish(hash.items.end());
            hash.numbering.note_digest(key, digest);
            true
        };
        let options = KeyReader::options(key);
        self.outer_options.push(self.options);
        self.take_options(options);
        self.recursion.leave(Frame::on(key, end, Region::NONE));
        self.items.begin();
        self.content(key, options.root_region())
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

    /// Begins entries that are added up.
    pub(super) fn begin_sum(&mut self) {
        self.unordered.push(Vec::new());
    }

    /// The step after an entry that is added up.
    pub(super) fn end_summand(&mut self) {
        let part = self.items.end();
        self.add_element(part);
    }

    /// Ends entries that are added up.
    pub(super) fn end_sum(&mut self) {
        let summands = self.unordered.pop().unwrap_or_default();
        self.items.value(summands.into_iter().fold(I::Value::default(), I::add));
    }
}

impl HashBuffers<Digested> {
    /// The digest of a key that is a term.
    pub(crate) fn digest_of<K: MapKey>(&mut self, key: &K) -> u128 {
        if let Some(known) = self.numbering.digest(key) {
            return known;
        }
        let mut hash = Hash::begin(KeyReader::options(key), self);
        hash.recursion.leave(Frame::on(key, Hash::begin_digest, Region::NONE));
        hash.finish();
        hash.end();
        self.numbering.digest(key).unwrap_or_default()
    }
}

impl HashBuffers<Summed> {
    /// For shapes.
    pub(crate) fn of_shapes() -> Self {
        let mut buffers = HashBuffers::default();
        buffers.numbering.is_anonymous = true;
        buffers
    }

    /// The shape of a value, if it is known.
    pub(crate) fn shape(&self, value: Identity) -> Option<u64> {
        self.numbering.shapes.as_ref()?.get(&value).copied()
    }

    /// The shape of a value.
    pub(crate) fn shape_of<T: Field>(&mut self, value: &T, options: Options) -> u64 {
        let mut hash = Hash::begin(options, self);
        let shape = hash.hash_of(|hash| hash.held(value, Region::FREE_VARIABLES));
        hash.end();
        shape
    }

    /// Finds the shapes of the values of a map, and of all maps inside with variables as keys.
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
        self.now_or_later(Self::begin_sum);
        for entry in group {
            let value = entries.value(entry.index);
            self.now_or_later(|hash| hash.items.begin());
            self.recursion.put_off(Frame::one(value, value, Self::values, at));
            match group {
                [_] => self.now_or_later(Self::end_summand),
                _ => self.recursion.put_off(Frame::on(value, Self::end_shape, at)),
            }
        }
        self.now_or_later(Self::end_sum);
        true
    }

    /// Ends the value of an entry whose key is not told from others.
    fn end_shape<V: Field>(&mut self, value: &'a V, _: Region) -> bool {
        let part = self.items.end();
        self.numbering.shapes.get_or_insert_default().insert(Identity::address(value), I::finish(part));
        self.add_element(part);
        true
    }
}
