//! The hash under a key that is drawn for the process, beside the one that is the same everywhere.

use alloc::vec::Vec;
use core::hash::{Hash as StdHash, Hasher};

use super::{
    Hash,
    accumulator::{Accumulator, Block, Powers, fold, powers, scramble},
    frame::{Frame, SinglePart},
    items::{Items, OpaqueItems, Summed, SummedAtHand},
};
use crate::identity::KeyHash;

/// The key of a hash.
///
/// Whoever does not know it cannot tell which terms collide: words are mixed by a secret multiplication, runs of bytes
/// are hashed under the key, and the polynomial of a sequence is taken at a secret point, where two sequences of `n`
/// items have one value with a probability of at most `n / 2⁶³`.
#[derive(Debug)]
struct HashKey {
    /// An item without words.
    item: u64,
    /// Odd.
    multiplier: u64,
    powers: Powers,
    bytes: ahash::RandomState,
}

impl HashKey {
    const fn new([item, multiplier, root, bytes @ ..]: [u64; 7]) -> HashKey {
        let [one, two, three, four] = bytes;
        HashKey {
            item,
            multiplier: multiplier | 1,
            powers: powers(root),
            bytes: ahash::RandomState::with_seeds(one, two, three, four),
        }
    }

    /// The key of this process.
    #[cfg(feature = "std")]
    #[inline(always)]
    fn get() -> &'static HashKey {
        use core::hash::BuildHasher;

        static KEY: std::sync::OnceLock<HashKey> = std::sync::OnceLock::new();
        KEY.get_or_init(|| {
            let random = std::hash::RandomState::new();
            HashKey::new(core::array::from_fn(|number| random.hash_one(number)))
        })
    }

    /// The key of every process: there is no randomness. These are digits of π.
    #[cfg(not(feature = "std"))]
    #[inline(always)]
    fn get() -> &'static HashKey {
        static KEY: HashKey = HashKey::new([
            0x1319_8a2e_0370_7344,
            0xa409_3822_299f_31d0,
            0x082e_fa98_ec4e_6c89,
            0x4528_21e6_38d0_1377,
            0xbe54_66cf_34e9_0c6c,
            0xc0ac_29b7_c97c_50dd,
            0x3f84_d5b5_b547_0917,
        ]);
        &KEY
    }

    /// Adds a word to those that make one item.
    #[inline(always)]
    fn mix(&self, item: u64, word: u64) -> u64 {
        fold(item ^ word, self.multiplier)
    }
}

/// Items in two polynomial hashes: that of [`Summed`], and one under the key of this process.
#[derive(Debug)]
pub(crate) struct Keyed {
    key: &'static HashKey,
    plain: Summed,
    items: Accumulator,
    /// The items before each part that is being gathered.
    outer: Vec<Accumulator>,
    block: Block,
}

/// The items that came last, twice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeyedAtHand {
    plain: SummedAtHand,
    block: Block,
    item: u64,
}

/// The items of a part, twice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeyedPart {
    plain: Accumulator,
    keyed: Accumulator,
}

/// A hash, and the one under the key of this process.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct KeyedHash {
    pub(crate) plain: u64,
    pub(crate) keyed: u64,
}

impl From<u64> for KeyedHash {
    fn from(word: u64) -> Self {
        KeyedHash { plain: word, keyed: word }
    }
}

impl Default for Keyed {
    fn default() -> Self {
        Keyed {
            key: HashKey::get(),
            plain: Summed::default(),
            items: Accumulator::EMPTY,
            outer: Vec::new(),
            block: Block::EMPTY,
        }
    }
}

impl Keyed {
    #[inline(always)]
    fn end_block(&mut self, at_hand: &mut KeyedAtHand) {
        if !at_hand.block.is_empty() {
            self.items.append(at_hand.block.end_at(&self.key.powers));
        }
    }

    #[inline(always)]
    fn keyed_value(&mut self, at_hand: &mut KeyedAtHand, value: u64) {
        if at_hand.block.push_at(&self.key.powers, value) {
            self.end_block(at_hand);
        }
    }
}

impl Items for Keyed {
    type AtHand = KeyedAtHand;
    type Part = KeyedPart;
    type Value = KeyedHash;
    const APART: bool = false;
    const EMPTY: KeyedPart = KeyedPart { plain: Accumulator::EMPTY, keyed: Accumulator::EMPTY };

    #[inline(always)]
    fn take_at_hand(&mut self) -> KeyedAtHand {
        KeyedAtHand { plain: self.plain.take_at_hand(), block: self.block, item: self.key.item }
    }
    #[inline(always)]
    fn put_back(&mut self, at_hand: KeyedAtHand) {
        self.plain.put_back(at_hand.plain);
        self.block = at_hand.block;
    }
    #[inline(always)]
    fn word(&mut self, at_hand: &mut KeyedAtHand, word: u64) {
        self.plain.word(&mut at_hand.plain, word);
        self.keyed_word(at_hand, word);
    }
    #[inline(always)]
    fn keyed_word(&mut self, at_hand: &mut KeyedAtHand, word: u64) {
        at_hand.item = self.key.mix(at_hand.item, word);
    }
    #[inline(always)]
    fn bytes(&mut self, at_hand: &mut KeyedAtHand, bytes: &[u8]) {
        self.plain.bytes(&mut at_hand.plain, bytes);
        let hash = self.key.hash_of_bytes(bytes);
        self.keyed_word(at_hand, hash);
    }
    #[inline(always)]
    fn word_of(&mut self, at_hand: &mut KeyedAtHand, value: KeyedHash) {
        self.plain.word(&mut at_hand.plain, value.plain);
        self.keyed_word(at_hand, value.keyed);
    }
    fn opaque<T: StdHash>(&mut self, at_hand: &mut KeyedAtHand, value: &T) {
        let mut both = OpaqueTwice { plain: OpaqueItems::default(), keyed: self.key.hasher() };
        value.hash(&mut both);
        let OpaqueTwice { plain, keyed } = both;
        self.word_of(at_hand, KeyedHash { plain: plain.finish(), keyed: keyed.finish() });
    }
    #[inline(always)]
    fn begin_leaves(&mut self, at_hand: &mut KeyedAtHand) {
        self.plain.begin_leaves(&mut at_hand.plain);
    }
    #[inline(always)]
    fn end_leaves(&mut self, at_hand: &mut KeyedAtHand) -> KeyedPart {
        let item = core::mem::replace(&mut at_hand.item, self.key.item);
        let keyed = Accumulator::one_at(&self.key.powers, item);
        KeyedPart { plain: self.plain.end_leaves(&mut at_hand.plain), keyed }
    }
    #[inline(always)]
    fn end_place(&mut self, at_hand: &mut KeyedAtHand) {
        self.plain.end_place(&mut at_hand.plain);
        let item = core::mem::replace(&mut at_hand.item, self.key.item);
        // A place without words adds nothing.
        if item != self.key.item {
            self.keyed_value(at_hand, item);
        }
    }
    #[inline(always)]
    fn value(&mut self, at_hand: &mut KeyedAtHand, value: KeyedHash) {
        self.plain.value(&mut at_hand.plain, value.plain);
        self.keyed_value(at_hand, value.keyed);
    }
    #[inline(always)]
    fn begin(&mut self, at_hand: &mut KeyedAtHand) {
        self.plain.begin(&mut at_hand.plain);
        self.end_block(at_hand);
        self.outer.push(core::mem::replace(&mut self.items, Accumulator::EMPTY));
    }
    #[inline(always)]
    fn end(&mut self, at_hand: &mut KeyedAtHand) -> KeyedPart {
        self.end_block(at_hand);
        let outer = self.outer.pop().unwrap_or(Accumulator::EMPTY);
        let keyed = core::mem::replace(&mut self.items, outer);
        KeyedPart { plain: self.plain.end(&mut at_hand.plain), keyed }
    }
    #[inline(always)]
    fn part(&mut self, at_hand: &mut KeyedAtHand, part: KeyedPart) {
        self.plain.part(&mut at_hand.plain, part.plain);
        self.end_block(at_hand);
        self.items.append(part.keyed);
    }
    #[inline(always)]
    fn finish(part: KeyedPart) -> KeyedHash {
        KeyedHash { plain: Summed::finish(part.plain), keyed: part.keyed.finish() }
    }
    #[inline(always)]
    fn of<const N: usize>(items: [KeyedHash; N]) -> KeyedHash {
        let key = HashKey::get();
        let keyed = items.iter().fold(key.item, |item, word| key.mix(item, word.keyed));
        KeyedHash { plain: Summed::of(items.map(|item| item.plain)), keyed: scramble(keyed) }
    }
    fn key(hash: &KeyHash<'_>) -> KeyedHash {
        let plain = Summed::key(hash);
        KeyedHash { plain, keyed: hash.content.map_or(plain, |content| HashKey::get().hash_of_bytes(content)) }
    }
    fn bits(value: KeyedHash) -> u64 {
        value.plain
    }
    fn add(one: KeyedHash, other: KeyedHash) -> KeyedHash {
        // What has no order is added up under the key as well: its hashes are secret.
        KeyedHash { plain: Summed::add(one.plain, other.plain), keyed: one.keyed.wrapping_add(other.keyed) }
    }
    fn clear(&mut self) {
        self.plain.clear();
        self.items = Accumulator::EMPTY;
        self.outer.clear();
        self.block = Block::EMPTY;
    }
    fn frame<'a>(part: SinglePart<'a>) -> Frame<'a, Hash<'a, Self>> {
        part.keyed
    }
}

impl HashKey {
    #[inline(always)]
    fn hasher(&self) -> ahash::AHasher {
        core::hash::BuildHasher::build_hasher(&self.bytes)
    }

    #[inline(always)]
    fn hash_of_bytes(&self, bytes: &[u8]) -> u64 {
        let mut hasher = self.hasher();
        hasher.write(bytes);
        hasher.write_usize(bytes.len());
        hasher.finish()
    }
}

/// Takes what a type's own `Hash` writes, for both hashes.
struct OpaqueTwice {
    plain: OpaqueItems,
    keyed: ahash::AHasher,
}

macro_rules! writes {
    ($($method:ident: $number:ty),*) => {$(
        fn $method(&mut self, number: $number) {
            self.plain.$method(number);
            self.keyed.$method(number);
        }
    )*};
}

impl Hasher for OpaqueTwice {
    fn finish(&self) -> u64 {
        self.plain.finish()
    }
    fn write(&mut self, bytes: &[u8]) {
        self.plain.write(bytes);
        self.keyed.write(bytes);
        self.keyed.write_usize(bytes.len());
    }
    writes! { write_u8: u8, write_u16: u16, write_u32: u32, write_u64: u64, write_u128: u128, write_usize: usize }
}

#[cfg(test)]
mod tests {
    use core::hash::Hasher;

    use super::{HashKey, Items, Keyed, KeyedHash, Summed};

    fn sequence<I: Items>(words: &[u64]) -> I::Value {
        let mut items = I::default();
        let mut at_hand = items.take_at_hand();
        items.begin(&mut at_hand);
        for word in words {
            items.word(&mut at_hand, *word);
            items.end_place(&mut at_hand);
        }
        I::finish(items.end(&mut at_hand))
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

    #[test]
    fn another_key_gives_other_hashes() {
        let [one, other] = [1, 2].map(|seed| HashKey::new([seed; 7]));
        assert_ne!(one.mix(1, 2), other.mix(1, 2));
        assert_ne!(one.hash_of_bytes(b"a"), other.hash_of_bytes(b"a"));
        assert_ne!(one.powers[1], other.powers[1]);
        assert_eq!(one.hasher().finish(), HashKey::new([1; 7]).hasher().finish());
    }
}
