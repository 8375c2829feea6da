//! Tokens: what a lexer makes of a text, and a parser reads.

use std::fmt::{Debug, Display};
use std::ops::Range;

use super::SyntaxError;

/// A place in a text, in bytes.
pub(crate) type Place = Range<usize>;

/// A token and its place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Token<K> {
    pub(crate) kind: K,
    pub(crate) place: Place,
    /// The distance from an opening bracket to the closing one, in tokens; 0 for other tokens.
    pub(crate) closing: usize,
}

/// The tokens of a whole text.
#[derive(Debug)]
pub(crate) struct Tokens<K> {
    pub(crate) words: Vec<Token<K>>,
    /// The end of the text, which is no word.
    pub(crate) end: Token<K>,
}

/// The kinds of a language's tokens. They display as messages call them.
pub(crate) trait Word: Clone + Debug + Display + PartialEq {
    /// The kinds of mistakes in the language's texts.
    type Error: From<SyntaxError>;

    /// The tokens without letters and digits. Where one begins with another, it comes first.
    const SYMBOLS: &'static [&'static str];

    /// The symbols that must match.
    const BRACKETS: &'static [[&'static str; 2]] = &[];

    /// The greatest depth of brackets and the like.
    const NEST_LIMIT: usize = usize::MAX;

    /// The end of a text.
    const END: Self;

    /// One of [`Self::SYMBOLS`].
    fn symbol(symbol: &'static str) -> Self;

    /// The symbol or keyword that this is.
    fn fixed(&self) -> Option<&'static str>;

    /// Whether this is the end of a line, or the beginning or end of a block.
    fn is_layout(&self) -> bool {
        false
    }

    /// How to correct a text that has this in place of one of the expected tokens.
    fn help(&self, _expected: &[String]) -> Option<&'static str> {
        None
    }

    /// The mistake of a text that has this in place of one of the expected tokens.
    fn unexpected(&self, expected: &[String]) -> Self::Error {
        SyntaxError::expected(expected, self, self.help(expected)).into()
    }
}

/// The keyword that a word is.
pub(crate) fn keyword(keywords: &[&'static str], word: &str) -> Option<&'static str> {
    keywords.iter().copied().find(|keyword| *keyword == word)
}

/// Whether a name may begin with this.
pub(crate) fn begins_name(c: char) -> bool {
    c == '_' || c.is_alphabetic()
}

/// Whether a name may go on with this.
pub(crate) fn continues_name(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}
