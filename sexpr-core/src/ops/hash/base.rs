//! `Base`: the base of a polynomial hash, public or secret, and the functions that turn values into items.

use core::{
    fmt,
    hash::{BuildHasher, Hasher},
};

use crate::{
    describe::{key_table::KeyHash, keys::stable_hash},
    tables::poly_hash::{PLAIN, Powers, fold},
};

/// The base of a polynomial hash, and the functions that make its items. The default methods are the same everywhere.
pub(crate) trait Base: Copy + Default + fmt::Debug + 'static {
    /// The powers of the base.
    #[inline(always)]
    fn powers(self) -> &'static Powers {
        &PLAIN
    }
    /// An item without words.
    #[inline(always)]
    fn item(self) -> u64 {
        /// The fraction of π.
        const ITEM: u64 = 0x243f_6a88_85a3_08d3;
        ITEM
    }
    /// Adds a word to an item.
    #[inline(always)]
    fn mix(self, item: u64, word: u64) -> u64 {
        /// 2⁶⁴ divided by the golden ratio.
        const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;
        fold(item ^ word, MULTIPLIER)
    }
    /// The hash of a run of bytes.
    #[inline(always)]
    fn bytes(self, bytes: &[u8]) -> u64 {
        stable_hash(bytes)
    }
    /// The hash of a key.
    #[inline(always)]
    fn key(self, hash: &KeyHash<'_>) -> u64 {
        hash.bits as u64
    }
}

/// The base that is the same in every process.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Public;

impl Base for Public {}

/// The key of a hash.
///
/// Without the key, nobody can construct terms that collide. Words are mixed by a secret multiplication, runs of bytes
/// are hashed under the key, and the polynomial of a sequence is evaluated at a secret point. There, two sequences of
/// `n` items have the same value with a probability of at most `n / 2⁶³`.
#[derive(Debug)]
pub(crate) struct HashKey {
    /// An item without words.
    item: u64,
    /// The multiplier that mixes words: an odd number.
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
        static KEY: std::sync::OnceLock<HashKey> = std::sync::OnceLock::new();
        KEY.get_or_init(|| {
            let random = std::hash::RandomState::new();
            HashKey::new(core::array::from_fn(|number| random.hash_one(number)))
        })
    }

    /// The key of every process, without randomness: digits of π.
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
}

/// The base of this process.
pub(crate) type Secret = &'static HashKey;

impl Default for Secret {
    #[inline(always)]
    fn default() -> Self {
        HashKey::get()
    }
}

impl Base for Secret {
    #[inline(always)]
    fn powers(self) -> &'static Powers {
        &self.powers
    }
    #[inline(always)]
    fn item(self) -> u64 {
        self.item
    }
    #[inline(always)]
    fn mix(self, item: u64, word: u64) -> u64 {
        fold(item ^ word, self.multiplier)
    }
    #[inline(always)]
    fn bytes(self, bytes: &[u8]) -> u64 {
        let mut hasher = self.bytes.build_hasher();
        hasher.write(bytes);
        hasher.write_usize(bytes.len());
        hasher.finish()
    }
    #[inline(always)]
    fn key(self, hash: &KeyHash<'_>) -> u64 {
        hash.content.map_or(hash.bits as u64, |content| self.bytes(content))
    }
}

#[cfg(test)]
mod tests {
    use super::{Base, HashKey};
    use crate::tables::poly_hash::Accumulator;

    #[test]
    fn another_key_gives_other_hashes() {
        static KEYS: [HashKey; 3] = [HashKey::new([1; 7]), HashKey::new([2; 7]), HashKey::new([1; 7])];
        let [one, other, again] = KEYS.each_ref();
        assert_ne!(one.mix(1, 2), other.mix(1, 2));
        assert_ne!(one.bytes(b"a"), other.bytes(b"a"));
        assert_ne!(Accumulator::one(one.powers(), 1).finish(), Accumulator::one(other.powers(), 1).finish());
        assert_eq!(one.bytes(b"a"), again.bytes(b"a"));
    }
}
