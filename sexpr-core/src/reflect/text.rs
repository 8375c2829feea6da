//! `Text`: what leaves, and numbers of variants and elements, are written to.

use alloc::vec::Vec;

use crate::describe::leaf::Encoder;

/// What is written of nodes that are under way, each after those around it.
#[derive(Default)]
pub(crate) struct Text(Vec<u8>);

/// What comes next in a text. So no two texts are the same that were written differently.
#[derive(Clone, Copy)]
enum Tag {
    LeafEnds,
    Word,
    Bytes,
    Number,
}

impl Text {
    pub(crate) fn length(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn truncate(&mut self, length: usize) {
        self.0.truncate(length);
    }

    pub(crate) fn since(&self, length: usize) -> &[u8] {
        &self.0[length..]
    }

    fn put(&mut self, tag: Tag, word: u64) {
        self.0.push(tag as u8);
        self.0.extend_from_slice(&word.to_le_bytes());
    }

    /// Writes a number that means something in this text only.
    pub(crate) fn number(&mut self, number: usize) {
        self.put(Tag::Number, number as u64);
    }

    pub(crate) fn end_leaf(&mut self) {
        self.0.push(Tag::LeafEnds as u8);
    }
}

impl Encoder for Text {
    fn word(&mut self, word: u64) {
        self.put(Tag::Word, word);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.put(Tag::Bytes, bytes.len() as u64);
        self.0.extend_from_slice(bytes);
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
            text.0
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
