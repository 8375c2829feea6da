//! The tokens of index expressions.

use std::fmt;

use super::error::{ErrorKind, Mistake};
use super::limits::NEST_LIMIT;
use crate::text::{Scanner, Tokens, Word, elided, keyword, literal};

/// A token of a text.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum TokenKind<'s> {
    /// The absolute value.
    Int(u64),
    Name(&'s str),
    Keyword(&'static str),
    Symbol(&'static str),
    End,
}

/// The words that cannot be names.
const KEYWORDS: &[&str] =
    &["True", "False", "mod", "ceildiv", "floordiv", "min", "Min", "max", "Max", "Mod", "Piecewise"];

/// Splits a text into tokens.
pub(super) fn tokens(text: &str) -> Result<Tokens<TokenKind<'_>>, Mistake> {
    let mut scanner = Scanner::new(text);
    while let Some(c) = scanner.peek() {
        let start = scanner.at();
        if c.is_whitespace() {
            scanner.take(c);
        } else if c.is_ascii_digit() {
            let value = literal::integer(scanner.take_while(continues_name));
            let value = value.map_err(|error| scanner.mistake(error, start))?;
            scanner.push(TokenKind::Int(value), start);
        } else if begins_name(c) {
            let kind = word(scanner.take_while(continues_name));
            scanner.push(kind, start);
        } else {
            scanner.symbol()?;
        }
    }
    scanner.finish()
}

/// Whether a text is a name, and no word of the language.
pub(super) fn is_name(text: &str) -> bool {
    text.starts_with(begins_name) && text.chars().all(continues_name) && word(text) == TokenKind::Name(text)
}

fn begins_name(c: char) -> bool {
    c == '_' || c == '$' || c.is_ascii_alphabetic()
}

fn continues_name(c: char) -> bool {
    begins_name(c) || c.is_ascii_digit()
}

fn word(text: &str) -> TokenKind<'_> {
    keyword(KEYWORDS, text).map_or(TokenKind::Name(text), TokenKind::Keyword)
}

impl fmt::Display for TokenKind<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(value) => write!(f, "`{value}`"),
            Self::Name(name) => write!(f, "`{}`", elided(name)),
            Self::Keyword(word) | Self::Symbol(word) => write!(f, "`{word}`"),
            Self::End => f.write_str("the end of the text"),
        }
    }
}

impl Word for TokenKind<'_> {
    fixed_words!();

    type Error = ErrorKind;

    const SYMBOLS: &'static [&'static str] =
        &["//", "%", "+", "-", "*", "<=", ">=", "==", "!=", "<", ">", "(", ")", ",", ":", "~", "&", "|"];
    const NEST_LIMIT: usize = NEST_LIMIT;
}
