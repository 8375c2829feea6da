//! Interned texts: equal texts get the same number, different texts get different numbers.

use alloc::vec::Vec;

use crate::tables::index::Index;

/// Texts, numbered. They are found by their hashes, and told apart by what they are.
#[derive(Default)]
pub(super) struct Interned {
    texts: Vec<u8>,
    /// Where each of them ends.
    ends: Vec<usize>,
    index: Index,
    /// Seeded at random where there is randomness (with `std`), since texts may be attacker-controlled.
    hasher: ahash::RandomState,
}

impl Interned {
    /// The number of a text.
    pub(super) fn number(&mut self, text: &[u8]) -> usize {
        let Interned { texts, ends, index, hasher } = self;
        let at = |number: usize| {
            let start = number.checked_sub(1).map_or(0, |before| ends[before]);
            &texts[start..ends[number]]
        };
        let hash = hasher.hash_one(text);
        if let Some(number) = index.get(hash, |number| at(number) == text) {
            return number;
        }
        let number = ends.len();
        index.add(hash, number, |number| hasher.hash_one(at(number)));
        texts.extend_from_slice(text);
        ends.push(texts.len());
        number
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::Interned;

    #[test]
    fn equal_texts_have_one_number() {
        let mut interned = Interned::default();
        let numbers = [b"", b"a" as &[u8], b"b", b"a", b""].map(|text| interned.number(text));
        assert_eq!(numbers, [0, 1, 2, 1, 0]);
        let many: Vec<usize> = (0_u32..1000).map(|n| interned.number(&n.to_ne_bytes())).collect();
        assert!((0_u32..1000).all(|n| interned.number(&n.to_ne_bytes()) == many[n as usize]));
    }
}
