//! Interned texts: equal texts get the same number, different texts get different numbers.

use alloc::vec::Vec;

use hashbrown::HashTable;

use crate::describe::leaf::Encoder;

/// A text made of words, runs of bytes and numbers, which say themselves where they end.
#[derive(Default)]
pub(super) struct Text(Vec<u8>);

/// What comes next in a text.
#[derive(Clone, Copy)]
enum Part {
    LeafEnds,
    Word,
    Bytes,
    Number,
}

impl Text {
    pub(super) fn length(&self) -> usize {
        self.0.len()
    }

    pub(super) fn truncate(&mut self, length: usize) {
        self.0.truncate(length);
    }

    /// What was written from here on.
    pub(super) fn since(&self, length: usize) -> &[u8] {
        &self.0[length..]
    }

    fn put(&mut self, part: Part, number: usize) {
        self.0.push(part as u8);
        self.0.extend_from_slice(&number.to_ne_bytes());
    }

    /// Adds a number that was given to something.
    pub(super) fn number(&mut self, number: usize) {
        self.put(Part::Number, number);
    }

    /// Ends a leaf, of which it is not known how many words and bytes it writes.
    pub(super) fn end_leaf(&mut self) {
        self.0.push(Part::LeafEnds as u8);
    }
}

impl Encoder for Text {
    fn word(&mut self, word: u64) {
        self.0.push(Part::Word as u8);
        self.0.extend_from_slice(&word.to_ne_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.put(Part::Bytes, bytes.len());
        self.0.extend_from_slice(bytes);
    }
}

/// Texts, numbered. They are found by their hashes, and told apart by what they are.
#[derive(Default)]
pub(super) struct Interned {
    texts: Vec<u8>,
    /// Where each of them ends.
    ends: Vec<usize>,
    index: HashTable<usize>,
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
        if let Some(number) = index.find(hash, |number| at(*number) == text) {
            return *number;
        }
        let number = ends.len();
        index.insert_unique(hash, number, |number| hasher.hash_one(at(*number)));
        texts.extend_from_slice(text);
        ends.push(texts.len());
        number
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::{Interned, Text};
    use crate::describe::leaf::Encoder;

    #[test]
    fn equal_texts_have_one_number() {
        let mut interned = Interned::default();
        let numbers = [b"", b"a" as &[u8], b"b", b"a", b""].map(|text| interned.number(text));
        assert_eq!(numbers, [0, 1, 2, 1, 0]);
        let many: Vec<usize> = (0_u32..1000).map(|n| interned.number(&n.to_ne_bytes())).collect();
        assert!((0_u32..1000).all(|n| interned.number(&n.to_ne_bytes()) == many[n as usize]));
    }

    #[test]
    fn parts_of_a_text_say_where_they_end() {
        let text = |write: &dyn Fn(&mut Text)| {
            let mut text = Text::default();
            write(&mut text);
            text.0
        };
        let texts = [
            text(&|text| text.word(1)),
            text(&|text| text.number(1)),
            text(&|text| text.bytes(&1_u64.to_ne_bytes())),
            text(&|text| {
                text.bytes(b"a");
                text.bytes(b"b");
            }),
            text(&|text| text.bytes(b"ab")),
            text(&|text| {
                text.bytes(b"ab");
                text.end_leaf();
            }),
        ];
        for (index, one) in texts.iter().enumerate() {
            assert!(texts[..index].iter().all(|other| one != other));
        }
    }
}
