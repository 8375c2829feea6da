//! `Keyed` items: the hash that is the same everywhere and, in the same pass, a second one under a secret key.
//!
//! The key is drawn at random for the process. Tables of [`StructuralKey`](crate::StructuralKey) use the second hash.
//! Its items are mixed under the key already, since items of the first hash can be made to collide.

use core::hash::{Hash as StdHash, Hasher};

use crate::{
    describe::identity::KeyHash,
    describe::virtual_part::SinglePart,
    engine::frame::Frame,
    ops::hash::{
        Hash,
        items::{Hashing, Summed},
    },
    rules::items::{Items, OpaqueItems},
    tables::poly_hash::{Accumulator, Block, Powers, fold, scramble},
};

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
            powers: Powers::of_square(root),
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

/// Items in two polynomial hashes: that of [`Summed`], and one under the key of this process.
#[derive(Debug)]
pub(crate) struct Keyed {
    key: &'static HashKey,
    items: Both<Summed>,
}

/// Something of the hash that is the same everywhere, and the same of the one under the key of this process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Both<T> {
    pub(crate) plain: T,
    pub(crate) keyed: T,
}

/// A hash, and the one under the key of this process.
pub(crate) type KeyedHash = Both<u64>;

impl From<u64> for KeyedHash {
    fn from(word: u64) -> Self {
        Both { plain: word, keyed: word }
    }
}

impl Default for Keyed {
    fn default() -> Self {
        Keyed { key: HashKey::get(), items: Both::default() }
    }
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
        Both { plain: self.items.plain.no_words(), keyed: self.key.item }
    }
    #[inline(always)]
    fn are_none(&self, words: &Both<u64>) -> bool {
        self.items.plain.are_none(&words.plain) && words.keyed == self.key.item
    }
    #[inline(always)]
    fn word(&mut self, words: &mut Both<u64>, word: u64) {
        self.word_of(words, word.into());
    }
    #[inline(always)]
    fn keyed_word(&mut self, words: &mut Both<u64>, word: u64) {
        words.keyed = self.key.mix(words.keyed, word);
    }
    #[inline(always)]
    fn bytes(&mut self, words: &mut Both<u64>, bytes: &[u8]) {
        self.items.plain.bytes(&mut words.plain, bytes);
        let hash = self.key.hash_of_bytes(bytes);
        self.keyed_word(words, hash);
    }
    #[inline(always)]
    fn word_of(&mut self, words: &mut Both<u64>, value: KeyedHash) {
        self.items.plain.word(&mut words.plain, value.plain);
        self.keyed_word(words, value.keyed);
    }
    fn opaque<T: StdHash>(&mut self, words: &mut Both<u64>, value: &T) {
        let mut both = OpaqueTwice { plain: OpaqueItems::default(), keyed: self.key.hasher() };
        value.hash(&mut both);
        let OpaqueTwice { plain, keyed } = both;
        self.word_of(words, Both { plain: plain.finish(), keyed: keyed.finish() });
    }
    #[inline(always)]
    fn leaves(&mut self, words: Both<u64>) -> Both<Accumulator> {
        let has_words = words.keyed != self.key.item;
        let keyed = if has_words { Accumulator::one(&self.key.powers, words.keyed) } else { Accumulator::EMPTY };
        Both { plain: self.items.plain.leaves(words.plain), keyed }
    }
    #[inline(always)]
    fn item(&mut self, words: Both<u64>) {
        // A keyed word is no word of the other.
        if !self.items.plain.are_none(&words.plain) {
            self.items.plain.item(words.plain);
        }
        self.items.keyed.push(&self.key.powers, words.keyed);
    }
    #[inline(always)]
    fn value(&mut self, value: KeyedHash) {
        self.items.plain.value(value.plain);
        self.items.keyed.push(&self.key.powers, value.keyed);
    }
    #[inline(always)]
    fn begin(&mut self) {
        self.items.plain.begin();
        self.items.keyed.begin_at(&self.key.powers);
    }
    #[inline(always)]
    fn end(&mut self) -> Both<Accumulator> {
        Both { plain: self.items.plain.end(), keyed: self.items.keyed.end_at(&self.key.powers) }
    }
    #[inline(always)]
    fn mark(&mut self) -> Self::Mark {
        Both { plain: self.items.plain.mark(), keyed: self.items.keyed.mark() }
    }
    fn before(mark: Self::Mark) -> Both<Accumulator> {
        Both { plain: Summed::before(mark.plain), keyed: Summed::items_before(&HashKey::get().powers, mark.keyed) }
    }
    fn since(&mut self, before: Both<Accumulator>) -> Both<Accumulator> {
        let keyed = self.items.keyed.since_at(&self.key.powers, before.keyed);
        Both { plain: self.items.plain.since(before.plain), keyed }
    }
    #[inline(always)]
    fn part(&mut self, part: Both<Accumulator>) {
        self.items.plain.part(part.plain);
        self.items.keyed.append(&self.key.powers, part.keyed);
    }
    #[inline(always)]
    fn finish(part: Both<Accumulator>) -> KeyedHash {
        Both { plain: part.plain.finish(), keyed: part.keyed.finish() }
    }
    #[inline(always)]
    fn of<const N: usize>(items: [KeyedHash; N]) -> KeyedHash {
        let key = HashKey::get();
        let keyed = items.iter().fold(key.item, |item, word| key.mix(item, word.keyed));
        Both { plain: Summed::of(items.map(|item| item.plain)), keyed: scramble(keyed) }
    }
    fn key(hash: &KeyHash<'_>) -> KeyedHash {
        let plain = Summed::key(hash);
        Both { plain, keyed: hash.content.map_or(plain, |content| HashKey::get().hash_of_bytes(content)) }
    }
    fn clear(&mut self) {
        self.items.plain.clear();
        self.items.keyed.clear();
    }
}

impl Hashing for Keyed {
    fn frame<'a>(part: SinglePart<'a>) -> Frame<'a, Hash<'a, Self>> {
        part.keyed
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

    use super::{Accumulator, HashKey, Items, Keyed, KeyedHash, Summed};

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

    #[test]
    fn another_key_gives_other_hashes() {
        let [one, other] = [1, 2].map(|seed| HashKey::new([seed; 7]));
        assert_ne!(one.mix(1, 2), other.mix(1, 2));
        assert_ne!(one.hash_of_bytes(b"a"), other.hash_of_bytes(b"a"));
        assert_ne!(Accumulator::one(&one.powers, 1).finish(), Accumulator::one(&other.powers, 1).finish());
        assert_eq!(one.hasher().finish(), HashKey::new([1; 7]).hasher().finish());
    }
}
