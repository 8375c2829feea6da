//! Hash tables: `Table` maps keys to values; `Index` and `Numbered` map things to their numbers.
//!
//! The things that an [`Index`] numbers are stored elsewhere, in the order in which they were met. Nodes that are close
//! together in memory are often met one after another, so they hash to neighbouring slots (`Identity::hash`).

use alloc::vec::Vec;
use core::{borrow::Borrow, hash::Hash};

use hashbrown::{HashMap, HashTable, hash_table::Entry};

/// A hash table. With `std`, its hasher is seeded at random.
pub(crate) type Table<K, V> = HashMap<K, V, ahash::RandomState>;

/// A hash index of numbered things. The things themselves are stored elsewhere.
#[derive(Debug, Default)]
pub(crate) struct Index(HashTable<usize>);

impl Index {
    /// The number that has this hash and that `has` accepts.
    #[inline(always)]
    pub(crate) fn get(&self, hash: u64, has: impl Fn(usize) -> bool) -> Option<usize> {
        self.0.find(hash, |number| has(*number)).copied()
    }

    /// Adds the number of a thing that is not in the index. `hash_of` returns the hash of any number's thing.
    #[inline(always)]
    pub(crate) fn add(&mut self, hash: u64, number: usize, hash_of: impl Fn(usize) -> u64) {
        self.0.insert_unique(hash, number, |number| hash_of(*number));
    }

    /// The number that `has` accepts. If there is none, adds this number and returns `None`.
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

    /// Replaces the number that `has` accepts by this number, and returns the old one.
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

    /// Removes the number that `has` accepts.
    pub(crate) fn remove(&mut self, hash: u64, has: impl Fn(usize) -> bool) {
        if let Ok(known) = self.0.find_entry(hash, |number| has(*number)) {
            known.remove();
        }
    }

    /// Empties the index for the next operation, as [`reset`] does.
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        /// The size up to which an empty index keeps its slots.
        const KEPT: usize = 1 << 14;
        if !self.0.is_empty() || self.0.num_buckets() > KEPT {
            self.clear_slots();
        }
    }

    #[inline(never)]
    fn clear_slots(&mut self) {
        // Not the capacity, which does not count the slots of removed entries.
        if is_far_too_large(self.0.len(), self.0.num_buckets()) {
            self.0 = HashTable::new();
        } else {
            self.0.clear();
        }
    }
}

/// Things, numbered in the order in which they were met. Equal things share a number.
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
    /// The number of a thing. A new thing gets the next number.
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

/// Whether the memory is far larger than was needed. Such memory is dropped, since clearing a table takes time linear
/// in its memory.
fn is_far_too_large(length: usize, capacity: usize) -> bool {
    const KEPT: usize = 1024;
    capacity > KEPT && length < capacity / 16
}

/// Empties a buffer of bytes for the next operation, as [`reset`] does.
pub(crate) fn empty(text: &mut Vec<u8>) {
    if is_far_too_large(text.len(), text.capacity()) {
        *text = Vec::new();
    } else {
        text.clear();
    }
}

/// Empties a table for the next operation. Drops its memory if that is far larger than was needed.
pub(crate) fn reset<K: Eq + Hash, V>(table: &mut Table<K, V>) {
    // Not the capacity, which does not count the slots of removed entries.
    let slots = table.allocation_size() / size_of::<(K, V)>().max(1);
    if is_far_too_large(table.len(), slots) {
        *table = Table::default();
    } else {
        table.clear();
    }
}

/// The multiplier of Knuth's MMIX generator.
const MULTIPLIER: u64 = 6_364_136_223_846_793_005;

/// Adds a word to a hash. The rotation lets high bits affect low ones.
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
        table.extend((0..100_000).map(|key| (key, ())));
        (0..100_000).for_each(|key| _ = table.remove(&key));
        reset(&mut table);
        assert!(table.allocation_size() < 16 * 1024);
    }
}
