//! The tokens of a program's text.

use std::fmt;

use super::error::ErrorKind;
use crate::text::{self, Word, elided};

/// A token of the text.
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
pub(crate) const KEYWORDS: &[&str] = &["let", "letrec", "and", "in", "match"];

/// The pattern that fits everything.
pub(super) const WILDCARD: &str = "_";

/// The token for a word that does not begin with a digit.
pub(super) fn word(word: &str) -> TokenKind<'_> {
    if word == WILDCARD {
        return TokenKind::Symbol(WILDCARD);
    }
    if let Some(keyword) = text::keyword(KEYWORDS, word) {
        return TokenKind::Keyword(keyword);
    }
    if word.starts_with(char::is_uppercase) { TokenKind::Constructor(word) } else { TokenKind::Name(word) }
}

/// Whether a word may go on with this.
pub(super) fn continues_word(c: char) -> bool {
    c == '\'' || text::continues_name(c)
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

impl Word for TokenKind<'_> {
    fixed_words!();

    type Error = ErrorKind;

    const SYMBOLS: &'static [&'static str] = &["->", "\\", ".", "=", "(", ")", "{", "}", ";"];
    const BRACKETS: &'static [[&'static str; 2]] = &[["(", ")"], ["{", "}"]];
    /// For somebody who knows another functional language.
    fn help(&self, expected: &[String]) -> Option<&'static str> {
        let expects = |label: &str| expected.iter().any(|expected| expected == label);
        Some(match self {
            Self::Symbol("\\") | Self::Keyword("let" | "letrec" | "match") if expects(ARGUMENT) => {
                "put brackets around an argument that is more than a word: `f (\\x. e)`"
            }
            Self::Symbol(WILDCARD) => "`_` stands in patterns only: what is not used elsewhere has a name, too",
            Self::Keyword("and") if expects("`in`") => {
                "`and` joins what a `letrec` binds; a `let` is followed by another: `let x = e in let y = e in e`"
            }
            Self::Symbol("(") if expects(NAME) => "patterns stand in a `match`: `match e { Pair x y -> e }`",
            Self::Name(_) if expects("`=`") => {
                "a function's parameters stand after the `=`: `let f = \\x. e in e`; a recursive one takes `letrec`"
            }
            Self::Symbol("->" | "=") if expects("`.`") => "a `.` ends the parameters: `\\x y. e`",
            Self::Symbol(".") => "a function is written `\\x. e`, with a backslash",
            Self::Symbol("=") if expects("`->`") => "`->` ends the pattern: `Cons x xs -> e`",
            Self::Symbol("=") => "names are given by `let x = e in e`",
            Self::Symbol("->") if expects("`{`") => "arms stand in `{` and `}`: `match e { Cons x xs -> e; _ -> e }`",
            Self::Symbol("->") if expects("`;`") => "arms are separated by `;`: `match e { Nil -> a; Cons x xs -> b }`",
            Self::End if expects("`{`") => "a match is written `match e { Cons x xs -> e; _ -> e }`",
            Self::End if expects("`in`") => "a binding is followed by what it is for: `let x = e in e`",
            Self::Symbol("->") => "a function is written `\\x. e`; `->` stands in the arms of a `match`",
            Self::Symbol("{") => "braces stand after `match e`; expressions are grouped by `(` and `)`",
            _ => return None,
        })
    }
}

/// What messages call a variable where it is bound.
pub(super) const NAME: &str = "a name";
/// What messages call a variable where a function binds it.
pub(super) const PARAMETER: &str = "a parameter";
/// What messages call an expression.
pub(super) const EXPRESSION: &str = "an expression";
/// What messages call an expression behind a function.
pub(super) const ARGUMENT: &str = "an argument";
/// What messages call a pattern.
pub(super) const PATTERN: &str = "a pattern";
