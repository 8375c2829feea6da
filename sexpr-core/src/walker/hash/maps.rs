//! Maps: their keys in the order of comparison, then their values.

use core::marker::PhantomData;

use super::Hash;
use crate::walker::{
    entries::{Entries, Rank, Ranked},
    frame::{Frame, Step},
    items::Items,
    place::Value,
};
use crate::{
    containers::{Map, MapOrder},
    keys::{AsKeys, MapKey, ReadKey},
    leaf::Encoder,
    options::Options,
    region::Region,
    structural::Field,
};

impl<'a, I: Items> Hash<'a, I> {
    fn hash_keys(&mut self, ranked: &[Ranked]) {
        self.items.word(ranked.len() as u64);
        for entry in ranked {
            self.numbering.process_local |= entry.is_process_local;
            match (&entry.rank, entry.variable) {
                (Rank::Content(encoding), _) => self.bytes(encoding),
                // Fingerprints are to differ where hashes happen to be the same.
                (Rank::Structural(..), _) if I::APART => {}
                (Rank::Structural(hash, _), _) => self.items.word(*hash),
                (_, Some(variable)) => {
                    let value = self.numbering.as_key(variable);
                    self.items.value(value);
                }
                (_, None) => {}
            }
        }
        for variable in ranked.iter().filter_map(Ranked::free_variable) {
            self.numbering.record_free(variable);
        }
    }

    fn hash_entries<M: Map, R: ReadKey<M::Key>>(&mut self, map: &'a M, at: Region, order: MapOrder) {
        let mut keys = core::mem::take(&mut self.numbering.keys);
        let entries = Entries::read::<R>(map, order, &mut keys, &|variable| self.numbering.ordinal(variable));
        self.numbering.keys = keys;
        self.hash_keys(&entries.ranked);
        for group in entries.ranked.chunk_by(Ranked::ranks_like).rev() {
            self.put_off_values(map, &entries, group, at);
            if I::APART && matches!(group, [Ranked { rank: Rank::Structural(..), .. }, ..]) {
                self.put_off(Frame::new::<EndSum<M>>(map, map, at));
                for key in group.iter().map(|entry| entries.key(entry.index)) {
                    self.put_off(Frame::new::<KeySummand<M::Key>>(key, key, at));
                }
                self.put_off(Frame::new::<BeginSum<M>>(map, map, at));
            }
        }
    }

    /// Ends a part, and adds it to the innermost sum.
    fn add_up(&mut self) {
        let summand = I::finish(self.items.end());
        if let Some(sum) = self.sums.last_mut() {
            *sum = I::add(*sum, summand);
        }
    }

    /// Goes on under other options. What was remembered held under the old ones.
    fn take_options(&mut self, options: Options) {
        if options != self.options {
            self.numbering.forget_shared();
            self.options = options;
        }
    }

    /// Puts off the values of entries that are not told apart by their ranks.
    fn put_off_values<M: Map>(&mut self, map: &'a M, entries: &Entries<'a, M>, group: &[Ranked], at: Region) {
        match group {
            [entry] => {
                let value = entries.value(entry.index);
                if M::Value::LEAVES {
                    M::Value::held(value, value, at, self);
                } else {
                    self.put_off(Frame::new::<Value<M::Value>>(value, value, at));
                }
            }
            group => {
                self.put_off(Frame::new::<EndSum<M>>(map, map, at));
                for value in group.iter().map(|entry| entries.value(entry.index)) {
                    self.put_off(Frame::new::<Summand<M::Value>>(value, value, at));
                }
                self.put_off(Frame::new::<BeginSum<M>>(map, map, at));
            }
        }
    }
}

/// The step on a map whose entries are ordered by key.
pub(super) struct EntriesByKey<M, R>(PhantomData<(M, R)>);

impl<'a, I: Items, M: Map + 'a, R: ReadKey<M::Key>> Step<'a, Hash<'a, I>> for EntriesByKey<M, R> {
    type Place = M;

    fn run(hash: &mut Hash<'a, I>, map: &'a M, _: &'a M, at: Region) -> bool {
        hash.hash_entries::<M, R>(map, at, MapOrder::ByKey);
        true
    }
}

/// The step on a map whose entries are in the container's order.
pub(super) struct EntriesInOrder<M>(PhantomData<M>);

impl<'a, I: Items, M: Map + 'a> Step<'a, Hash<'a, I>> for EntriesInOrder<M> {
    type Place = M;

    fn run(hash: &mut Hash<'a, I>, map: &'a M, _: &'a M, at: Region) -> bool {
        hash.hash_entries::<M, AsKeys>(map, at, MapOrder::Container);
        true
    }
}

/// The step before values that are added up.
struct BeginSum<M>(PhantomData<M>);

impl<'a, I: Items, M: 'a> Step<'a, Hash<'a, I>> for BeginSum<M> {
    type Place = M;

    fn run(hash: &mut Hash<'a, I>, _: &'a M, _: &'a M, _: Region) -> bool {
        hash.sums.push(I::Value::default());
        true
    }
}

/// The step on a value that is added up.
struct Summand<T>(PhantomData<T>);

impl<'a, I: Items, T: Field + 'a> Step<'a, Hash<'a, I>> for Summand<T> {
    type Place = T;

    fn run(hash: &mut Hash<'a, I>, value: &'a T, _: &'a T, at: Region) -> bool {
        hash.items.begin();
        hash.stack.push(Frame::new::<AddUp<T>>(value, value, at));
        T::held(value, value, at, hash)
    }
}

/// The step on a structural key that is added up, under its own options.
struct KeySummand<K>(PhantomData<K>);

impl<'a, I: Items, K: MapKey + 'a> Step<'a, Hash<'a, I>> for KeySummand<K> {
    type Place = K;

    fn run(hash: &mut Hash<'a, I>, key: &'a K, _: &'a K, _: Region) -> bool {
        let options = K::options(key);
        hash.items.begin();
        hash.outer_options.push(hash.options);
        hash.take_options(options);
        hash.stack.push(Frame::new::<AddUpKey>(&(), &(), Region::NONE));
        K::content(key, key, options.root_region(), hash)
    }
}

/// The last step on a structural key that is added up.
struct AddUpKey;

impl<'a, I: Items> Step<'a, Hash<'a, I>> for AddUpKey {
    type Place = ();

    fn run(hash: &mut Hash<'a, I>, (): &'a (), (): &'a (), _: Region) -> bool {
        if let Some(options) = hash.outer_options.pop() {
            hash.take_options(options);
        }
        hash.add_up();
        true
    }
}

/// The last step on a value that is added up.
struct AddUp<T>(PhantomData<T>);

impl<'a, I: Items, T: Field + 'a> Step<'a, Hash<'a, I>> for AddUp<T> {
    type Place = T;

    fn run(hash: &mut Hash<'a, I>, _: &'a T, _: &'a T, _: Region) -> bool {
        hash.add_up();
        true
    }
}

/// The step after values that are added up.
struct EndSum<M>(PhantomData<M>);

impl<'a, I: Items, M: 'a> Step<'a, Hash<'a, I>> for EndSum<M> {
    type Place = M;

    fn run(hash: &mut Hash<'a, I>, _: &'a M, _: &'a M, _: Region) -> bool {
        let sum = hash.sums.pop().unwrap_or_default();
        hash.items.value(sum);
        true
    }
}
