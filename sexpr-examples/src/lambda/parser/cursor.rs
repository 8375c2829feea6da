//! A place among the tokens, and what was looked for there.

use crate::lambda::error::{ErrorKind, Mistake};
use crate::lambda::token::{Place, Token, TokenKind, WILDCARD};
use crate::text::{Source, Span};
use crate::text::{elided, listed};

/// What messages call a variable where it is bound.
pub(super) const NAME: &str = "a name";
/// What messages call a variable where a function binds it.
pub(super) const PARAMETER: &str = "a parameter";
/// What messages call an expression.
pub(super) const EXPRESSION: &str = "an expression";
/// What messages call an expression that stands behind another.
pub(super) const ARGUMENT: &str = "an argument";
/// What messages call a pattern.
pub(super) const PATTERN: &str = "a pattern";

/// A place among the tokens. The next token always decides how to go on, so there is no way back.
pub(super) struct Cursor<'t, 's> {
    source: &'t Source,
    tokens: &'t [Token<'s>],
    at: usize,
    /// What was looked for instead of the next token.
    expected: Vec<&'static str>,
}

impl<'t, 's> Cursor<'t, 's> {
    pub(super) fn new(source: &'t Source, tokens: &'t [Token<'s>]) -> Self {
        Self { source, tokens, at: 0, expected: Vec::new() }
    }

    /// The next token's kind; the last token is never taken.
    pub(super) fn next(&self) -> &'t TokenKind<'s> {
        self.tokens.get(self.at).map_or(&TokenKind::End, |token| &token.kind)
    }

    /// The next token's place.
    pub(super) fn here(&self) -> Place {
        self.tokens.get(self.at).map_or(0..0, |token| token.place.clone())
    }

    /// The next token's span.
    pub(super) fn next_span(&self) -> Span {
        self.source.span(self.here())
    }

    /// From a byte to the end of the last token that was taken.
    pub(super) fn span_since(&self, start: usize) -> Span {
        let end = self.at.checked_sub(1).map_or(start, |last| self.tokens[last].place.end);
        self.source.span(start..end.max(start))
    }

    /// Takes the next token.
    pub(super) fn take(&mut self) {
        self.at += 1;
        self.expected.clear();
    }

    /// Takes the next token if it is this symbol or keyword.
    pub(super) fn takes(&mut self, word: &'static str) -> bool {
        let found = match self.next() {
            TokenKind::Symbol(found) | TokenKind::Keyword(found) => *found == word,
            _ => false,
        };
        if found {
            self.take();
        } else {
            self.misses(quoted(word));
        }
        found
    }

    /// Remembers that this was looked for here, and not found.
    pub(super) fn misses(&mut self, label: &'static str) {
        if !self.expected.contains(&label) {
            self.expected.push(label);
        }
    }

    /// A symbol or keyword that must stand here.
    pub(super) fn expect(&mut self, word: &'static str) -> Result<(), Mistake> {
        if self.takes(word) { Ok(()) } else { Err(self.mistake()) }
    }

    /// A variable's name, called so in messages, that must stand here, and its place.
    pub(super) fn name(&mut self, label: &'static str) -> Result<(&'s str, Place), Mistake> {
        let place = self.here();
        match self.next() {
            TokenKind::Name(name) => {
                self.take();
                Ok((name, place))
            }
            TokenKind::Keyword(word) => Err(Mistake::new(ErrorKind::Reserved(word), place)),
            TokenKind::Constructor(name) => Err(Mistake::new(ErrorKind::Capital(elided(name)), place)),
            _ => {
                self.misses(label);
                Err(self.mistake())
            }
        }
    }

    /// The end of the text, which must stand here.
    pub(super) fn end(&mut self) -> Result<(), Mistake> {
        if *self.next() == TokenKind::End {
            return Ok(());
        }
        self.misses("the end of the file");
        Err(self.mistake())
    }

    /// What to tell where nothing that was looked for stands here.
    pub(super) fn mistake(&self) -> Mistake {
        let found = self.next();
        let kind = ErrorKind::Expected {
            expected: listed(&self.expected),
            found: found.to_string(),
            help: help(found, &self.expected),
        };
        Mistake::new(kind, self.here())
    }
}

/// What messages call symbols and keywords.
fn quoted(word: &'static str) -> &'static str {
    macro_rules! quoted {
        ($($known:literal)*) => {
            match word {
                $($known => concat!("`", $known, "`"),)*
                other => other,
            }
        };
    }
    quoted!("." "=" "->" "(" ")" "{" "}" ";" "and" "in")
}

/// What somebody who knows another functional language may have meant.
fn help(found: &TokenKind<'_>, expected: &[&str]) -> Option<&'static str> {
    let expects = |label: &str| expected.contains(&label);
    match found {
        TokenKind::Symbol("\\") | TokenKind::Keyword("let" | "letrec" | "match") if expects(ARGUMENT) => {
            Some("put brackets around an argument that is more than a word: `f (\\x. e)`")
        }
        TokenKind::Symbol(WILDCARD) => Some("`_` stands in patterns only: what is not used elsewhere has a name, too"),
        TokenKind::Keyword("and") if expects("`in`") => {
            Some("`and` joins what a `letrec` binds; a `let` is followed by another: `let x = e in let y = e in e`")
        }
        TokenKind::Symbol("(") if expects(NAME) => Some("patterns stand in a `match`: `match e { Pair x y -> e }`"),
        TokenKind::Name(_) if expects("`=`") => {
            Some("a function's parameters stand after the `=`: `let f = \\x. e in e`; a recursive one takes `letrec`")
        }
        TokenKind::Symbol("->" | "=") if expects("`.`") => Some("a `.` ends the parameters: `\\x y. e`"),
        TokenKind::Symbol(".") => Some("a function is written `\\x. e`, with a backslash"),
        TokenKind::Symbol("=") if expects("`->`") => Some("`->` ends the pattern: `Cons x xs -> e`"),
        TokenKind::Symbol("=") => Some("names are given by `let x = e in e`"),
        TokenKind::Symbol("->") if expects("`{`") => {
            Some("arms stand in `{` and `}`: `match e { Cons x xs -> e; _ -> e }`")
        }
        TokenKind::Symbol("->") if expects("`;`") => {
            Some("arms are separated by `;`: `match e { Nil -> a; Cons x xs -> b }`")
        }
        TokenKind::End if expects("`{`") => Some("a match is written `match e { Cons x xs -> e; _ -> e }`"),
        TokenKind::End if expects("`in`") => Some("a binding is followed by what it is for: `let x = e in e`"),
        TokenKind::Symbol("->") => Some("a function is written `\\x. e`; `->` stands in the arms of a `match`"),
        TokenKind::Symbol("{") => Some("braces stand after `match e`; expressions are grouped by `(` and `)`"),
        _ => None,
    }
}
