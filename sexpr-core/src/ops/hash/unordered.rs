//! The hash of parts without an order. The entries of a map are hashed in the order of comparison, and the hashes of
//! the elements of an unordered part are sorted.
//!
//! Where the keys of a map do not determine the order, hashes of values (*shapes*) and of keys (*digests*) do; see
//! `rules::entries`. Both are computed here, independently of their context.

use alloc::vec::Vec;

use crate::{
    describe::{
        arena::NoArenas,
        containers::{Map, MapOrder},
        identity::Identity,
        keys::{AsKeys, KeyReader, MapKey, RawKey, ReadKey},
        leaf::Encoder,
        options::Options,
        region::Region,
        structural::{Field, StructuralEq},
    },
    engine::{frame::Frame, recursion::Suspendable},
    ops::hash::{
        Hash, HashBuffers, Root,
        items::{Digested, Hashing, Summed},
        nodes::{Last, NodeInProgress},
        visitor::Listing,
    },
    rules::{
        entries::{Entries, KeyRank, Ranked},
        var_pairs::in_parts::Elements,
    },
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
        let numbering = &mut self.hash.numbering;
        numbering.values.note_ties(ranked, |variable| numbering.variables.top(0, variable));
    }

    /// Adds a key. `is_told` says that the order of entries distinguishes the key from all others. Only then does the
    /// secret hash of a term enter.
    pub(super) fn hash_key(&mut self, entry: &Ranked, is_told: bool) {
        match (&entry.rank, entry.variable) {
            (KeyRank::Content(encoding), _) => self.bytes(encoding),
            (KeyRank::Structural(hash, options), _) => {
                self.word(options.word());
                // Not in fingerprints, which must differ even if 64-bit hashes collide: `hash_group` adds the digest.
                if !I::APART {
                    self.word(*hash);
                    if is_told {
                        self.keyed_word(entry.secret_hash);
                    }
                }
            }
            _ if self.hash.numbering.is_anonymous => self.word(0),
            (KeyRank::Dangling(number), _) => {
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
    /// Continues under other options.
    fn take_options(&mut self, options: Options) {
        self.numbering.reuse.take_options(self.options, options);
        self.options = options;
    }

    /// Hashes a map, now or later.
    pub(super) fn map<M: Map, R: ReadKey<M::Key>>(&mut self, map: &'a M, at: Region, order: MapOrder) -> bool {
        if self.recursion.has_to_wait() {
            self.recursion.put_off(Self::map_frame::<M, R>(map, at, order));
            return true;
        }
        self.hash_entries::<M, R>(map, at, order)
    }

    /// The step on a map.
    fn map_frame<M: Map, R: ReadKey<M::Key>>(map: &'a M, at: Region, order: MapOrder) -> Frame<'a, Self> {
        let order = match order {
            MapOrder::ByKey => &MapOrder::ByKey,
            MapOrder::Container => &MapOrder::Container,
        };
        Frame::new(map, order, |hash: &mut Self, map, order, at| hash.hash_entries::<M, R>(map, at, *order), at)
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

    /// Whether the order of entries is unknown, because several keys were met in unordered parts and may correspond to
    /// any variable.
    fn order_is_unknown(&mut self, ranked: &[Ranked]) -> bool {
        let variables = &mut self.numbering.variables;
        let met = |entry: &&Ranked| entry.variable.is_some_and(|variable| variables.was_met_in_part(0, variable));
        variables.map_free_vars() && ranked.iter().filter(met).count() > 1
    }

    /// Orders keys that are terms of one rank. A fingerprint needs the digests of all keys that are terms. If some
    /// digests are not known yet, puts off finding them, and then the map again, and returns `false`.
    pub(super) fn tell_terms_apart<M: Map, R: ReadKey<M::Key>>(
        &mut self,
        map: &'a M,
        entries: &mut Entries<'a, M>,
        at: Region,
        order: MapOrder,
    ) -> bool {
        let numbering = &mut *self.numbering;
        if !I::APART {
            entries.tell_terms_apart(true, |key| numbering.values.digest(key));
            return true;
        }
        let unknown: Vec<_> = entries.terms().filter(|key| numbering.digest(*key).is_none()).collect();
        if unknown.is_empty() {
            entries.tell_terms_apart(false, |key| numbering.digest(key).unwrap_or_default());
            return true;
        }
        self.recursion.suspend();
        for key in unknown {
            self.recursion.put_off(Frame::on(key, Self::begin_digest, Region::NONE));
        }
        self.recursion.put_off(Self::map_frame::<M, R>(map, at, order));
        false
    }

    /// Hashes the values of a group of entries that the order does not distinguish, each after its key, if that is a
    /// term. In a group of several, only values that reach no variable and no dag node are hashed, since the order in
    /// which variables are met in the group is not known.
    pub(super) fn hash_group<M: Map>(&mut self, entries: &Entries<'a, M>, group: &[Ranked], at: Region) -> bool {
        // A fingerprint needs the digest of a term. The terms of a group have one digest.
        if I::APART && matches!(group[0].rank, KeyRank::Structural(..)) {
            self.add_digest(entries.key(group[0].index), at);
        }
        if let [entry] = group {
            return self.held(entries.value(entry.index), at);
        }
        self.put_off_group(group, |hash, entry| {
            let (key, value) = (entries.key(entry.index), entries.value(entry.index));
            hash.recursion.put_off(Frame::on(key, Self::keyed_hash_of, at));
            if M::Value::CLOSED {
                hash.recursion.put_off(Frame::one(value, value, Self::values, at));
            }
            hash.now_or_later(|hash| {
                let part = hash.items.end();
                hash.add_element(part);
            });
        })
    }

    /// Puts off entries without an order. `put_off` puts off one entry, and the step that adds it as an element.
    fn put_off_group(&mut self, group: &[Ranked], put_off: impl Fn(&mut Self, &Ranked)) -> bool {
        self.recursion.suspend();
        self.now_or_later(Self::begin_unordered);
        for entry in group {
            self.now_or_later(|hash| hash.items.begin());
            put_off(self, entry);
        }
        self.now_or_later(Self::end_unordered);
        true
    }

    /// Adds the digest of a key that is a term, now or later.
    fn add_digest<K: MapKey>(&mut self, key: &'a K, at: Region) -> bool {
        if self.recursion.is_suspended() {
            self.recursion.put_off(Frame::on(key, Self::add_digest, at));
        } else {
            let digest = self.numbering.digest(key).unwrap_or_default();
            self.items.value(digest);
        }
        true
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

    /// Hashes a key that shares its public hash with other keys, by the key's secret hash.
    fn keyed_hash_of<K: MapKey>(&mut self, key: &'a K, _: Region) -> bool {
        let mut listing = Listing::new(self);
        if let RawKey::Structural { secret_hash, .. } = AsKeys::read(key, &NoArenas) {
            listing.keyed_word(secret_hash);
        }
        listing.end();
        true
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
    /// Buffers for shapes.
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

    /// Computes the shapes of the values of a map, and of all maps inside whose keys are variables.
    pub(crate) fn note_shapes<M: Map>(&mut self, map: &M, options: Options) {
        let mut hash = Hash::begin(options, self);
        hash.hash_of(|hash| hash.hash_by_kind::<M, AsKeys>(map, Region::NONE, MapOrder::ByKey));
        hash.end();
    }
}

impl<'a, I: Hashing> Hash<'a, I> {
    /// Hashes a map for a shape: of the keys that are variables, only the number counts, and the hashes of their values
    /// are sorted. Ids are treated in the same way, since they may lead to variables.
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

    /// Puts off the values of entries, and a step that notes the shape of each.
    fn put_off_shapes<M: Map>(&mut self, entries: &Entries<'a, M>, group: &[Ranked], at: Region) -> bool {
        self.put_off_group(group, |hash, entry| {
            let value = entries.value(entry.index);
            hash.recursion.put_off(Frame::one(value, value, Self::values, at));
            hash.recursion.put_off(Frame::on(value, Self::end_shape, at));
        })
    }

    /// Ends the value of an entry in `put_off_shapes`: notes the shape.
    fn end_shape<V: Field>(&mut self, value: &'a V, _: Region) -> bool {
        let part = self.items.end();
        self.numbering.shapes.get_or_insert_default().insert(Identity::address(value), I::finish(part));
        self.add_element(part);
        true
    }
}

impl<'a, I: Hashing> Hash<'a, I> {
    /// Hashes the elements of an unordered part, each by itself. Returns `false` if the computation has to start over.
    pub(super) fn unordered<T: Field + 'a>(&mut self, elements: impl Iterator<Item = &'a T>, at: Region) -> bool {
        let is_open = !T::CLOSED && !self.numbering.is_anonymous;
        if is_open && !self.numbering.variables.follow_parts(self.options.maps_free_vars()) {
            return false;
        }
        self.recursion.suspend();
        if Elements::at(at, !is_open, self.is_numbered_in_elements(at)) == Elements::InOrder {
            elements.for_each(|element| self.recursion.put_off(Frame::one(element, element, Self::values, at)));
            return true;
        }
        self.put_off_elements(elements, is_open, at);
        if is_open {
            self.now_or_later(|hash| hash.numbering.leave_part());
        }
        self.now_or_later(Self::end_unordered);
        true
    }

    /// Whether each element in this region is a scope, in which free variables are numbered.
    fn is_numbered_in_elements(&self, at: Region) -> bool {
        self.options.maps_free_vars() && at.binds_for_good() || at.is_in_element()
    }

    fn put_off_elements<T: Field + 'a>(&mut self, elements: impl Iterator<Item = &'a T>, is_open: bool, at: Region) {
        if is_open {
            self.now_or_later(|hash| hash.numbering.variables.enter_part());
        }
        self.now_or_later(Self::begin_unordered);
        for element in elements {
            self.recursion.put_off(Frame::on(element, Self::element, at));
        }
    }

    /// Hashes an element.
    fn element<T: Field + 'a>(&mut self, element: &'a T, at: Region) -> bool {
        let node = Identity::address(element);
        let is_scope = at.binds() && self.is_numbered_in_elements(at);
        let is_remembered = (self.are_elements || is_scope) && !T::FLAT;
        if is_remembered && let Some(part) = self.numbering.recall(node, at) {
            self.add_element(part);
            return true;
        }
        let (visits, age) = (self.visits, self.numbering.age());
        self.visits += 1;
        self.items.begin();
        let inside = if is_scope { self.numbering.variables.enter_element() } else { at };
        self.depth = self.numbering.variables.depth();
        if !self.held(element, inside) {
            return false;
        }
        if is_scope {
            self.now_or_later(|hash| {
                hash.numbering.variables.leave_scope();
                hash.depth = hash.numbering.variables.depth();
            });
        }
        let last = Last::Element(is_remembered);
        self.end_node(NodeInProgress { node, last, is_behind_id: false, age, before: I::EMPTY }, visits, at);
        true
    }

    /// The hashes of the elements of an unordered part, in the context that `numbering` has.
    pub(crate) fn hashes_of<T: Field + 'a>(&mut self, elements: &[&'a T], at: Region) -> Vec<I::Value> {
        self.root = Root::Passed;
        self.depth = self.numbering.variables.depth();
        self.are_elements = true;
        self.recursion.suspend();
        self.put_off_elements(elements.iter().copied(), !T::CLOSED, at);
        self.finish();
        if !T::CLOSED {
            self.numbering.variables.leave_part();
        }
        self.unordered.pop().unwrap_or_default()
    }

    /// Begins an unordered part.
    fn begin_unordered(&mut self) {
        self.unordered.push(Vec::new());
    }

    /// Ends the innermost unordered part: adds the hashes of its elements, sorted.
    fn end_unordered(&mut self) {
        let mut elements = self.unordered.pop().unwrap_or_default();
        elements.sort_unstable();
        elements.into_iter().for_each(|element| self.items.value(element));
    }

    /// Adds an element to the innermost unordered part.
    pub(super) fn add_element(&mut self, part: I::Part) {
        if let Some(elements) = self.unordered.last_mut() {
            elements.push(I::finish(part));
        }
    }
}
