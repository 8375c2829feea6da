//! Hash tables: `Table`, from keys to values, and `Index` and `Numbered`, from things to their numbers.
//!
//! An [`Index`] is a table of numbers with linear probing. The numbered things lie elsewhere, side by side, in the
//! order in which they were met. Nodes that are close together in memory hash to neighbouring slots (`Identity::hash`),
//! since they are often met one after another.

use alloc::{collections::BTreeMap, vec::Vec};
use core::{borrow::Borrow, hash::Hash};

use hashbrown::HashMap;

/// A table by identity, its hasher seeded at random where there is randomness (with `std`).
pub(crate) type Table<K, V> = HashMap<K, V, ahash::RandomState>;

/// Finds numbers by what has them, which is kept elsewhere: a table with linear probing.
///
/// It is looked into for each occurrence of a variable and of a shared node, and holds little: a general table takes
/// twice the time, and three times the space. Numbers from `MOST` on, which do not fit, are kept apart.
#[derive(Debug, Default)]
pub(crate) struct Index<const MOST: usize = { u32::MAX as usize }> {
    /// Numbers, each plus one, and zero where there is none: at the slot that the hash says, or at the next that was
    /// free. There are a power of two, at least half of them free.
    slots: Vec<u32>,
    length: usize,
    /// Numbers that do not fit in a slot, by hash.
    large: Option<BTreeMap<usize, Vec<usize>>>,
}

impl<const MOST: usize> Index<MOST> {
    /// The number that has what is looked for.
    #[inline(always)]
    pub(crate) fn get(&self, hash: usize, has: impl Fn(usize) -> bool) -> Option<usize> {
        self.candidates(hash).find(|number| has(*number))
    }

    /// Whether there are numbers that are not found in slots.
    #[inline(always)]
    pub(crate) fn has_large(&self) -> bool {
        self.large.is_some()
    }

    /// The number in the slot where one with this hash is looked for first.
    #[inline(always)]
    pub(crate) fn first_candidate(&self, hash: usize) -> Option<usize> {
        let slot = hash & self.slots.len().checked_sub(1)?;
        (self.slots[slot] as usize).checked_sub(1)
    }

    /// The numbers among which one with this hash is, if there is any.
    #[inline(always)]
    fn candidates(&self, hash: usize) -> impl Iterator<Item = usize> {
        let last = self.slots.len().wrapping_sub(1);
        let (mut slot, mut in_large) = (hash & last, 0);
        core::iter::from_fn(move || {
            if let Some(number) = self.slots.get(slot).filter(|number| **number != 0) {
                slot = (slot + 1) & last;
                return Some(*number as usize - 1);
            }
            self.large.as_ref()?;
            in_large += 1;
            self.large_candidate(hash, in_large - 1)
        })
    }

    /// The slot of the number that has what is looked for, or else the free slot where the search ends. There are slots.
    #[inline(always)]
    fn probe(&self, hash: usize, has: impl Fn(usize) -> bool) -> Result<usize, usize> {
        let last = self.slots.len() - 1;
        let mut slot = hash & last;
        while self.slots[slot] != 0 {
            if has(self.slots[slot] as usize - 1) {
                return Ok(slot);
            }
            slot = (slot + 1) & last;
        }
        Err(slot)
    }

    #[inline(always)]
    fn slot(&self, hash: usize, has: impl Fn(usize) -> bool) -> Option<usize> {
        if self.slots.is_empty() { None } else { self.probe(hash, has).ok() }
    }

    #[cold]
    #[inline(never)]
    fn large_candidate(&self, hash: usize, position: usize) -> Option<usize> {
        self.large.as_ref()?.get(&hash)?.get(position).copied()
    }

    /// Adds a number that has what no other has. `hash_of` gives the hash of any number.
    #[inline(always)]
    pub(crate) fn add(&mut self, hash: usize, number: usize, hash_of: impl Fn(usize) -> usize) {
        if number >= MOST {
            return self.add_large(hash, number);
        }
        if self.length * 2 >= self.slots.len() {
            self.grow(hash_of);
        }
        self.insert(hash, number as u32);
    }

    /// The number that has what is looked for; if there is none, this one is added.
    #[inline(always)]
    pub(crate) fn get_or_add(
        &mut self,
        hash: usize,
        number: usize,
        has: impl Fn(usize) -> bool,
        hash_of: impl Fn(usize) -> usize,
    ) -> Option<usize> {
        if number >= MOST || self.length * 2 >= self.slots.len() || self.has_large() {
            let known = self.get(hash, has);
            if known.is_none() {
                self.add(hash, number, hash_of);
            }
            return known;
        }
        match self.probe(hash, has) {
            Ok(slot) => Some(self.slots[slot] as usize - 1),
            Err(free) => {
                self.fill(free, number as u32);
                None
            }
        }
    }

    #[inline(always)]
    fn insert(&mut self, hash: usize, number: u32) {
        let (Ok(slot) | Err(slot)) = self.probe(hash, |_| false);
        self.fill(slot, number);
    }

    #[inline(always)]
    fn fill(&mut self, slot: usize, number: u32) {
        self.slots[slot] = number + 1;
        self.length += 1;
    }

    #[cold]
    #[inline(never)]
    fn add_large(&mut self, hash: usize, number: usize) {
        self.large.get_or_insert_default().entry(hash).or_default().push(number);
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, hash_of: impl Fn(usize) -> usize) {
        const FEWEST: usize = 16;
        let slots = (self.slots.len() * 2).max(FEWEST);
        let before = core::mem::replace(&mut self.slots, alloc::vec![0; slots]);
        self.length = 0;
        for number in before.into_iter().filter(|number| *number != 0) {
            self.insert(hash_of(number as usize - 1), number - 1);
        }
    }

    /// Puts a number in the place of the one that has the same, and gives that.
    pub(crate) fn put(
        &mut self,
        hash: usize,
        number: usize,
        has: impl Fn(usize) -> bool,
        hash_of: impl Fn(usize) -> usize,
    ) -> Option<usize> {
        let before = self.get(hash, &has);
        match self.slot(hash, &has) {
            Some(slot) if number < MOST => self.slots[slot] = number as u32 + 1,
            _ => {
                if before.is_some() {
                    self.remove(hash, has, &hash_of);
                }
                self.add(hash, number, hash_of);
            }
        }
        before
    }

    /// Removes the number that has what is looked for. Those behind it move up, as far as they can.
    pub(crate) fn remove(&mut self, hash: usize, has: impl Fn(usize) -> bool, hash_of: impl Fn(usize) -> usize) {
        let Some(mut free) = self.slot(hash, &has) else { return self.remove_large(hash, has) };
        let last = self.slots.len() - 1;
        let mut slot = free;
        self.length -= 1;
        loop {
            slot = (slot + 1) & last;
            let number = self.slots[slot];
            if number == 0 {
                self.slots[free] = 0;
                return;
            }
            let home = hash_of(number as usize - 1) & last;
            // Whether the free slot lies between the number's home and where it is.
            if slot.wrapping_sub(home) & last >= slot.wrapping_sub(free) & last {
                self.slots[free] = number;
                free = slot;
            }
        }
    }

    fn remove_large(&mut self, hash: usize, has: impl Fn(usize) -> bool) {
        if let Some(numbers) = self.large.as_mut().and_then(|large| large.get_mut(&hash)) {
            numbers.retain(|number| !has(*number));
        }
    }

    /// Empties the index for the next operation, as [`reset`] does.
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        /// How many slots are kept that nothing was added to: these need not be cleared.
        const KEPT: usize = 1 << 14;
        if self.length > 0 || self.slots.len() > KEPT || self.large.is_some() {
            self.clear_slots();
        }
    }

    #[inline(never)]
    fn clear_slots(&mut self) {
        self.large = None;
        if is_far_too_large(self.length, self.slots.len()) {
            *self = Index::default();
        } else {
            self.slots.fill(0);
            self.length = 0;
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

/// A hash of a word, of which the low bits count.
#[inline(always)]
pub(crate) fn scatter(word: u64) -> usize {
    (word.wrapping_mul(MULTIPLIER) >> 32) as usize
}

#[cfg(test)]
mod tests {
    use alloc::{collections::BTreeMap, vec::Vec};

    use super::{Index, Numbered, Table, reset};

    /// Numbers by their squares, of which many have one home.
    #[test]
    fn an_index_finds_what_was_added_and_not_removed() {
        let hash_of = |number: usize| number * number % 7 * 100;
        let mut index: Index = Index::default();
        for round in 0..3 {
            for number in 0..1000 {
                index.add(hash_of(number), number, hash_of);
            }
            for number in (0..1000).filter(|number| number % 3 == round) {
                index.remove(hash_of(number), |other| other == number, hash_of);
            }
            for number in 0..1000 {
                let found = index.get(hash_of(number), |other| other == number);
                assert_eq!(found, (number % 3 != round).then_some(number));
            }
            let number = round + 1;
            let before = index.put(hash_of(number), 5000 + number, |other| other == number, |_| hash_of(number));
            assert_eq!(before, Some(number));
            assert_eq!(index.get(hash_of(number), |other| other == 5000 + number), Some(5000 + number));
            index.clear();
            assert_eq!(index.get(hash_of(number), |_| true), None);
        }
    }

    /// Few homes, the last slot among them, so that runs of neighbours go on at the first; against a table of the
    /// standard library.
    #[test]
    fn an_index_says_the_same_as_a_general_table() {
        says_the_same::<{ u32::MAX as usize }>();
    }

    #[test]
    fn an_index_says_the_same_where_numbers_do_not_fit() {
        says_the_same::<20>();
    }

    fn says_the_same<const MOST: usize>() {
        let mut state = 1_u64;
        let mut draw = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % below
        };
        for round in 0..2000 {
            let homes = [1, 2, 5, 40][round % 4];
            let (mut index, mut table) = (Index::<MOST>::default(), BTreeMap::new());
            // What has a number, by the number: there may be several with the same, of which one is in the index.
            let mut owners: Vec<u64> = Vec::new();
            let home = |owner: u64| (usize::MAX - 1).wrapping_add((owner % homes) as usize);
            for _ in 0..draw(120) {
                let owner = draw(30);
                match draw(3) {
                    0 | 1 => {
                        let number = owners.len();
                        owners.push(owner);
                        let has = |number: usize| owners[number] == owner;
                        let before = index.put(home(owner), number, has, |number| home(owners[number]));
                        assert_eq!(before, table.insert(owner, number));
                    }
                    _ => {
                        let has = |number: usize| owners[number] == owner;
                        index.remove(home(owner), has, |number| home(owners[number]));
                        table.remove(&owner);
                    }
                }
                for owner in 0..30 {
                    let found = index.get(home(owner), |number| owners[number] == owner);
                    assert_eq!(found, table.get(&owner).copied());
                }
            }
        }
    }

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
