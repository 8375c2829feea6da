//! What becomes of the items of a hash: 64 bits for tables, or 128 for fingerprints.

use alloc::vec::Vec;
use core::{
    fmt,
    hash::{Hash as StdHash, Hasher},
};

use super::{
    Hash,
    accumulator::{Accumulator, Block, ITEM, hash_of, mix, scramble},
    frame::{Frame, SinglePart},
};
use crate::{
    identity::KeyHash,
    keys::{stable_hash, stable_hash_128, stable_hash_128_with_seed},
};

/// A sequence of items under construction, some parts of which are gathered apart.
pub(crate) trait Items: Default + 'static {
    /// What is at hand while places are visited.
    type AtHand: Copy;
    /// The items of a part.
    type Part: Copy + fmt::Debug;
    /// The hash of a part.
    type Value: Copy + fmt::Debug + Default + From<u64>;
    /// Whether each node's items are gathered apart. Where they need not be, a part's items are those of the whole.
    const APART: bool;
    /// A part without items.
    const EMPTY: Self::Part;

    /// Takes at hand what changes with each place.
    fn take_at_hand(&mut self) -> Self::AtHand;
    /// Puts it back, when a place has ended.
    fn put_back(&mut self, at_hand: Self::AtHand);
    /// Adds a word of a place.
    fn word(&mut self, at_hand: &mut Self::AtHand, word: u64);
    /// Adds a run of bytes of a place.
    fn bytes(&mut self, at_hand: &mut Self::AtHand, bytes: &[u8]);
    /// Adds a hash to what is of a place.
    fn word_of(&mut self, at_hand: &mut Self::AtHand, value: Self::Value);
    /// Adds a word that tells apart, under the key of the process, what hashes alike without one.
    #[inline(always)]
    fn keyed_word(&mut self, _: &mut Self::AtHand, _: u64) {}
    /// Adds a value as its type's own `Hash` tells.
    fn opaque<T: StdHash>(&mut self, at_hand: &mut Self::AtHand, value: &T) {
        let mut items = OpaqueItems::default();
        value.hash(&mut items);
        self.word(at_hand, items.finish());
    }
    /// Begins a place of leaves alone, that is a part.
    fn begin_leaves(&mut self, at_hand: &mut Self::AtHand);
    /// Ends it.
    fn end_leaves(&mut self, at_hand: &mut Self::AtHand) -> Self::Part;
    /// Ends a place: what was added since the one before.
    fn end_place(&mut self, at_hand: &mut Self::AtHand);
    /// Adds what a place contributes as a whole.
    fn value(&mut self, at_hand: &mut Self::AtHand, value: Self::Value);
    /// Begins to gather a part.
    fn begin(&mut self, at_hand: &mut Self::AtHand);
    /// Ends the innermost part.
    fn end(&mut self, at_hand: &mut Self::AtHand) -> Self::Part;
    /// Adds a part.
    fn part(&mut self, at_hand: &mut Self::AtHand, part: Self::Part);
    /// The hash of a part.
    fn finish(part: Self::Part) -> Self::Value;
    /// The hash of a few items.
    fn of<const N: usize>(items: [Self::Value; N]) -> Self::Value;
    /// The hash of a key.
    fn key(hash: &KeyHash<'_>) -> Self::Value;
    /// The low 64 bits of a hash.
    fn bits(value: Self::Value) -> u64;
    /// The sum of the hashes of parts that have no order.
    fn add(one: Self::Value, other: Self::Value) -> Self::Value;
    /// Forgets everything but the memory.
    fn clear(&mut self);
    /// The step on a part of a node that some function hands over.
    fn frame<'a>(part: SinglePart<'a>) -> Frame<'a, Hash<'a, Self>>;
}

/// Takes what a type's own `Hash` writes.
pub(crate) struct OpaqueItems(u64);

impl Default for OpaqueItems {
    fn default() -> Self {
        OpaqueItems(ITEM)
    }
}

impl Hasher for OpaqueItems {
    fn finish(&self) -> u64 {
        scramble(self.0)
    }
    fn write(&mut self, bytes: &[u8]) {
        self.write_u64(stable_hash(bytes));
    }
    // Numbers enter by value, not by the bytes of this platform.
    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }
    fn write_u16(&mut self, number: u16) {
        self.write_u64(number.into());
    }
    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }
    fn write_u64(&mut self, number: u64) {
        self.0 = mix(self.0, number);
    }
    fn write_u128(&mut self, number: u128) {
        self.write_u64((number >> 64) as u64);
        self.write_u64(number as u64);
    }
    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }
}

/// Items in a polynomial hash, of which parts can be put together. What is of one place makes one item.
#[derive(Debug)]
pub(crate) struct Summed {
    items: Accumulator,
    /// The items before each part that is being gathered.
    outer: Vec<Accumulator>,
    block: Block,
}

/// The items that came last.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SummedAtHand {
    block: Block,
    /// The item of the place.
    item: u64,
}

impl Default for Summed {
    fn default() -> Self {
        Summed { items: Accumulator::EMPTY, outer: Vec::new(), block: Block::EMPTY }
    }
}

impl Summed {
    #[inline(always)]
    fn end_block(&mut self, at_hand: &mut SummedAtHand) {
        if !at_hand.block.is_empty() {
            let block = at_hand.block.end();
            if self.items.is_empty() {
                self.items = block;
            } else {
                self.items.append(block);
            }
        }
    }
}

impl Items for Summed {
    type AtHand = SummedAtHand;
    type Part = Accumulator;
    type Value = u64;
    const APART: bool = false;
    const EMPTY: Accumulator = Accumulator::EMPTY;

    #[inline(always)]
    fn take_at_hand(&mut self) -> SummedAtHand {
        SummedAtHand { block: self.block, item: ITEM }
    }
    #[inline(always)]
    fn put_back(&mut self, at_hand: SummedAtHand) {
        self.block = at_hand.block;
    }
    #[inline(always)]
    fn word(&mut self, at_hand: &mut SummedAtHand, word: u64) {
        at_hand.item = mix(at_hand.item, word);
    }
    #[inline(always)]
    fn bytes(&mut self, at_hand: &mut SummedAtHand, bytes: &[u8]) {
        self.word(at_hand, stable_hash(bytes));
    }
    #[inline(always)]
    fn word_of(&mut self, at_hand: &mut SummedAtHand, value: u64) {
        self.word(at_hand, value);
    }
    #[inline(always)]
    fn begin_leaves(&mut self, _: &mut SummedAtHand) {}
    #[inline(always)]
    fn end_leaves(&mut self, at_hand: &mut SummedAtHand) -> Accumulator {
        Accumulator::one(core::mem::replace(&mut at_hand.item, ITEM))
    }
    #[inline(always)]
    fn end_place(&mut self, at_hand: &mut SummedAtHand) {
        let item = core::mem::replace(&mut at_hand.item, ITEM);
        // A place without words adds nothing: so a pointer is hashed as what it points to.
        if item != ITEM {
            self.value(at_hand, item);
        }
    }
    #[inline(always)]
    fn value(&mut self, at_hand: &mut SummedAtHand, value: u64) {
        if at_hand.block.push(value) {
            self.end_block(at_hand);
        }
    }
    #[inline(always)]
    fn begin(&mut self, at_hand: &mut SummedAtHand) {
        self.end_block(at_hand);
        self.outer.push(core::mem::replace(&mut self.items, Accumulator::EMPTY));
    }
    #[inline(always)]
    fn end(&mut self, at_hand: &mut SummedAtHand) -> Accumulator {
        self.end_block(at_hand);
        let outer = self.outer.pop().unwrap_or(Accumulator::EMPTY);
        core::mem::replace(&mut self.items, outer)
    }
    #[inline(always)]
    fn part(&mut self, at_hand: &mut SummedAtHand, part: Accumulator) {
        self.end_block(at_hand);
        self.items.append(part);
    }
    #[inline(always)]
    fn finish(part: Accumulator) -> u64 {
        part.finish()
    }
    #[inline(always)]
    fn of<const N: usize>(items: [u64; N]) -> u64 {
        hash_of(items)
    }
    #[inline(always)]
    fn key(hash: &KeyHash<'_>) -> u64 {
        hash.bits as u64
    }
    fn bits(value: u64) -> u64 {
        value
    }
    fn add(one: u64, other: u64) -> u64 {
        one.wrapping_add(other)
    }
    fn clear(&mut self) {
        self.items = Accumulator::EMPTY;
        self.outer.clear();
        self.block = Block::EMPTY;
    }
    fn frame<'a>(part: SinglePart<'a>) -> Frame<'a, Hash<'a, Self>> {
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
    type AtHand = ();
    type Part = u128;
    type Value = u128;
    const APART: bool = true;
    /// The XXH3-128 of nothing.
    const EMPTY: u128 = 0x99aa_06d3_0147_98d8_6001_c324_468d_497f;

    fn take_at_hand(&mut self) {}
    fn put_back(&mut self, (): ()) {}
    fn word(&mut self, (): &mut (), word: u64) {
        self.bytes.extend(word.to_le_bytes());
    }
    fn bytes(&mut self, at_hand: &mut (), bytes: &[u8]) {
        self.word(at_hand, bytes.len() as u64);
        self.bytes.extend(bytes);
    }
    fn word_of(&mut self, at_hand: &mut (), value: u128) {
        self.value(at_hand, value);
    }
    fn begin_leaves(&mut self, at_hand: &mut ()) {
        self.begin(at_hand);
    }
    fn end_leaves(&mut self, at_hand: &mut ()) -> u128 {
        self.end(at_hand)
    }
    fn end_place(&mut self, (): &mut ()) {}
    fn value(&mut self, (): &mut (), value: u128) {
        self.bytes.extend(value.to_le_bytes());
    }
    fn begin(&mut self, (): &mut ()) {
        self.starts.push(self.bytes.len());
    }
    fn end(&mut self, (): &mut ()) -> u128 {
        let start = self.starts.pop().unwrap_or_default();
        let hash = stable_hash_128(&self.bytes[start..]);
        self.bytes.truncate(start);
        hash
    }
    fn part(&mut self, at_hand: &mut (), part: u128) {
        self.value(at_hand, part);
    }
    fn finish(part: u128) -> u128 {
        part
    }
    fn of<const N: usize>(items: [u128; N]) -> u128 {
        let mut bytes = Digested::default();
        items.into_iter().for_each(|item| bytes.value(&mut (), item));
        // The numbers in a node's fields may look like these, which stand for what is no field.
        stable_hash_128_with_seed(1, &bytes.bytes)
    }
    fn key(hash: &KeyHash<'_>) -> u128 {
        hash.bits
    }
    fn bits(value: u128) -> u64 {
        value as u64
    }
    fn add(one: u128, other: u128) -> u128 {
        one.wrapping_add(other)
    }
    fn clear(&mut self) {
        self.bytes.clear();
        self.starts.clear();
    }
    fn frame<'a>(part: SinglePart<'a>) -> Frame<'a, Hash<'a, Self>> {
        part.fingerprint
    }
}

#[cfg(test)]
mod tests {
    use super::{Digested, Items};

    #[test]
    fn the_part_without_items_has_the_hash_of_nothing() {
        let mut items = Digested::default();
        items.begin(&mut ());
        assert_eq!(items.end(&mut ()), Digested::EMPTY);
    }
}
