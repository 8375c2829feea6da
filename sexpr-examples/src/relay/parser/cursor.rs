//! A place among the tokens, and what was looked for there.

use super::{Outcome, fail};
use crate::relay::error::{ErrorKind, Mistake};
use crate::relay::token::{Place, Token, TokenKind};
use crate::text::{Source, Span};
use crate::text::{elided, listed};

/// What messages call an expression.
pub(super) const EXPRESSION: &str = "an expression";
/// What messages call a type.
pub(super) const TYPE: &str = "a type";
/// What messages call a pattern.
pub(super) const PATTERN: &str = "a pattern";
/// What messages call a variable that is bound.
pub(super) const LOCAL: &str = "a variable, `%x`";
/// What messages call the name of a definition.
pub(super) const GLOBAL: &str = "a name, `@f`";
/// What messages call a type parameter.
pub(super) const PARAMETER: &str = "a type parameter";
/// What messages call the number of a tuple's member.
pub(super) const INDEX: &str = "a member's number";

/// A place among the tokens. A few tokens decide how to go on, so there is no way back.
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
        self.peek(0)
    }

    /// The kind of the token so many tokens on.
    pub(super) fn peek(&self, ahead: usize) -> &'t TokenKind<'s> {
        self.tokens.get(self.at + ahead).map_or(&TokenKind::End, |token| &token.kind)
    }

    /// Whether the token so many tokens on is this symbol or keyword.
    pub(super) fn is(&self, ahead: usize, word: &str) -> bool {
        match self.peek(ahead) {
            TokenKind::Symbol(found) | TokenKind::Keyword(found) => *found == word,
            _ => false,
        }
    }

    /// How many tokens on the bracket closes that is opened so many tokens on; as many, if it is none.
    pub(super) fn closing(&self, ahead: usize) -> usize {
        ahead + self.tokens.get(self.at + ahead).map_or(0, |token| token.closing)
    }

    /// The next token's place.
    pub(super) fn here(&self) -> Place {
        self.tokens.get(self.at).map_or(0..0, |token| token.place.clone())
    }

    /// The byte where the next token begins.
    pub(super) fn start(&self) -> usize {
        self.here().start
    }

    /// From a byte to the end of the last token that was taken.
    pub(super) fn place_since(&self, start: usize) -> Place {
        let end = self.at.checked_sub(1).map_or(start, |last| self.tokens[last].place.end);
        start..end.max(start)
    }

    /// From a byte to the end of the last token that was taken.
    pub(super) fn span_since(&self, start: usize) -> Span {
        self.source.span(self.place_since(start))
    }

    /// What is written at a place.
    pub(super) fn text(&self, place: Place) -> String {
        elided(self.source.text().get(place).unwrap_or_default())
    }

    /// Takes the next token.
    pub(super) fn take(&mut self) {
        self.at += 1;
        self.expected.clear();
    }

    /// Takes the next token if it is this symbol or keyword.
    pub(super) fn takes(&mut self, word: &'static str) -> bool {
        let found = self.is(0, word);
        if found {
            self.take();
        } else {
            self.misses(quoted(word));
        }
        found
    }

    /// Takes a minus, which is part of what messages expect here, if it is there.
    pub(super) fn takes_minus(&mut self) -> bool {
        let found = self.is(0, "-");
        if found {
            self.take();
        }
        found
    }

    /// Takes a comma of a list that this symbol ends. Gives whether another item follows.
    pub(super) fn goes_on(&mut self, closing: &'static str) -> Outcome<bool> {
        if self.takes(",") {
            return Ok(!self.takes(closing));
        }
        self.expect(closing)?;
        Ok(false)
    }

    /// Remembers that this was looked for here, and not found.
    pub(super) fn misses(&mut self, label: &'static str) {
        if !self.expected.contains(&label) {
            self.expected.push(label);
        }
    }

    /// A symbol or keyword that must stand here.
    pub(super) fn expect(&mut self, word: &'static str) -> Outcome<()> {
        if self.takes(word) { Ok(()) } else { Err(self.mistake()) }
    }

    /// Fails, since what messages call so is not here.
    pub(super) fn refuse<T>(&mut self, label: &'static str) -> Outcome<T> {
        self.misses(label);
        Err(self.mistake())
    }

    /// `%x`, where it is bound, and its place.
    pub(super) fn local(&mut self) -> Outcome<(&'s str, Place)> {
        let place = self.here();
        let TokenKind::Local(name) = self.next() else { return self.refuse(LOCAL) };
        self.take();
        Ok((name, place))
    }

    /// A name without a sign, called so in messages, and its place.
    pub(super) fn name(&mut self, label: &'static str) -> Outcome<(&'s str, Place)> {
        let place = self.here();
        match self.next() {
            TokenKind::Name(name) => {
                self.take();
                Ok((name, place))
            }
            TokenKind::Keyword(word) => fail(ErrorKind::Reserved((*word).to_owned()), place),
            _ => self.refuse(label),
        }
    }

    /// The end of the text, which must stand here.
    pub(super) fn end(&mut self) -> Outcome<()> {
        if *self.next() == TokenKind::End { Ok(()) } else { self.refuse("the end of the file") }
    }

    /// What to tell where nothing that was looked for stands here.
    pub(super) fn mistake(&self) -> Box<Mistake> {
        let found = self.next();
        let kind = ErrorKind::Expected {
            expected: listed(&self.expected),
            found: found.to_string(),
            help: help(found, &self.expected),
        };
        Box::new(Mistake::new(kind, self.here()))
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
    quoted!("->" "=>" "<" ">" "=" "(" ")" "[" "]" "{" "}" "," ";" ":" "." "else" "where")
}

/// What somebody may have meant.
fn help(found: &TokenKind<'_>, expected: &[&str]) -> Option<&'static str> {
    let expects = |label: &str| expected.contains(&label);
    match found {
        TokenKind::Name(_) if expects(LOCAL) => Some("the names of variables begin with `%`"),
        TokenKind::Name(_) if expects(GLOBAL) => Some("the names of definitions begin with `@`"),
        TokenKind::Local(_) | TokenKind::Global(_) if expects(TYPE) => Some("the names of types have no sign"),
        TokenKind::Keyword("if") if expects("`{`") => {
            Some("branches stand in braces: `if (…) { … } else { if (…) { … } else { … } }`")
        }
        TokenKind::Keyword("let") if expects(EXPRESSION) || expects("`)`") => {
            Some("put brackets around a `let` that is a part of something: `(let %x = 1; %x)`")
        }
        TokenKind::Symbol("}") if expects(EXPRESSION) => Some("a block ends with its value"),
        TokenKind::Symbol("}") if expects("`else`") => Some("an `if` has two branches: `if (…) { … } else { … }`"),
        TokenKind::Symbol("<" | "[") if expects("`(`") => Some("type parameters stand before the brackets, once"),
        TokenKind::Symbol("=") => Some("a value is named by `let %x = …;`, compared by `==`"),
        TokenKind::Symbol("->") if expects("`=>`") => Some("`=>` ends a pattern: `Cons(%x, _) => %x`"),
        TokenKind::Int(..) | TokenKind::Float(..) if expects(PATTERN) => {
            Some("numbers are no patterns: compare them in an `if`")
        }
        TokenKind::End if expects(EXPRESSION) => Some("bindings are for an expression, which comes last"),
        _ if expects("a definition") => Some("modules consist of `def @f(…) { … }` and `type T { … }`"),
        _ if expects("a kind") => Some("kinds are `Type`, `BaseType`, `Shape` and `ShapeVar`"),
        _ if expects("`;`") => Some("a binding ends with `;`"),
        _ if expects("a shape") => Some("shapes are written `(10, n)`, and for scalars `()`"),
        _ => None,
    }
}
