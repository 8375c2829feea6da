//! The kinds of items of a hash: 64 bits for tables, 128 bits for fingerprints, or 64 bits twice for structural keys.
//!
//! `Hash` is generic over its items.
//!
//! - [`Summed`] is the polynomial hash of `tables::poly_hash`.
//! - [`Keyed`] is that hash and, in the same pass, a second hash under a secret key, which is random in each process.
//!   Tables of [`StructuralKey`](crate::StructuralKey) use the second hash. The key enters even single items, since an
//!   attacker can make items of the first hash collide.
//! - [`Digested`] writes items as bytes, and computes an XXH3-128 of each node, with the hashes of its children in
//!   their places. So it gathers the items of every node apart (`Items::APART`).

use alloc::vec::Vec;
use core::hash::Hasher;

use crate::{
    describe::{
        custom::SinglePart,
        key_table::KeyHash,
        keys::{stable_hash_128, stable_hash_128_with_seed},
    },
    engine::frame::Frame,
    ops::hash::{
        Hash,
        base::{Base, Public, Secret},
    },
    rules::items::Items,
    tables::poly_hash::{Accumulator, Block, scramble},
};

/// The kinds of items over which `Hash` is generic.
pub(crate) trait Hashing: Items {
    /// The step on a part that a function or a trait object hands over.
    fn frame<'a>(part: SinglePart<'a>) -> Frame<'a, Hash<'a, Self>>;
}

/// Items in a polynomial hash, whose parts can be concatenated.
#[derive(Debug)]
pub(crate) struct Polynomial<B> {
    base: B,
    /// The items before the block.
    items: Accumulator,
    /// The latest items.
    block: Block,
    /// The items before each part that is being gathered.
    outer: Vec<Accumulator>,
}

/// Items in the polynomial hash that is the same in every process.
pub(crate) type Summed = Polynomial<Public>;

impl<B: Base> Default for Polynomial<B> {
    fn default() -> Self {
        Polynomial { base: B::default(), items: Accumulator::EMPTY, block: Block::EMPTY, outer: Vec::new() }
    }
}

impl<B: Base> Polynomial<B> {
    #[inline(never)]
    fn end_block(&mut self) {
        self.items = Self::items_before(self.base, self.mark());
        self.block = Block::EMPTY;
    }

    /// The items of a sequence followed by a block.
    #[inline(always)]
    fn items_before(base: B, (mut items, mut block): (Accumulator, Block)) -> Accumulator {
        if !block.is_empty() {
            let block = block.end(base.powers());
            if items.is_empty() {
                items = block;
            } else {
                items.append(block);
            }
        }
        items
    }
}

impl<B: Base> Items for Polynomial<B> {
    /// The item.
    type Words = u64;
    type Part = Accumulator;
    type Mark = (Accumulator, Block);
    type Value = u64;
    const APART: bool = false;
    const EMPTY: Accumulator = Accumulator::EMPTY;

    #[inline(always)]
    fn no_words(&self) -> u64 {
        self.base.item()
    }
    #[inline(always)]
    fn are_none(&self, words: &u64) -> bool {
        *words == self.base.item()
    }
    #[inline(always)]
    fn word(&mut self, words: &mut u64, word: u64) {
        *words = self.base.mix(*words, word);
    }
    #[inline(always)]
    fn bytes(&mut self, words: &mut u64, bytes: &[u8]) {
        self.word(words, self.base.bytes(bytes));
    }
    #[inline(always)]
    fn word_of(&mut self, words: &mut u64, value: u64) {
        self.word(words, value);
    }
    fn opaque(words: u64) -> u64 {
        scramble(words)
    }
    #[inline(always)]
    fn leaves(&mut self, words: u64) -> Accumulator {
        if self.are_none(&words) { Accumulator::EMPTY } else { Accumulator::one(self.base.powers(), words) }
    }
    #[inline(always)]
    fn item(&mut self, words: u64) {
        self.value(words);
    }
    #[inline(always)]
    fn value(&mut self, value: u64) {
        if self.block.push(self.base.powers(), value) {
            self.end_block();
        }
    }
    #[inline(always)]
    fn begin(&mut self) {
        self.end_block();
        self.outer.push(core::mem::replace(&mut self.items, Accumulator::EMPTY));
    }
    #[inline(always)]
    fn end(&mut self) -> Accumulator {
        self.end_block();
        let outer = self.outer.pop().unwrap_or(Accumulator::EMPTY);
        core::mem::replace(&mut self.items, outer)
    }
    #[inline(always)]
    fn mark(&mut self) -> Self::Mark {
        (self.items, self.block)
    }
    fn before(mark: Self::Mark) -> Accumulator {
        Self::items_before(B::default(), mark)
    }
    fn since(&mut self, before: Accumulator) -> Accumulator {
        self.end_block();
        self.items.since(before)
    }
    #[inline(always)]
    fn part(&mut self, part: Accumulator) {
        self.end_block();
        self.items.append(part);
    }
    #[inline(always)]
    fn finish(part: Accumulator) -> u64 {
        part.finish()
    }
    #[inline(always)]
    fn of<const N: usize>(items: [u64; N]) -> u64 {
        let base = B::default();
        scramble(items.into_iter().fold(base.item(), |item, word| base.mix(item, word)))
    }
    #[inline(always)]
    fn key(hash: &KeyHash<'_>) -> u64 {
        B::default().key(hash)
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

/// A value for each of two hashes: the public hash, and the hash under the key of this process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Both<T> {
    pub(crate) plain: T,
    pub(crate) keyed: T,
}

/// The public hash, and the hash under the key of this process.
pub(crate) type KeyedHash = Both<u64>;

impl From<u64> for KeyedHash {
    fn from(word: u64) -> Self {
        Both { plain: word, keyed: word }
    }
}

/// Items in two polynomial hashes, public and keyed.
#[derive(Debug, Default)]
pub(crate) struct Keyed {
    plain: Summed,
    keyed: Polynomial<Secret>,
}

impl Items for Keyed {
    type Words = Both<u64>;
    type Part = Both<Accumulator>;
    type Mark = Both<(Accumulator, Block)>;
    type Value = KeyedHash;
    const APART: bool = false;
    const EMPTY: Both<Accumulator> = Both { plain: Accumulator::EMPTY, keyed: Accumulator::EMPTY };

    #[inline(always)]
    fn no_words(&self) -> Both<u64> {
        Both { plain: self.plain.no_words(), keyed: self.keyed.no_words() }
    }
    #[inline(always)]
    fn are_none(&self, words: &Both<u64>) -> bool {
        self.plain.are_none(&words.plain) && self.keyed.are_none(&words.keyed)
    }
    #[inline(always)]
    fn word(&mut self, words: &mut Both<u64>, word: u64) {
        self.word_of(words, word.into());
    }
    #[inline(always)]
    fn keyed_word(&mut self, words: &mut Both<u64>, word: u64) {
        self.keyed.word(&mut words.keyed, word);
    }
    #[inline(always)]
    fn bytes(&mut self, words: &mut Both<u64>, bytes: &[u8]) {
        self.plain.bytes(&mut words.plain, bytes);
        self.keyed.bytes(&mut words.keyed, bytes);
    }
    #[inline(always)]
    fn word_of(&mut self, words: &mut Both<u64>, value: KeyedHash) {
        self.plain.word(&mut words.plain, value.plain);
        self.keyed.word(&mut words.keyed, value.keyed);
    }
    fn opaque(words: Both<u64>) -> KeyedHash {
        Both { plain: scramble(words.plain), keyed: scramble(words.keyed) }
    }
    #[inline(always)]
    fn leaves(&mut self, words: Both<u64>) -> Both<Accumulator> {
        Both { plain: self.plain.leaves(words.plain), keyed: self.keyed.leaves(words.keyed) }
    }
    #[inline(always)]
    fn item(&mut self, words: Both<u64>) {
        // A keyed word enters the keyed hash alone, so the public words may be empty.
        if !self.plain.are_none(&words.plain) {
            self.plain.item(words.plain);
        }
        self.keyed.item(words.keyed);
    }
    #[inline(always)]
    fn value(&mut self, value: KeyedHash) {
        self.plain.value(value.plain);
        self.keyed.value(value.keyed);
    }
    #[inline(always)]
    fn begin(&mut self) {
        self.plain.begin();
        self.keyed.begin();
    }
    #[inline(always)]
    fn end(&mut self) -> Both<Accumulator> {
        Both { plain: self.plain.end(), keyed: self.keyed.end() }
    }
    #[inline(always)]
    fn mark(&mut self) -> Self::Mark {
        Both { plain: self.plain.mark(), keyed: self.keyed.mark() }
    }
    fn before(mark: Self::Mark) -> Both<Accumulator> {
        Both { plain: Summed::before(mark.plain), keyed: Polynomial::<Secret>::before(mark.keyed) }
    }
    fn since(&mut self, before: Both<Accumulator>) -> Both<Accumulator> {
        Both { plain: self.plain.since(before.plain), keyed: self.keyed.since(before.keyed) }
    }
    #[inline(always)]
    fn part(&mut self, part: Both<Accumulator>) {
        self.plain.part(part.plain);
        self.keyed.part(part.keyed);
    }
    #[inline(always)]
    fn finish(part: Both<Accumulator>) -> KeyedHash {
        Both { plain: part.plain.finish(), keyed: part.keyed.finish() }
    }
    #[inline(always)]
    fn of<const N: usize>(items: [KeyedHash; N]) -> KeyedHash {
        let keyed = Polynomial::<Secret>::of(items.map(|item| item.keyed));
        Both { plain: Summed::of(items.map(|item| item.plain)), keyed }
    }
    fn key(hash: &KeyHash<'_>) -> KeyedHash {
        Both { plain: Summed::key(hash), keyed: Polynomial::<Secret>::key(hash) }
    }
    fn clear(&mut self) {
        self.plain.clear();
        self.keyed.clear();
    }
}

impl Hashing for Keyed {
    fn frame<'a>(part: SinglePart<'a>) -> Frame<'a, Hash<'a, Self>> {
        part.keyed
    }
}

/// Items as bytes. A node's hash is the XXH3-128 of its words and of the hashes of its children.
///
/// Words are 8 bytes and hashes 16, little-endian; a run of bytes comes after its length as a word. The contribution of a
/// variable, a dag node or a singleton is hashed with another seed.
#[derive(Debug, Default)]
pub(crate) struct Digested {
    bytes: Vec<u8>,
    /// The beginning of each part that is being gathered.
    starts: Vec<usize>,
    /// Empty buffers for words.
    spare: Vec<Vec<u8>>,
}

impl Digested {
    /// Gives words a buffer, if they have none yet.
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
    fn opaque(words: Vec<u8>) -> u128 {
        stable_hash_128(&words)
    }
    fn leaves(&mut self, words: Vec<u8>) -> u128 {
        self.begin();
        self.item(words);
        self.end()
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
        // Hashed with another seed, since numbers in a node's fields may look like tags.
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

/// A hasher that takes the words that a type's own `Hash` writes.
pub(super) struct OpaqueWords<'i, I: Items> {
    pub(super) items: &'i mut I,
    pub(super) words: I::Words,
}

impl<I: Items> Hasher for OpaqueWords<'_, I> {
    /// For callers of the hasher, not for implementations of `Hash`.
    fn finish(&self) -> u64 {
        0
    }
    fn write(&mut self, bytes: &[u8]) {
        self.items.bytes(&mut self.words, bytes);
    }
    // Numbers enter by value, not by their bytes on this platform.
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
        self.items.word(&mut self.words, number);
    }
    fn write_u128(&mut self, number: u128) {
        self.write_u64((number >> 64) as u64);
        self.write_u64(number as u64);
    }
    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::{Items, Keyed, KeyedHash, Summed};

    fn sequence<I: Items>(words: &[u64]) -> I::Value {
        let mut items = I::default();
        items.begin();
        for word in words {
            let mut of_place = items.no_words();
            items.word(&mut of_place, *word);
            items.item(of_place);
        }
        I::finish(items.end())
    }

    #[test]
    fn one_of_the_two_is_the_plain_hash() {
        let words: [u64; 200] = core::array::from_fn(|index| (index * index) as u64);
        for length in 1..words.len() {
            let KeyedHash { plain, keyed } = sequence::<Keyed>(&words[..length]);
            assert_eq!(plain, sequence::<Summed>(&words[..length]));
            assert_ne!(keyed, plain);
            assert_eq!(keyed, sequence::<Keyed>(&words[..length]).keyed);
            assert_ne!(keyed, sequence::<Keyed>(&words[1..=length]).keyed);
        }
    }
}
