//! The items of a hash, and the interface by which `numbering` gathers them.

use core::fmt;

use crate::describe::key_table::KeyHash;

/// A sequence of items under construction, some parts of which are gathered apart.
///
/// Leaves are words; adjacent words make one item.
pub(crate) trait Items: Default + 'static {
    /// The words of an item, so far.
    type Words: fmt::Debug + Default;
    /// The items of a part.
    type Part: Copy + fmt::Debug;
    /// The beginning of a part that stays among the items around it.
    type Mark: Copy + fmt::Debug;
    /// The hash of a part.
    type Value: Copy + Ord + fmt::Debug + Default + From<u64>;
    /// Whether each node's items are gathered apart. If not, a part's items are those of the whole.
    const APART: bool;
    /// A part without items.
    const EMPTY: Self::Part;

    /// No words.
    fn no_words(&self) -> Self::Words;
    /// Whether there are none.
    fn are_none(&self, words: &Self::Words) -> bool;
    /// Adds a word.
    fn word(&mut self, words: &mut Self::Words, word: u64);
    /// Adds a run of bytes.
    fn bytes(&mut self, words: &mut Self::Words, bytes: &[u8]);
    /// Adds a hash.
    fn word_of(&mut self, words: &mut Self::Words, value: Self::Value);
    /// Adds a word that distinguishes, under the key of the process, values of one hash.
    #[inline(always)]
    fn keyed_word(&mut self, _: &mut Self::Words, _: u64) {}
    /// The hash of an opaque value, whose type's own `Hash` wrote these words.
    fn opaque(words: Self::Words) -> Self::Value;
    /// The part that has these words alone.
    fn leaves(&mut self, words: Self::Words) -> Self::Part;
    /// Adds the item that is made of words, of which there is at least one.
    fn item(&mut self, words: Self::Words);
    /// Adds the hash of something as an item.
    fn value(&mut self, value: Self::Value);
    /// Begins to gather a part.
    fn begin(&mut self);
    /// Ends the innermost part.
    fn end(&mut self) -> Self::Part;
    /// Marks where a part begins, whose items are added to those before it.
    fn mark(&mut self) -> Self::Mark;
    /// The items before a mark, for [`since`](Self::since).
    fn before(mark: Self::Mark) -> Self::Part;
    /// Ends the part that began after these items. If each node's items are gathered apart, each mark must be ended, in
    /// order; otherwise a mark whose part is not needed need not be ended.
    fn since(&mut self, before: Self::Part) -> Self::Part;
    /// Marks the place of a hash that is added next.
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
    /// Forgets everything but the memory.
    fn clear(&mut self);
}
