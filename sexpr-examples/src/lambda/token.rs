//! The words of a program's text.

use std::fmt;
use std::ops::Range;

use crate::text::elided;

/// A place in the text, in bytes.
pub(super) type Place = Range<usize>;

/// A token and the bytes that it takes up.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Token<'s> {
    pub(super) kind: TokenKind<'s>,
    pub(super) place: Place,
}

/// A word of the text.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum TokenKind<'s> {
    /// A name that begins with a small letter, or with `_`.
    Name(&'s str),
    /// A name that begins with a capital letter.
    Constructor(&'s str),
    Keyword(&'static str),
    Integer(i64),
    String(String),
    Symbol(&'static str),
    End,
}

/// The words that cannot be names.
pub(super) const KEYWORDS: &[&str] = &["let", "letrec", "and", "in", "match"];

/// The words that are neither names nor literals.
pub(super) const SYMBOLS: &[&str] = &["->", "\\", ".", "=", "(", ")", "{", "}", ";"];

/// The pattern that fits everything.
pub(super) const WILDCARD: &str = "_";

/// What a word without digits at its beginning is.
pub(super) fn word(word: &str) -> TokenKind<'_> {
    if word == WILDCARD {
        return TokenKind::Symbol(WILDCARD);
    }
    if let Some(keyword) = KEYWORDS.iter().copied().find(|keyword| *keyword == word) {
        return TokenKind::Keyword(keyword);
    }
    if word.starts_with(char::is_uppercase) { TokenKind::Constructor(word) } else { TokenKind::Name(word) }
}

/// Whether a word may begin with this.
pub(super) fn begins_word(c: char) -> bool {
    c == '_' || c.is_alphabetic()
}

/// Whether a word may go on with this.
pub(super) fn continues_word(c: char) -> bool {
    c == '_' || c == '\'' || c.is_alphanumeric()
}

impl fmt::Display for TokenKind<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) | Self::Constructor(name) => write!(f, "`{}`", elided(name)),
            Self::Keyword(word) | Self::Symbol(word) => write!(f, "`{word}`"),
            Self::Integer(value) => write!(f, "`{value}`"),
            Self::String(_) => f.write_str("a string"),
            Self::End => f.write_str("the end of the file"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_letter_tells_constructors_from_variables() {
        for (text, kind) in [
            ("x", TokenKind::Name("x")),
            ("_x", TokenKind::Name("_x")),
            ("_X", TokenKind::Name("_X")),
            ("日", TokenKind::Name("日")),
            ("X", TokenKind::Constructor("X")),
            ("Öl", TokenKind::Constructor("Öl")),
            ("let", TokenKind::Keyword("let")),
            ("Let", TokenKind::Constructor("Let")),
            ("lets", TokenKind::Name("lets")),
            ("_", TokenKind::Symbol("_")),
        ] {
            assert_eq!(word(text), kind);
        }
    }

    #[test]
    fn long_names_are_not_told_in_full() {
        assert_eq!(TokenKind::Name(&"x".repeat(1000)).to_string().chars().count(), 43);
    }
}
