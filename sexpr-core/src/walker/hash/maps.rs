//! Maps: their keys in the order of comparison, then their values.

use core::marker::PhantomData;

use super::Hash;
use crate::walker::{
    descent::{Listing, visit_once},
    entries::{Entries, Rank, Ranked},
    frame::{Frame, Step},
    items::Items,
    place::Value,
};
use crate::{
    containers::{Map, MapOrder},
    keys::{AsKeys, KeyReader, MapKey, RawKey, ReadKey},
    leaf::Encoder,
    options::Options,
    region::Region,
    structural::{Field, StructuralEq},
};

impl<I: Items> Hash<'_, I> {
    /// Goes on under other options.
    fn take_options(&mut self, options: Options) {
        self.numbering.take_options(self.options, options);
        self.options = options;
    }
}

impl<'a, I: Items> Listing<'_, 'a, Hash<'a, I>> {
    fn hash_keys<M: Map>(&mut self, entries: &Entries<'a, M>) {
        let ranked = &entries.ranked;
        self.word(ranked.len() as u64);
        for group in ranked.chunk_by(Ranked::is_told_from_no_other) {
            for entry in group {
                self.operation.numbering.process_local |= entry.is_process_local || entry.is_open;
                self.hash_key(entry, group.len() == 1);
            }
            if let [first, _, ..] = group
                && !M::Value::CLOSED
            {
                let shape = self.operation.numbering.values.shape_of(entries.value(first.index));
                self.word(shape);
            }
        }
        for variable in ranked.iter().filter_map(Ranked::free_variable) {
            self.operation.numbering.record_free(variable);
        }
        self.operation.numbering.note_ties(ranked);
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
            _ if self.operation.numbering.is_anonymous => self.word(0),
            (_, Some(variable)) => {
                let value = self.operation.numbering.as_key(variable);
                self.operation.items.word_of(&mut self.at_hand, value);
            }
            (_, None) => {}
        }
    }

    fn hash_entries<M: Map, R: ReadKey<M::Key>>(&mut self, map: &'a M, at: Region, order: MapOrder) {
        if self.operation.numbering.is_anonymous {
            return self.hash_by_kind::<M, R>(map, at, order);
        }
        let options = self.operation.options;
        let numbering = &mut *self.operation.numbering;
        let mut keys = core::mem::take(&mut numbering.keys);
        let mut entries = Entries::read::<R>(map, order, &mut keys, &|variable| numbering.ordinal(variable));
        numbering.keys = keys;
        entries.arrange(&mut numbering.values, options);
        self.hash_keys(&entries);
        for group in entries.ranked.chunk_by(Ranked::is_told_from_no_other).rev() {
            self.put_off_group(map, &entries, group, at);
        }
    }

    /// Puts off the values of entries that are not told apart, each after its key, if that is a term. Of several, only
    /// values that reach nothing are looked into: in which order variables are met there is not known.
    pub(super) fn put_off_group<M: Map>(&mut self, map: &'a M, entries: &Entries<'a, M>, group: &[Ranked], at: Region) {
        match group {
            [entry] => {
                let value = entries.value(entry.index);
                if M::Value::LEAVES {
                    M::Value::held(value, value, at, self);
                } else {
                    self.put_off(Frame::one::<Value<M::Value>>(value, value, at));
                }
                self.put_off_term(entries, entry);
            }
            group => {
                self.put_off(Frame::new::<EndSum<M>>(map, map, at));
                for entry in group {
                    let value = entries.value(entry.index);
                    self.put_off(Frame::new::<EndSummand<M>>(map, map, at));
                    if M::Value::CLOSED {
                        self.put_off(Frame::one::<Value<M::Value>>(value, value, at));
                    }
                    self.put_off_term(entries, entry);
                    let key = entries.key(entry.index);
                    self.put_off(Frame::new::<KeyedHashOf<M::Key>>(key, key, at));
                    self.put_off(Frame::new::<BeginSummand<M>>(map, map, at));
                }
                self.put_off(Frame::new::<BeginSum<M>>(map, map, at));
            }
        }
    }

    /// Puts off a key that is a term, where its hash does not do.
    fn put_off_term<M: Map>(&mut self, entries: &Entries<'a, M>, entry: &Ranked) {
        if I::APART && matches!(entry.rank, Rank::Structural(..)) {
            let key = entries.key(entry.index);
            self.put_off(Frame::new::<Term<M::Key>>(key, key, Region::NONE));
        }
    }
}

/// The step on a map whose entries are ordered by key.
pub(super) struct EntriesByKey<M, R>(PhantomData<(M, R)>);

impl<'a, I: Items, M: Map + 'a, R: ReadKey<M::Key>> Step<'a, Hash<'a, I>> for EntriesByKey<M, R> {
    type Place = M;

    fn run(hash: &mut Hash<'a, I>, map: &'a M, _: &'a M, at: Region) -> bool {
        visit_once(hash, |listing| {
            listing.hash_entries::<M, R>(map, at, MapOrder::ByKey);
            listing.end_place();
            true
        })
    }
}

/// The step on a map whose entries are in the container's order.
pub(super) struct EntriesInOrder<M>(PhantomData<M>);

impl<'a, I: Items, M: Map + 'a> Step<'a, Hash<'a, I>> for EntriesInOrder<M> {
    type Place = M;

    fn run(hash: &mut Hash<'a, I>, map: &'a M, _: &'a M, at: Region) -> bool {
        visit_once(hash, |listing| {
            listing.hash_entries::<M, AsKeys>(map, at, MapOrder::Container);
            listing.end_place();
            true
        })
    }
}

/// The step before entries that are added up.
pub(super) struct BeginSum<M>(PhantomData<M>);

impl<'a, I: Items, M: 'a> Step<'a, Hash<'a, I>> for BeginSum<M> {
    type Place = M;

    fn run(hash: &mut Hash<'a, I>, _: &'a M, _: &'a M, _: Region) -> bool {
        hash.sums.push(I::Value::default());
        true
    }
}

/// The step before an entry that is added up.
pub(super) struct BeginSummand<M>(PhantomData<M>);

impl<'a, I: Items, M: 'a> Step<'a, Hash<'a, I>> for BeginSummand<M> {
    type Place = M;

    fn run(hash: &mut Hash<'a, I>, _: &'a M, _: &'a M, _: Region) -> bool {
        visit_once(hash, |listing| {
            listing.begin();
            true
        })
    }
}

/// The step on a key that has the hash of others, but another one under the key of the process.
struct KeyedHashOf<K>(PhantomData<K>);

impl<'a, I: Items, K: MapKey + 'a> Step<'a, Hash<'a, I>> for KeyedHashOf<K> {
    type Place = K;

    fn run(hash: &mut Hash<'a, I>, key: &'a K, _: &'a K, _: Region) -> bool {
        visit_once(hash, |listing| {
            if let RawKey::Structural { keyed, .. } = AsKeys::read(key) {
                listing.keyed_word(keyed);
            }
            listing.end_place();
            true
        })
    }
}

/// The step on a key that is a term, under its own options.
struct Term<K>(PhantomData<K>);

impl<'a, I: Items, K: MapKey + 'a> Step<'a, Hash<'a, I>> for Term<K> {
    type Place = K;

    fn run(hash: &mut Hash<'a, I>, key: &'a K, _: &'a K, _: Region) -> bool {
        let options = KeyReader::options(key);
        hash.outer_options.push(hash.options);
        hash.take_options(options);
        hash.stack.push(Frame::new::<EndTerm>(&(), &(), Region::NONE));
        visit_once(hash, |listing| {
            listing.begin();
            let goes_on = K::content(key, key, options.root_region(), listing);
            listing.end_place();
            goes_on
        })
    }
}

/// The last step on a key that is a term.
struct EndTerm;

impl<'a, I: Items> Step<'a, Hash<'a, I>> for EndTerm {
    type Place = ();

    fn run(hash: &mut Hash<'a, I>, (): &'a (), (): &'a (), _: Region) -> bool {
        if let Some(options) = hash.outer_options.pop() {
            hash.take_options(options);
        }
        visit_once(hash, |listing| {
            let part = listing.end();
            listing.part(part);
            true
        })
    }
}

/// The step after an entry that is added up.
pub(super) struct EndSummand<M>(PhantomData<M>);

impl<'a, I: Items, M: 'a> Step<'a, Hash<'a, I>> for EndSummand<M> {
    type Place = M;

    fn run(hash: &mut Hash<'a, I>, _: &'a M, _: &'a M, _: Region) -> bool {
        visit_once(hash, |listing| {
            let summand = I::finish(listing.end());
            if let Some(sum) = listing.operation.sums.last_mut() {
                *sum = I::add(*sum, summand);
            }
            true
        })
    }
}

/// The step after entries that are added up.
pub(super) struct EndSum<M>(PhantomData<M>);

impl<'a, I: Items, M: 'a> Step<'a, Hash<'a, I>> for EndSum<M> {
    type Place = M;

    fn run(hash: &mut Hash<'a, I>, _: &'a M, _: &'a M, _: Region) -> bool {
        let sum = hash.sums.pop().unwrap_or_default();
        visit_once(hash, |listing| {
            listing.value(sum);
            true
        })
    }
}
