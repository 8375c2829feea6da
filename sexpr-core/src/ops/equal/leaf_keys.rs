//! Equality of maps whose keys are made of leaves, and whose values reach neither a variable nor a dag node: the order
//! in which entries are compared makes no difference.

use alloc::vec::Vec;

use crate::{
    describe::{
        containers::{Map, MapOrder},
        keys::{KeyEncoder, MapKey},
        region::Region,
        structural::{Field, StructuralEq},
    },
    ops::equal::Equal,
    tables::index::{Index, empty},
};

/// Keys, each with a number.
#[derive(Debug, Default)]
pub(super) struct LeafKeys {
    /// Their encodings, one after the other.
    encodings: Vec<u8>,
    /// Where each of them ends.
    ends: Vec<usize>,
    hashes: Vec<usize>,
    index: Index,
    encoder: KeyEncoder,
    /// Seeded at random where there is randomness (with `std`), since keys may be attacker-controlled.
    /// Made for the first key.
    hasher: Option<ahash::RandomState>,
}

impl LeafKeys {
    fn encoding(&self, number: usize) -> &[u8] {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.encodings[start..self.ends[number]]
    }

    fn hash_of(&mut self, key: &impl MapKey) -> usize {
        self.encoder.clear();
        StructuralEq::content(key, key, Region::NONE, &mut self.encoder);
        self.hasher.get_or_insert_default().hash_one(self.encoder.encoding()) as usize
    }

    /// The number of a key.
    fn number(&mut self, key: &impl MapKey) -> Option<usize> {
        let hash = self.hash_of(key);
        self.index.get(hash, |number| self.encoding(number) == self.encoder.encoding())
    }

    /// Adds a key, with the next number; `false` if it is there.
    fn add(&mut self, key: &impl MapKey) -> bool {
        let hash = self.hash_of(key);
        if self.index.get(hash, |number| self.encoding(number) == self.encoder.encoding()).is_some() {
            return false;
        }
        let number = self.hashes.len();
        self.encodings.extend_from_slice(self.encoder.encoding());
        self.ends.push(self.encodings.len());
        self.hashes.push(hash);
        let LeafKeys { index, hashes, .. } = self;
        index.add(hash, number, |number| hashes[number]);
        true
    }

    fn clear(&mut self) {
        empty(&mut self.encodings);
        self.ends.clear();
        self.hashes.clear();
        self.index.clear();
    }
}

impl<'a> Equal<'a> {
    /// Whether two maps are equal, if that can be told without ordering their entries.
    #[inline(always)]
    pub(super) fn match_leaf_keys<M: Map>(
        &mut self,
        left: &'a M,
        right: &'a M,
        at: Region,
        order: MapOrder,
    ) -> Option<bool> {
        if !(M::Key::IS_CONTENT && M::Key::FLAT && M::Value::CLOSED) {
            return None;
        }
        if self.have_keys_in_one_order(left, right, at) {
            let mut values = left.entries().zip(right.entries());
            return Some(values.all(|((_, l), (_, r))| M::Value::held(l, r, at, self)));
        }
        if order == MapOrder::ByKey { self.look_up_leaf_keys(left, right, at) } else { None }
    }

    fn have_keys_in_one_order<M: Map>(&mut self, left: &'a M, right: &'a M, at: Region) -> bool {
        let (mut left, mut right) = (left.entries(), right.entries());
        loop {
            match (left.next(), right.next()) {
                (None, None) => return true,
                (Some((l, _)), Some((r, _))) if M::Key::held(l, r, at, self) => {}
                _ => return false,
            }
        }
    }

    fn look_up_leaf_keys<M: Map>(&mut self, left: &'a M, right: &'a M, at: Region) -> Option<bool> {
        let values = partners(left, right, self.leaf_keys);
        self.leaf_keys.clear();
        // A map that has a key twice is none.
        Some(values?.into_iter().all(|pair| pair.is_some_and(|(l, r)| M::Value::held(l, r, at, self))))
    }
}

/// A value of each map, or nothing where the right one has no such key.
type Partners<'a, M> = Vec<Option<(&'a <M as Map>::Value, &'a <M as Map>::Value)>>;

/// The values of the same keys; nothing if a map has a key twice.
fn partners<'a, M: Map>(left: &'a M, right: &'a M, keys: &mut LeafKeys) -> Option<Partners<'a, M>> {
    let mut values = Vec::with_capacity(left.length());
    for (key, value) in left.entries() {
        if !keys.add(key) {
            return None;
        }
        values.push((value, None));
    }
    for (key, value) in right.entries() {
        let Some(number) = keys.number(key) else { return Some(Vec::from([None])) };
        if values[number].1.replace(value).is_some() {
            return None;
        }
    }
    Some(values.into_iter().map(|(left, right)| Some((left, right?))).collect())
}
