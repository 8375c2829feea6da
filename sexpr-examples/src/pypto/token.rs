//! The words of a program's text.

use std::fmt;
use std::ops::Range;

use crate::text::elided;

/// A token and the bytes that it takes up.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Token<'s> {
    pub(crate) kind: TokenKind<'s>,
    pub(crate) range: Range<usize>,
}

/// A word of the text. Layout is tokens, too: the end of a line outside of brackets, and where blocks begin and
/// end.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum TokenKind<'s> {
    Name(&'s str),
    /// A word with a meaning of its own, or one that Python reserves.
    Keyword(&'static str),
    /// The absolute value; at most 2⁶³.
    Int(u64),
    Float(f64),
    Str(String),
    Symbol(&'static str),
    Newline,
    Indent,
    Dedent,
    End,
}

/// The words that cannot be names: those of the grammar, and those that Python reserves.
pub(crate) const KEYWORDS: &[&str] = &[
    "and", "def", "else", "False", "for", "from", "if", "import", "in", "not", "or", "return", "True", "xor", "yield",
    "as", "assert", "async", "await", "break", "class", "continue", "del", "elif", "except", "finally", "global", "is",
    "lambda", "None", "nonlocal", "pass", "raise", "try", "while", "with",
];

/// The words that are neither names nor literals, longest first where one begins another.
pub(crate) const SYMBOLS: &[&str] = &[
    "**", "//", "<<", ">>", "<=", ">=", "==", "!=", "->", "+", "-", "*", "/", "%", "<", ">", "=", "&", "|", "^", "~",
    "(", ")", "[", "]", ",", ":", ".",
];

/// The keyword that a word is.
pub(crate) fn keyword(word: &str) -> Option<&'static str> {
    KEYWORDS.iter().copied().find(|keyword| *keyword == word)
}

/// Whether a word may be a name.
pub(crate) fn is_name(word: &str) -> bool {
    let mut chars = word.chars();
    chars.next().is_some_and(begins_name) && chars.all(continues_name) && keyword(word).is_none()
}

/// Whether a name may begin with this.
pub(crate) fn begins_name(c: char) -> bool {
    c == '_' || c.is_alphabetic()
}

/// Whether a name may go on with this.
pub(crate) fn continues_name(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

impl fmt::Display for TokenKind<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "`{}`", elided(name)),
            Self::Keyword(word) | Self::Symbol(word) => write!(f, "`{word}`"),
            Self::Int(value) => write!(f, "`{value}`"),
            Self::Float(value) => write!(f, "`{value:?}`"),
            Self::Str(_) => f.write_str("a string"),
            Self::Newline => f.write_str("the end of the line"),
            Self::Indent => f.write_str("an indented line"),
            Self::Dedent => f.write_str("the end of the block"),
            Self::End => f.write_str("the end of the file"),
        }
    }
}
