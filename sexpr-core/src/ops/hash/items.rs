//! The items of a hash: `Summed`, of 64 bits for tables, and `Digested`, of 128 bits for fingerprints.
//!
//! `Hash` is generic over its items. [`Summed`] is the polynomial hash of `tables::poly_hash`. [`Digested`] writes
//! items as bytes and makes an XXH3-128 of each node, in which other nodes are represented by their hashes; so it
//! gathers every node's items apart (`Items::APART`).

use alloc::vec::Vec;

use crate::{
    describe::{
        identity::KeyHash,
        keys::{stable_hash, stable_hash_128, stable_hash_128_with_seed},
        virtual_part::SinglePart,
    },
    engine::frame::Frame,
    ops::hash::Hash,
    rules::items::Items,
    tables::poly_hash::{Accumulator, Block, ITEM, PLAIN, Powers, hash_of, mix},
};

/// Items that the hash can be run with.
pub(crate) trait Hashing: Items {
    /// The step on a part of a node that some function hands over.
    fn frame<'a>(part: SinglePart<'a>) -> Frame<'a, Hash<'a, Self>>;
}

/// Items in a polynomial hash, of which parts can be put together.
#[derive(Debug)]
pub(crate) struct Summed {
    /// The items before those of the block.
    items: Accumulator,
    /// The items that came last.
    block: Block,
    /// The items before each part that is being gathered.
    outer: Vec<Accumulator>,
}

impl Default for Summed {
    fn default() -> Self {
        Summed { items: Accumulator::EMPTY, block: Block::EMPTY, outer: Vec::new() }
    }
}

/// The methods that depend on the base of the polynomial.
impl Summed {
    #[inline(never)]
    fn end_block(&mut self, powers: &Powers) {
        self.items = Self::items_before(powers, self.mark());
        self.block = Block::EMPTY;
    }

    /// The items of a sequence and a block after it.
    #[inline(always)]
    pub(super) fn items_before(powers: &Powers, (mut items, mut block): (Accumulator, Block)) -> Accumulator {
        if !block.is_empty() {
            let block = block.end(powers);
            if items.is_empty() {
                items = block;
            } else {
                items.append(block);
            }
        }
        items
    }

    #[inline(always)]
    pub(super) fn push(&mut self, powers: &Powers, value: u64) {
        if self.block.push(powers, value) {
            self.end_block(powers);
        }
    }

    #[inline(always)]
    pub(super) fn begin_at(&mut self, powers: &Powers) {
        self.end_block(powers);
        self.outer.push(core::mem::replace(&mut self.items, Accumulator::EMPTY));
    }

    #[inline(always)]
    pub(super) fn end_at(&mut self, powers: &Powers) -> Accumulator {
        self.end_block(powers);
        let outer = self.outer.pop().unwrap_or(Accumulator::EMPTY);
        core::mem::replace(&mut self.items, outer)
    }

    pub(super) fn since_at(&mut self, powers: &Powers, before: Accumulator) -> Accumulator {
        self.end_block(powers);
        self.items.since(before)
    }

    #[inline(always)]
    pub(super) fn append(&mut self, powers: &Powers, part: Accumulator) {
        self.end_block(powers);
        self.items.append(part);
    }
}

impl Items for Summed {
    /// The item.
    type Words = u64;
    type Part = Accumulator;
    type Mark = (Accumulator, Block);
    type Value = u64;
    const APART: bool = false;
    const EMPTY: Accumulator = Accumulator::EMPTY;

    #[inline(always)]
    fn no_words(&self) -> u64 {
        ITEM
    }
    #[inline(always)]
    fn are_none(&self, words: &u64) -> bool {
        *words == ITEM
    }
    #[inline(always)]
    fn word(&mut self, words: &mut u64, word: u64) {
        *words = mix(*words, word);
    }
    #[inline(always)]
    fn bytes(&mut self, words: &mut u64, bytes: &[u8]) {
        self.word(words, stable_hash(bytes));
    }
    #[inline(always)]
    fn word_of(&mut self, words: &mut u64, value: u64) {
        self.word(words, value);
    }
    #[inline(always)]
    fn leaves(&mut self, words: u64) -> Accumulator {
        if words == ITEM { Accumulator::EMPTY } else { Accumulator::one(&PLAIN, words) }
    }
    #[inline(always)]
    fn item(&mut self, words: u64) {
        self.value(words);
    }
    #[inline(always)]
    fn value(&mut self, value: u64) {
        self.push(&PLAIN, value);
    }
    #[inline(always)]
    fn begin(&mut self) {
        self.begin_at(&PLAIN);
    }
    #[inline(always)]
    fn end(&mut self) -> Accumulator {
        self.end_at(&PLAIN)
    }
    #[inline(always)]
    fn mark(&mut self) -> Self::Mark {
        (self.items, self.block)
    }
    fn before(mark: Self::Mark) -> Accumulator {
        Self::items_before(&PLAIN, mark)
    }
    fn since(&mut self, before: Accumulator) -> Accumulator {
        self.since_at(&PLAIN, before)
    }
    #[inline(always)]
    fn part(&mut self, part: Accumulator) {
        self.append(&PLAIN, part);
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
    fn clear(&mut self) {
        self.items = Accumulator::EMPTY;
        self.outer.clear();
        self.block = Block::EMPTY;
    }
}

impl Hashing for Summed {
    fn frame<'a>(part: SinglePart<'a>) -> Frame<'a, Hash<'a, Self>> {
        part.hash
    }
}

/// Items as bytes: a node's hash is the XXH3-128 of the hashes of the nodes below it, and of its words.
///
/// Words are 8 bytes and hashes 16, little-endian; a run of bytes comes after its length as a word. What stands for a
/// variable, a dag node or a singleton is hashed with another seed.
#[derive(Debug, Default)]
pub(crate) struct Digested {
    bytes: Vec<u8>,
    /// Where each part begins that is being gathered.
    starts: Vec<usize>,
    /// Memory for the words of places.
    spare: Vec<Vec<u8>>,
}

impl Digested {
    /// Memory for words, where there is none yet.
    fn memory<'w>(&mut self, words: &'w mut Vec<u8>) -> &'w mut Vec<u8> {
        if words.capacity() == 0 {
            *words = self.spare.pop().unwrap_or_default();
        }
        words
    }

    fn take_back(&mut self, mut words: Vec<u8>) {
        if words.capacity() > 0 {
            words.clear();
            self.spare.push(words);
        }
    }
}

impl Items for Digested {
    type Words = Vec<u8>;
    type Part = u128;
    type Mark = ();
    type Value = u128;
    const APART: bool = true;
    /// The XXH3-128 of nothing.
    const EMPTY: u128 = 0x99aa_06d3_0147_98d8_6001_c324_468d_497f;

    fn no_words(&self) -> Vec<u8> {
        Vec::new()
    }
    fn are_none(&self, words: &Vec<u8>) -> bool {
        words.is_empty()
    }
    fn word(&mut self, words: &mut Vec<u8>, word: u64) {
        self.memory(words).extend(word.to_le_bytes());
    }
    fn bytes(&mut self, words: &mut Vec<u8>, bytes: &[u8]) {
        self.word(words, bytes.len() as u64);
        words.extend(bytes);
    }
    fn word_of(&mut self, words: &mut Vec<u8>, value: u128) {
        self.memory(words).extend(value.to_le_bytes());
    }
    fn item(&mut self, words: Vec<u8>) {
        self.bytes.extend(&words);
        self.take_back(words);
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
    fn mark(&mut self) {
        self.begin();
    }
    fn before((): ()) -> u128 {
        Self::EMPTY
    }
    fn since(&mut self, _: u128) -> u128 {
        let part = self.end();
        self.part(part);
        part
    }
    fn mark_value(&mut self) {}
    fn since_value(&mut self, _: u128) -> u128 {
        let value = self.bytes.last_chunk().copied();
        value.map_or(Self::EMPTY, u128::from_le_bytes)
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
        // Another seed: numbers in a node's fields may look like these tags.
        stable_hash_128_with_seed(1, &bytes.bytes)
    }
    fn key(hash: &KeyHash<'_>) -> u128 {
        hash.bits
    }
    fn clear(&mut self) {
        self.bytes.clear();
        self.starts.clear();
    }
}

impl Hashing for Digested {
    fn frame<'a>(part: SinglePart<'a>) -> Frame<'a, Hash<'a, Self>> {
        part.fingerprint
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::{Digested, Items};

    #[test]
    fn the_part_without_items_has_the_hash_of_nothing() {
        let mut items = Digested::default();
        items.begin();
        assert_eq!(items.end(), Digested::EMPTY);
        assert_eq!(items.leaves(Vec::new()), Digested::EMPTY);
    }
}
