//! `Text`: an injective encoding of leaves, and of numbers of variants and elements.

use alloc::vec::Vec;
use core::any::TypeId;

use crate::{
    describe::leaf::Encoder,
    tables::index::{Numbered, mix},
};

/// The encodings of the nodes that are being visited, each after the encodings of the enclosing nodes.
#[derive(Default)]
pub(crate) struct Text {
    bytes: Vec<u8>,
    types: Numbered<TypeId>,
}

/// A tag before each item, which makes the encoding injective.
#[derive(Clone, Copy)]
enum Tag {
    LeafEnds,
    FieldEnds,
    Word,
    Bytes,
    Number,
}

impl Text {
    pub(crate) fn length(&self) -> usize {
        self.bytes.len()
    }

    pub(crate) fn truncate(&mut self, length: usize) {
        self.bytes.truncate(length);
    }

    pub(crate) fn since(&self, length: usize) -> &[u8] {
        &self.bytes[length..]
    }

    fn put(&mut self, tag: Tag, word: u64) {
        self.bytes.push(tag as u8);
        self.bytes.extend_from_slice(&word.to_le_bytes());
    }

    /// Writes a number. Numbers are valid in this text only.
    pub(crate) fn number(&mut self, number: usize) {
        self.put(Tag::Number, number as u64);
    }

    /// Ends the description of a field, after which its value follows.
    pub(crate) fn end_field(&mut self) {
        self.bytes.push(Tag::FieldEnds as u8);
    }

    /// Writes the number of a type.
    pub(crate) fn ty(&mut self, ty: TypeId) {
        let number = self.types.number(ty);
        self.number(number);
    }

    pub(crate) fn end_leaf(&mut self) {
        self.bytes.push(Tag::LeafEnds as u8);
    }
}

/// An item of a text: a number, or the hash of a leaf.
pub(crate) enum Written {
    Number(u64),
    Leaf(u64),
}

impl Text {
    /// Removes all items, and calls `each` with each of them. Descriptions of fields do not count as items.
    pub(crate) fn take(&mut self, mut each: impl FnMut(Written)) {
        const TAG: usize = 1 + size_of::<u64>();
        let (mut rest, mut hash) = (&self.bytes[..], 0);
        while let Some(tag) = rest.first() {
            let is_end = *tag <= Tag::FieldEnds as u8;
            let word =
                rest.get(1..TAG).filter(|_| !is_end).and_then(|word| word.try_into().ok()).map(u64::from_le_bytes);
            rest = &rest[if is_end { 1 } else { TAG }..];
            match word {
                Some(word) if *tag == Tag::Number as u8 => each(Written::Number(word)),
                Some(length) if *tag == Tag::Bytes as u8 => {
                    let (bytes, after) = rest.split_at(length as usize);
                    hash = mix(hash, length);
                    for chunk in bytes.chunks(8) {
                        hash = mix(hash, chunk.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)));
                    }
                    rest = after;
                }
                Some(word) => hash = mix(hash, word),
                None if *tag == Tag::FieldEnds as u8 => hash = 0,
                None => each(Written::Leaf(core::mem::take(&mut hash))),
            }
        }
        self.bytes.clear();
    }
}

impl Encoder for Text {
    fn word(&mut self, word: u64) {
        self.put(Tag::Word, word);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.put(Tag::Bytes, bytes.len() as u64);
        self.bytes.extend_from_slice(bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::Text;
    use crate::describe::leaf::Encoder;

    #[test]
    fn parts_of_a_text_say_where_they_end() {
        let text = |write: &dyn Fn(&mut Text)| {
            let mut text = Text::default();
            write(&mut text);
            text.bytes
        };
        let texts = [
            text(&|text| text.word(1)),
            text(&|text| text.number(1)),
            text(&|text| text.bytes(&1_u64.to_le_bytes())),
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
