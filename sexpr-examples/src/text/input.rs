//! The tokens as a stream that winnow's combinators read, and rules that every language has.
//!
//! If no rule fits, the message lists the tokens that would have been accepted at the furthest place where one was
//! refused, whatever was tried and taken back on the way there.

use std::fmt;

use winnow::Parser;
use winnow::combinator::{alt, opt, preceded, separated, terminated};
use winnow::error::{Needed, ParserError};
use winnow::stream::{Offset, Stream, TokenSlice};

use super::{Mistake, Place, SyntaxError, Token, Tokens, Word};

/// The tokens that are left to read, and a language's context for its rules.
pub(crate) struct Input<'t, K, C = ()> {
    tokens: &'t Tokens<K>,
    rest: TokenSlice<'t, Token<K>>,
    /// What the language's rules share.
    pub(crate) context: C,
    /// The number of brackets and the like that are open.
    nest: usize,
    /// The number of tokens that are left at the furthest place where one was refused.
    furthest: usize,
    /// The tokens that would have been accepted there.
    expected: Vec<Expected>,
}

/// A token that would have been accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expected {
    /// A symbol or keyword.
    Word(&'static str),
    /// A token or a rule, as messages call it.
    Label(&'static str),
    End,
}

/// Why a rule does not fit.
#[derive(Debug)]
pub(crate) enum Failure<E> {
    /// Another token was expected; another rule may fit.
    Unexpected,
    /// A mistake, whatever other rules would say.
    Mistake(Box<Mistake<E>>),
}

impl<I: Stream, E> ParserError<I> for Failure<E> {
    type Inner = Self;

    fn from_input(_: &I) -> Self {
        Self::Unexpected
    }

    fn is_backtrack(&self) -> bool {
        matches!(self, Self::Unexpected)
    }

    fn into_inner(self) -> Result<Self, Self> {
        Ok(self)
    }
}

impl<E> From<Mistake<E>> for Failure<E> {
    fn from(mistake: Mistake<E>) -> Self {
        Self::Mistake(Box::new(mistake))
    }
}

/// A parser of a language's tokens.
pub(crate) trait Rule<'t, K: Word + 't, C, T>: Parser<Input<'t, K, C>, T, Failure<K::Error>> {}

impl<'t, K: Word + 't, C, T, P: Parser<Input<'t, K, C>, T, Failure<K::Error>>> Rule<'t, K, C, T> for P {}

/// A mistake at a place, as the failure of a rule.
pub(crate) fn mistake<E>(kind: impl Into<E>, place: Place) -> Failure<E> {
    Mistake::new(kind.into(), place).into()
}

/// Reads all tokens by one rule.
pub(crate) fn parse<'t, K: Word + 't, C, T>(
    tokens: &'t Tokens<K>,
    context: C,
    rule: impl Rule<'t, K, C, T>,
) -> Result<T, Mistake<K::Error>> {
    let rest = TokenSlice::new(&tokens.words);
    let mut input = Input { tokens, rest, context, nest: 0, furthest: usize::MAX, expected: Vec::new() };
    match terminated(rule, end).parse_next(&mut input) {
        Ok(read) => Ok(read),
        Err(Failure::Mistake(mistake)) => Err(*mistake),
        Err(Failure::Unexpected) => Err(input.unexpected()),
    }
}

impl<'t, K: Word, C> Input<'t, K, C> {
    /// The token at this distance; the end, if there is none.
    fn token(&self, ahead: usize) -> &'t Token<K> {
        let rest: &'t [Token<K>] = self.rest.peek_slice(self.rest.eof_offset());
        rest.get(ahead).unwrap_or(&self.tokens.end)
    }

    /// The next token's kind.
    pub(crate) fn next(&self) -> &'t K {
        self.peek(0)
    }

    /// The kind of the token at this distance.
    pub(crate) fn peek(&self, ahead: usize) -> &'t K {
        &self.token(ahead).kind
    }

    /// Whether the token at this distance is this symbol or keyword.
    pub(crate) fn is(&self, ahead: usize, word: &str) -> bool {
        self.peek(ahead).fixed() == Some(word)
    }

    /// The distance to the end of the bracket at this distance; the same distance for other tokens.
    pub(crate) fn closing(&self, ahead: usize) -> usize {
        ahead + self.token(ahead).closing
    }

    /// The next token's place.
    pub(crate) fn here(&self) -> Place {
        self.token(0).place.clone()
    }

    /// The byte where the next token begins.
    pub(crate) fn start(&self) -> usize {
        self.token(0).place.start
    }

    /// From a byte to the end of the last token that was taken, layout left out.
    pub(crate) fn place_since(&self, start: usize) -> Place {
        let last = self.rest.previous_tokens().find(|token| !token.kind.is_layout());
        start..last.map_or(start, |token| token.place.end).max(start)
    }

    /// Whether the last token that was taken is layout.
    pub(crate) fn is_after_layout(&self) -> bool {
        self.rest.previous_tokens().next().is_some_and(|token| token.kind.is_layout())
    }

    /// Takes the next token.
    pub(crate) fn take(&mut self) {
        self.rest.next_token();
    }

    /// Takes the next token if it is this symbol or keyword.
    pub(crate) fn takes(&mut self, expected: &'static str) -> bool {
        opt(word(expected)).parse_next(self).is_ok_and(|found| found.is_some())
    }

    /// Fails because this, as messages call it, is not here.
    pub(crate) fn refuse<T>(&mut self, label: &'static str) -> Result<T, Failure<K::Error>> {
        self.misses(label);
        Err(Failure::Unexpected)
    }

    /// Records that this, as messages call it, would be accepted here.
    pub(crate) fn misses(&mut self, label: &'static str) {
        self.expect(self.rest.eof_offset(), Expected::Label(label));
    }

    fn expect(&mut self, left: usize, expected: Expected) {
        if left < self.furthest {
            self.furthest = left;
            self.expected.clear();
        }
        if left == self.furthest && !self.expected.contains(&expected) {
            self.expected.push(expected);
        }
    }

    /// The mistake where no rule fits.
    fn unexpected(&self) -> Mistake<K::Error> {
        let at = self.tokens.words.len().saturating_sub(self.furthest);
        let found = self.tokens.words.get(at).unwrap_or(&self.tokens.end);
        let expected: Vec<String> = self.expected.iter().map(|expected| expected.text::<K>()).collect();
        Mistake::new(found.kind.unexpected(&expected), found.place.clone())
    }
}

impl Expected {
    fn text<K: Word>(self) -> String {
        match self {
            Self::Word(word) => format!("`{word}`"),
            Self::Label(label) => label.to_owned(),
            Self::End => K::END.to_string(),
        }
    }
}

/// A token that the function accepts. Messages call it by the label.
pub(crate) fn token<'t, K: Word + 't, C, T>(
    label: &'static str,
    accept: impl Fn(&'t Token<K>) -> Option<T>,
) -> impl Rule<'t, K, C, T> {
    accepted(Expected::Label(label), accept)
}

/// This symbol or keyword.
pub(crate) fn word<'t, K: Word + 't, C>(word: &'static str) -> impl Rule<'t, K, C, Place> {
    accepted(Expected::Word(word), move |token: &Token<K>| {
        (token.kind.fixed() == Some(word)).then(|| token.place.clone())
    })
}

fn accepted<'t, K: Word + 't, C, T>(
    expected: Expected,
    accept: impl Fn(&'t Token<K>) -> Option<T>,
) -> impl Rule<'t, K, C, T> {
    move |input: &mut Input<'t, K, C>| {
        let left = input.rest.eof_offset();
        let Some(accepted) = input.rest.peek_token().and_then(&accept) else {
            input.expect(left, expected);
            return Err(Failure::Unexpected);
        };
        input.take();
        Ok(accepted)
    }
}

/// The end of the text.
pub(crate) fn end<K: Word, C>(input: &mut Input<'_, K, C>) -> Result<(), Failure<K::Error>> {
    if input.rest.is_empty() {
        return Ok(());
    }
    input.expect(input.rest.eof_offset(), Expected::End);
    Err(Failure::Unexpected)
}

/// A rule that messages call by one name, instead of by everything that it may begin with.
pub(crate) fn labelled<'t, K: Word + 't, C, T>(
    label: &'static str,
    mut rule: impl Rule<'t, K, C, T>,
) -> impl Rule<'t, K, C, T> {
    move |input: &mut Input<'t, K, C>| {
        let left = input.rest.eof_offset();
        let known = if input.furthest == left { input.expected.len() } else { 0 };
        let outcome = rule.parse_next(input);
        if outcome.is_err() && input.furthest >= left {
            input.expected.truncate(known);
            input.expect(left, Expected::Label(label));
        }
        outcome
    }
}

/// A rule inside of brackets or a block. These nest up to [`Word::NEST_LIMIT`].
pub(crate) fn nested<'t, K: Word + 't, C, T>(mut rule: impl Rule<'t, K, C, T>) -> impl Rule<'t, K, C, T> {
    move |input: &mut Input<'t, K, C>| {
        if input.nest == K::NEST_LIMIT {
            return Err(mistake(SyntaxError::Nest(K::NEST_LIMIT), input.here()));
        }
        input.nest += 1;
        let outcome = rule.parse_next(input);
        input.nest -= 1;
        outcome
    }
}

/// `item { "," item } [ "," ]`
pub(crate) fn items<'t, K: Word + 't, C, T>(item: impl Rule<'t, K, C, T>) -> impl Rule<'t, K, C, Vec<T>> {
    terminated(separated(1.., item, word(",")), opt(word(",")))
}

/// `open [ item { "," item } [ "," ] ] close`
pub(crate) fn list<'t, K: Word + 't, C, T>(
    open: &'static str,
    item: impl Rule<'t, K, C, T>,
    close: &'static str,
) -> impl Rule<'t, K, C, Vec<T>> {
    let empty = word(close).map(|_| Vec::new());
    preceded(word(open), alt((empty, terminated(items(item), word(close)))))
}

/// Steps back to a place among the tokens; what was expected is remembered, and the context stays as it is.
impl<'t, K: Word, C> Stream for Input<'t, K, C> {
    type Token = &'t Token<K>;
    type Slice = &'t [Token<K>];
    type IterOffsets = <TokenSlice<'t, Token<K>> as Stream>::IterOffsets;
    type Checkpoint = <TokenSlice<'t, Token<K>> as Stream>::Checkpoint;

    fn iter_offsets(&self) -> Self::IterOffsets {
        self.rest.iter_offsets()
    }

    fn eof_offset(&self) -> usize {
        self.rest.eof_offset()
    }

    fn next_token(&mut self) -> Option<Self::Token> {
        self.rest.next_token()
    }

    fn peek_token(&self) -> Option<Self::Token> {
        self.rest.peek_token()
    }

    fn offset_for<P: Fn(Self::Token) -> bool>(&self, predicate: P) -> Option<usize> {
        self.rest.offset_for(predicate)
    }

    fn offset_at(&self, tokens: usize) -> Result<usize, Needed> {
        self.rest.offset_at(tokens)
    }

    fn next_slice(&mut self, offset: usize) -> Self::Slice {
        self.rest.next_slice(offset)
    }

    fn peek_slice(&self, offset: usize) -> Self::Slice {
        self.rest.peek_slice(offset)
    }

    fn checkpoint(&self) -> Self::Checkpoint {
        self.rest.checkpoint()
    }

    fn reset(&mut self, checkpoint: &Self::Checkpoint) {
        self.rest.reset(checkpoint);
    }

    fn trace(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rest.trace(f)
    }
}

impl<'t, K: Word, C> Offset<<Self as Stream>::Checkpoint> for Input<'t, K, C> {
    fn offset_from(&self, start: &<Self as Stream>::Checkpoint) -> usize {
        self.rest.offset_from(start)
    }
}

impl<K: fmt::Debug, C> fmt::Debug for Input<'_, K, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rest.fmt(f)
    }
}
