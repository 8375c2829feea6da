//! What becomes of the items of a hash: 64 bits for tables, or 128 for fingerprints.

use alloc::vec::Vec;
use core::fmt;

use super::{
    Hash,
    accumulator::Accumulator,
    frame::{Frame, HashPart},
};
use crate::keys::{stable_hash, stable_hash_128, stable_hash_128_with_seed};

/// A sequence of items under construction, some parts of which are gathered apart.
pub(crate) trait Items: Default + 'static {
    /// The items of a part.
    type Part: Copy + fmt::Debug;
    /// The hash of a part.
    type Value: Copy + fmt::Debug + Default + From<u64>;
    /// Whether each node's items are gathered apart. Where they need not be, a part's items are those of the whole.
    const APART: bool;
    /// A part without items.
    const EMPTY: Self::Part;

    fn word(&mut self, word: u64);
    fn bytes(&mut self, bytes: &[u8]);
    fn value(&mut self, value: Self::Value);
    /// Begins to gather a part.
    fn begin(&mut self);
    /// Ends the innermost part.
    fn end(&mut self) -> Self::Part;
    /// Adds a part.
    fn part(&mut self, part: Self::Part);
    /// The hash of a part.
    fn finish(part: Self::Part) -> Self::Value;
    /// The hash of a few items.
    fn of<const N: usize>(items: [Self::Value; N]) -> Self::Value;
    /// The hash of a key, of which 128 bits are known.
    fn key(hash: u128) -> Self::Value;
    /// The sum of the hashes of parts that have no order.
    fn add(one: Self::Value, other: Self::Value) -> Self::Value;
    /// Forgets everything but the memory.
    fn clear(&mut self);
    /// The step on a part of a node that some function hands over.
    fn frame<'a>(part: HashPart<'a>) -> Frame<'a, Hash<'a, Self>>;
}

/// Items in a polynomial hash, of which parts can be put together.
#[derive(Debug)]
pub(crate) struct Summed {
    items: Accumulator,
    /// The items before each part that is being gathered.
    outer: Vec<Accumulator>,
}

impl Default for Summed {
    fn default() -> Self {
        Summed { items: Accumulator::EMPTY, outer: Vec::new() }
    }
}

impl Items for Summed {
    type Part = Accumulator;
    type Value = u64;
    const APART: bool = false;
    const EMPTY: Accumulator = Accumulator::EMPTY;

    #[inline(always)]
    fn word(&mut self, word: u64) {
        self.items.push(word);
    }
    #[inline(always)]
    fn bytes(&mut self, bytes: &[u8]) {
        self.items.push(stable_hash(bytes));
    }
    #[inline(always)]
    fn value(&mut self, value: u64) {
        self.items.push(value);
    }
    #[inline(always)]
    fn begin(&mut self) {
        self.outer.push(core::mem::replace(&mut self.items, Accumulator::EMPTY));
    }
    #[inline(always)]
    fn end(&mut self) -> Accumulator {
        let outer = self.outer.pop().unwrap_or(Accumulator::EMPTY);
        core::mem::replace(&mut self.items, outer)
    }
    #[inline(always)]
    fn part(&mut self, part: Accumulator) {
        self.items.append(part);
    }
    #[inline(always)]
    fn finish(part: Accumulator) -> u64 {
        part.finish()
    }
    #[inline(always)]
    fn of<const N: usize>(items: [u64; N]) -> u64 {
        Accumulator::of(items)
    }
    #[inline(always)]
    fn key(hash: u128) -> u64 {
        hash as u64
    }
    fn add(one: u64, other: u64) -> u64 {
        one.wrapping_add(other)
    }
    fn clear(&mut self) {
        self.items = Accumulator::EMPTY;
        self.outer.clear();
    }
    fn frame<'a>(part: HashPart<'a>) -> Frame<'a, Hash<'a, Self>> {
        part.hash
    }
}

/// Items as bytes: a node's hash is the XXH3-128 of its items, in which other nodes are their hashes.
///
/// Words are 8 bytes and hashes 16, little-endian; a run of bytes comes after its length as a word. What stands for a
/// variable, a dag node or a singleton is hashed with another seed.
#[derive(Debug, Default)]
pub(crate) struct Digested {
    bytes: Vec<u8>,
    /// Where each part begins that is being gathered.
    starts: Vec<usize>,
}

impl Items for Digested {
    type Part = u128;
    type Value = u128;
    const APART: bool = true;
    /// The XXH3-128 of nothing.
    const EMPTY: u128 = 0x99aa_06d3_0147_98d8_6001_c324_468d_497f;

    fn word(&mut self, word: u64) {
        self.bytes.extend(word.to_le_bytes());
    }
    fn bytes(&mut self, bytes: &[u8]) {
        self.word(bytes.len() as u64);
        self.bytes.extend(bytes);
    }
    fn value(&mut self, value: u128) {
        self.bytes.extend(value.to_le_bytes());
    }
    fn begin(&mut self) {
        self.starts.push(self.bytes.len());
    }
    fn end(&mut self) -> u128 {
        let start = self.starts.pop().unwrap_or_default();
        let hash = stable_hash_128(&self.bytes[start..]);
        self.bytes.truncate(start);
        hash
    }
    fn part(&mut self, part: u128) {
        self.value(part);
    }
    fn finish(part: u128) -> u128 {
        part
    }
    fn of<const N: usize>(items: [u128; N]) -> u128 {
        let mut bytes = Digested::default();
        items.into_iter().for_each(|item| bytes.value(item));
        // The numbers in a node's fields may look like these, which stand for what is no field.
        stable_hash_128_with_seed(1, &bytes.bytes)
    }
    fn key(hash: u128) -> u128 {
        hash
    }
    fn add(one: u128, other: u128) -> u128 {
        one.wrapping_add(other)
    }
    fn clear(&mut self) {
        self.bytes.clear();
        self.starts.clear();
    }
    fn frame<'a>(part: HashPart<'a>) -> Frame<'a, Hash<'a, Self>> {
        part.fingerprint
    }
}

#[cfg(test)]
mod tests {
    use super::{Digested, Items};

    #[test]
    fn the_part_without_items_has_the_hash_of_nothing() {
        let mut items = Digested::default();
        items.begin();
        assert_eq!(items.end(), Digested::EMPTY);
    }
}
