//! The words of index expressions.

use std::fmt;

use super::error::IndexError;
use super::operators::{Arithmetic, Comparison};
use crate::text::elided;

/// A word and the byte where it begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'s> {
    pub(super) kind: TokenKind<'s>,
    pub(super) at: usize,
}

/// A word.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum TokenKind<'s> {
    /// Digits, which may be too many.
    Int(&'s str),
    Name(&'s str),
    Function(Function),
    Truth(bool),
    Arithmetic(Arithmetic),
    Comparison(Comparison),
    /// A bracket, `,`, `:`, `~`, `&` or `|`.
    Sign(&'static str),
    End,
}

/// What is written with arguments in brackets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Function {
    Minimum,
    Maximum,
    Modulo,
    Piecewise,
}

/// The words that are no names.
const WORDS: &[(&str, TokenKind<'static>)] = &[
    ("True", TokenKind::Truth(true)),
    ("False", TokenKind::Truth(false)),
    ("mod", TokenKind::Arithmetic(Arithmetic::Modulo)),
    ("ceildiv", TokenKind::Arithmetic(Arithmetic::CeilDivide)),
    ("floordiv", TokenKind::Arithmetic(Arithmetic::FloorDivide)),
    ("min", TokenKind::Function(Function::Minimum)),
    ("Min", TokenKind::Function(Function::Minimum)),
    ("max", TokenKind::Function(Function::Maximum)),
    ("Max", TokenKind::Function(Function::Maximum)),
    ("Mod", TokenKind::Function(Function::Modulo)),
    ("Piecewise", TokenKind::Function(Function::Piecewise)),
];

/// The other signs. Where one begins with another, it comes first.
const SIGNS: &[(&str, TokenKind<'static>)] = &[
    ("//", TokenKind::Arithmetic(Arithmetic::FloorDivide)),
    ("%", TokenKind::Arithmetic(Arithmetic::Modulo)),
    ("+", TokenKind::Arithmetic(Arithmetic::Add)),
    ("-", TokenKind::Arithmetic(Arithmetic::Subtract)),
    ("*", TokenKind::Arithmetic(Arithmetic::Multiply)),
    ("<=", TokenKind::Comparison(Comparison::LessEqual)),
    (">=", TokenKind::Comparison(Comparison::GreaterEqual)),
    ("==", TokenKind::Comparison(Comparison::Equal)),
    ("!=", TokenKind::Comparison(Comparison::NotEqual)),
    ("<", TokenKind::Comparison(Comparison::Less)),
    (">", TokenKind::Comparison(Comparison::Greater)),
    ("(", TokenKind::Sign("(")),
    (")", TokenKind::Sign(")")),
    (",", TokenKind::Sign(",")),
    (":", TokenKind::Sign(":")),
    ("~", TokenKind::Sign("~")),
    ("&", TokenKind::Sign("&")),
    ("|", TokenKind::Sign("|")),
];

/// A text's words. The last one is [`TokenKind::End`].
pub(super) fn tokens(text: &str) -> Result<Vec<Token<'_>>, IndexError> {
    let (mut tokens, mut rest) = (Vec::new(), text.trim_start());
    while let Some(first) = rest.chars().next() {
        let at = text.len() - rest.len();
        let (kind, length) = if first.is_ascii_digit() {
            let length = rest.find(|c| !continues_name(c)).unwrap_or(rest.len());
            let digits = &rest[..length];
            if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(IndexError::Number { at, found: elided(digits) });
            }
            (TokenKind::Int(digits), length)
        } else if begins_name(first) {
            let length = rest.find(|c| !continues_name(c)).unwrap_or(rest.len());
            (word(&rest[..length]), length)
        } else {
            let (sign, kind) = SIGNS
                .iter()
                .find(|(sign, _)| rest.starts_with(sign))
                .ok_or(IndexError::Character { at, found: first })?;
            (*kind, sign.len())
        };
        tokens.push(Token { kind, at });
        rest = rest[length..].trim_start();
    }
    tokens.push(Token { kind: TokenKind::End, at: text.trim_end().len() });
    Ok(tokens)
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
    WORDS.iter().find(|(word, _)| *word == text).map_or(TokenKind::Name(text), |(_, kind)| *kind)
}

/// As messages call it.
impl fmt::Display for TokenKind<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(digits) => write!(f, "`{}`", elided(digits)),
            Self::Name(name) => write!(f, "`{}`", elided(name)),
            Self::End => f.write_str("the end of the text"),
            known => {
                let mut spelled = SIGNS.iter().chain(WORDS);
                let (text, _) = spelled.find(|(_, kind)| kind == known).copied().unwrap_or(("word", Self::End));
                write!(f, "`{text}`")
            }
        }
    }
}
