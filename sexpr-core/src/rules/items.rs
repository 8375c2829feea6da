//! `Items`: the interface by which `numbering` gathers the items of a hash.

use core::fmt;

use crate::describe::key_table::KeyHash;

/// A sequence of items under construction. Some parts of the sequence are gathered apart.
///
/// A leaf is encoded as words. Adjacent words make one item.
pub(crate) trait Items: Default + 'static {
    /// The words of an unfinished item.
    type Words: fmt::Debug + Default;
    /// The items of a part.
    type Part: Copy + fmt::Debug;
    /// The beginning of a part that also stays in the enclosing sequence: see `mark` and `since`.
    type Mark: Copy + fmt::Debug;
    /// The hash of a part.
    type Value: Copy + Ord + fmt::Debug + Default + From<u64>;
    /// Whether the items of each node are gathered apart. If not, the items of a part are items of the whole.
    const APART: bool;
    /// A part without items.
    const EMPTY: Self::Part;

    /// No words.
    fn no_words(&self) -> Self::Words;
    /// Whether there are no words.
    fn are_none(&self, words: &Self::Words) -> bool;
    /// Adds a word.
    fn word(&mut self, words: &mut Self::Words, word: u64);
    /// Adds a run of bytes.
    fn bytes(&mut self, words: &mut Self::Words, bytes: &[u8]);
    /// Adds a hash.
    fn word_of(&mut self, words: &mut Self::Words, value: Self::Value);
    /// Adds a word, keyed by the process, that distinguishes values of one hash.
    #[inline(always)]
    fn keyed_word(&mut self, _: &mut Self::Words, _: u64) {}
    /// The hash of an opaque value, given the words that its own `Hash` wrote.
    fn opaque(words: Self::Words) -> Self::Value;
    /// The part that consists of these words.
    fn leaves(&mut self, words: Self::Words) -> Self::Part;
    /// Adds the item made of these words. There must be at least one word.
    fn item(&mut self, words: Self::Words);
    /// Adds a hash as an item.
    fn value(&mut self, value: Self::Value);
    /// Begins to gather a part.
    fn begin(&mut self);
    /// Ends the innermost part.
    fn end(&mut self) -> Self::Part;
    /// Marks the beginning of a part that is not gathered apart.
    fn mark(&mut self) -> Self::Mark;
    /// The items before a mark, for [`since`](Self::since).
    fn before(mark: Self::Mark) -> Self::Part;
    /// Ends the part that began after these items. If [`APART`](Self::APART), each mark must be ended, in order.
    /// Otherwise, marks whose part is not needed may be left unended.
    fn since(&mut self, before: Self::Part) -> Self::Part;
    /// Marks the place of the hash that is added next.
    #[inline(always)]
    fn mark_value(&mut self) -> Self::Mark {
        self.mark()
    }
    /// The part that consists of the hash that was added after these items.
    fn since_value(&mut self, before: Self::Part) -> Self::Part {
        self.since(before)
    }
    /// Adds a part.
    fn part(&mut self, part: Self::Part);
    /// The hash of a part.
    fn finish(part: Self::Part) -> Self::Value;
    /// The hash of a few items.
    fn of<const N: usize>(items: [Self::Value; N]) -> Self::Value;
    /// The hash of a key.
    fn key(hash: &KeyHash<'_>) -> Self::Value;
    /// Empties the sequence, and keeps the memory.
    fn clear(&mut self);
}
