//! Hash tables: `Table`, from keys to values, and `Index` and `Numbered`, from things to their numbers.
//!
//! The things that an [`Index`] numbers lie elsewhere, side by side, in the order in which they were met. Nodes that are
//! close together in memory hash to neighbouring slots (`Identity::hash`), since they are often met one after another.

use alloc::vec::Vec;
use core::{borrow::Borrow, hash::Hash};

use hashbrown::{HashMap, HashTable, hash_table::Entry};

/// A table by identity, its hasher seeded at random where there is randomness (with `std`).
pub(crate) type Table<K, V> = HashMap<K, V, ahash::RandomState>;

/// Finds numbers by what has them, which is kept elsewhere.
#[derive(Debug, Default)]
pub(crate) struct Index(HashTable<usize>);

impl Index {
    /// The number that has what is looked for.
    #[inline(always)]
    pub(crate) fn get(&self, hash: u64, has: impl Fn(usize) -> bool) -> Option<usize> {
        self.0.find(hash, |number| has(*number)).copied()
    }

    /// Adds a number that has what no other has. `hash_of` gives the hash of any number.
    #[inline(always)]
    pub(crate) fn add(&mut self, hash: u64, number: usize, hash_of: impl Fn(usize) -> u64) {
        self.0.insert_unique(hash, number, |number| hash_of(*number));
    }

    /// The number that has what is looked for; if there is none, this one is added.
    #[inline(always)]
    pub(crate) fn get_or_add(
        &mut self,
        hash: u64,
        number: usize,
        has: impl Fn(usize) -> bool,
        hash_of: impl Fn(usize) -> u64,
    ) -> Option<usize> {
        match self.0.entry(hash, |number| has(*number), |number| hash_of(*number)) {
            Entry::Occupied(known) => Some(*known.get()),
            Entry::Vacant(free) => {
                free.insert(number);
                None
            }
        }
    }

    /// Puts a number in the place of the one that has the same, and gives that.
    pub(crate) fn put(
        &mut self,
        hash: u64,
        number: usize,
        has: impl Fn(usize) -> bool,
        hash_of: impl Fn(usize) -> u64,
    ) -> Option<usize> {
        match self.0.entry(hash, |number| has(*number), |number| hash_of(*number)) {
            Entry::Occupied(mut known) => Some(core::mem::replace(known.get_mut(), number)),
            Entry::Vacant(free) => {
                free.insert(number);
                None
            }
        }
    }

    /// Removes the number that has what is looked for.
    pub(crate) fn remove(&mut self, hash: u64, has: impl Fn(usize) -> bool) {
        if let Ok(known) = self.0.find_entry(hash, |number| has(*number)) {
            known.remove();
        }
    }

    /// Empties the index for the next operation, as [`reset`] does.
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        /// So much is kept where nothing is left to be cleared.
        const KEPT: usize = 1 << 14;
        if !self.0.is_empty() || self.0.num_buckets() > KEPT {
            self.clear_slots();
        }
    }

    #[inline(never)]
    fn clear_slots(&mut self) {
        // The capacity does not tell: places of what was removed are not in it.
        if is_far_too_large(self.0.len(), self.0.num_buckets()) {
            self.0 = HashTable::new();
        } else {
            self.0.clear();
        }
    }
}

/// Things, numbered in the order in which they were met. Equal ones have one number.
#[derive(Debug)]
pub(crate) struct Numbered<T> {
    numbers: Table<T, usize>,
    things: Vec<T>,
}

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Numbered { numbers: Table::default(), things: Vec::new() }
    }
}

impl<T: Clone + Eq + Hash> Numbered<T> {
    /// The number of a thing, which it gets now if it has none.
    pub(crate) fn number(&mut self, thing: T) -> usize {
        let next = self.things.len();
        let number = *self.numbers.entry(thing.clone()).or_insert(next);
        if number == next {
            self.things.push(thing);
        }
        number
    }

    /// The number of a thing, if it has one.
    pub(crate) fn find<Q: Eq + Hash + ?Sized>(&self, thing: &Q) -> Option<usize>
    where
        T: Borrow<Q>,
    {
        self.numbers.get(thing).copied()
    }

    /// The thing with a number.
    pub(crate) fn get(&self, number: usize) -> &T {
        &self.things[number]
    }

    pub(crate) fn clear(&mut self) {
        reset(&mut self.numbers);
        self.things.clear();
    }
}

/// Whether what was needed is far less than what there is. Clearing a table costs what there is.
fn is_far_too_large(length: usize, capacity: usize) -> bool {
    const KEPT: usize = 1024;
    capacity > KEPT && length < capacity / 16
}

/// Empties a text for the next operation, as [`reset`] does.
pub(crate) fn empty(text: &mut Vec<u8>) {
    if is_far_too_large(text.len(), text.capacity()) {
        *text = Vec::new();
    } else {
        text.clear();
    }
}

/// Empties a table for the next operation. What is far larger than was needed goes.
pub(crate) fn reset<K, V>(table: &mut Table<K, V>) {
    if is_far_too_large(table.len(), table.capacity()) {
        *table = Table::default();
    } else {
        table.clear();
    }
}

/// The multiplier of Knuth's MMIX generator.
const MULTIPLIER: u64 = 6_364_136_223_846_793_005;

/// Adds a word to a hash. The rotation lets high bits count below.
#[inline(always)]
pub(crate) fn mix(hash: u64, word: u64) -> u64 {
    (hash.rotate_left(23) ^ word).wrapping_mul(MULTIPLIER).wrapping_add(1)
}

/// A hash of a word.
#[inline(always)]
pub(crate) fn scatter(word: u64) -> u64 {
    word.wrapping_mul(MULTIPLIER).rotate_left(32)
}

#[cfg(test)]
mod tests {
    use super::{Index, Numbered, Table, reset};

    #[test]
    fn equal_things_have_one_number() {
        let mut numbered = Numbered::default();
        for _ in 0..2 {
            assert_eq!(["a", "b", "a"].map(|thing| numbered.number(thing)), [0, 1, 0]);
            assert_eq!((numbered.find("b"), numbered.find("c"), *numbered.get(0)), (Some(1), None, "a"));
            numbered.clear();
            assert_eq!(numbered.find("a"), None);
        }
    }

    #[test]
    fn an_index_that_was_emptied_gives_its_memory_back() {
        let hash_of = |number: usize| number as u64;
        let mut index = Index::default();
        (0..100_000).for_each(|number| index.add(hash_of(number), number, hash_of));
        (0..100_000).for_each(|number| index.remove(hash_of(number), |other| other == number));
        index.clear();
        assert!(index.0.num_buckets() < 1024);
    }

    #[test]
    fn a_table_that_was_far_too_large_gives_its_memory_back() {
        let mut table: Table<usize, ()> = (0..100_000).map(|key| (key, ())).collect();
        let capacity = table.capacity();
        reset(&mut table);
        assert!(table.is_empty());
        assert_eq!(table.capacity(), capacity, "it was needed");
        table.insert(1, ());
        reset(&mut table);
        assert!(table.is_empty());
        assert!(table.capacity() < 1024);
    }
}
