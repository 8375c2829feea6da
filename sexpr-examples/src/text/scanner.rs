//! The part of a lexer that is the same in every language.

use winnow::Parser;
use winnow::combinator::opt;
use winnow::error::EmptyError;
use winnow::token::{any, take_while};

use super::{Mistake, SyntaxError, Token, Tokens, Word, elided};

/// A text that is being split into tokens.
#[derive(Debug)]
pub(crate) struct Scanner<'s, K> {
    text: &'s str,
    rest: &'s str,
    tokens: Vec<Token<K>>,
    /// The tokens that open the brackets around this place.
    brackets: Vec<usize>,
}

impl<'s, K: Word> Scanner<'s, K> {
    pub(crate) fn new(text: &'s str) -> Self {
        Self { text, rest: text, tokens: Vec::new(), brackets: Vec::new() }
    }

    /// The text that is left.
    pub(crate) fn rest(&self) -> &'s str {
        self.rest
    }

    /// The byte where it begins.
    pub(crate) fn at(&self) -> usize {
        self.text.len() - self.rest.len()
    }

    /// The next character.
    pub(crate) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// The text from a byte to here.
    pub(crate) fn since(&self, start: usize) -> &'s str {
        &self.text[start..self.at()]
    }

    /// The tokens so far.
    pub(crate) fn tokens(&self) -> &[Token<K>] {
        &self.tokens
    }

    /// The kind of the last token.
    pub(crate) fn last(&self) -> Option<&K> {
        self.tokens.last().map(|token| &token.kind)
    }

    /// The number, among the tokens, of the innermost bracket that is open.
    pub(crate) fn bracket(&self) -> Option<usize> {
        self.brackets.last().copied()
    }

    /// Takes what the parser accepts; where it fails, nothing is taken.
    pub(crate) fn take<T>(&mut self, parser: impl Parser<&'s str, T, EmptyError>) -> Option<T> {
        opt(parser).parse_next(&mut self.rest).ok().flatten()
    }

    /// Takes the longest beginning of the rest whose characters all pass.
    pub(crate) fn take_while(&mut self, pass: impl Fn(char) -> bool) -> &'s str {
        self.take(take_while(0.., pass)).unwrap_or_default()
    }

    /// Takes the rest of the line, without its end.
    pub(crate) fn take_line(&mut self) -> &'s str {
        self.take_while(|c| c != '\n')
    }

    /// Adds a token from a byte to here.
    pub(crate) fn push(&mut self, kind: K, start: usize) {
        self.tokens.push(Token { kind, place: start..self.at(), closing: 0 });
    }

    /// A mistake from a byte to here.
    pub(crate) fn mistake(&self, kind: impl Into<K::Error>, start: usize) -> Mistake<K::Error> {
        Mistake::new(kind.into(), start..self.at())
    }

    /// Reads a symbol; a bracket must match.
    pub(crate) fn symbol(&mut self) -> Result<&'static str, Mistake<K::Error>> {
        let start = self.at();
        let Some(&symbol) = K::SYMBOLS.iter().find(|symbol| self.rest.starts_with(**symbol)) else {
            let found = self.take(any).unwrap_or_default();
            return Err(self.mistake(SyntaxError::Character(found), start));
        };
        self.take(symbol);
        if K::BRACKETS.iter().any(|[_, closing]| *closing == symbol) {
            self.close(symbol, start)?;
        }
        if K::BRACKETS.iter().any(|[opening, _]| *opening == symbol) {
            self.brackets.push(self.tokens.len());
        }
        self.push(K::symbol(symbol), start);
        Ok(symbol)
    }

    fn close(&mut self, closing: &'static str, start: usize) -> Result<(), Mistake<K::Error>> {
        let mistake = self.mistake(SyntaxError::Unopened(closing), start);
        let Some(open) = self.brackets.pop() else { return Err(mistake) };
        let distance = self.tokens.len() - open;
        let bracket = &mut self.tokens[open];
        if !bracket.kind.fixed().is_some_and(|opening| K::BRACKETS.contains(&[opening, closing])) {
            return Err(mistake.with(bracket.place.clone(), "this one is open"));
        }
        bracket.closing = distance;
        Ok(())
    }

    /// Reads a string on one line, which begins with this quote and ends with another. The parser reads what is behind
    /// a backslash.
    pub(crate) fn string<T: Into<Option<char>>>(
        &mut self,
        quote: char,
        mut escape: impl Parser<&'s str, T, EmptyError>,
    ) -> Result<String, Mistake<K::Error>> {
        let start = self.at();
        self.take(quote);
        let mut value = String::new();
        loop {
            value.push_str(self.take_while(|c| c != quote && !matches!(c, '\\' | '\n' | '\r')));
            let at = self.at();
            if self.take(quote).is_some() {
                return Ok(value);
            }
            if self.take('\\').is_none() {
                return Err(self.mistake(SyntaxError::Unterminated, start));
            }
            match escape.parse_next(&mut self.rest) {
                Ok(c) => value.extend(c.into()),
                Err(EmptyError) => return Err(self.mistake(SyntaxError::Escape(elided(self.since(at))), at)),
            }
        }
    }

    /// Refuses brackets that are open.
    pub(crate) fn end_brackets(&self) -> Result<(), Mistake<K::Error>> {
        let Some(open) = self.bracket() else { return Ok(()) };
        let bracket = &self.tokens[open];
        let kind = SyntaxError::Unclosed(bracket.kind.fixed().unwrap_or_default());
        Err(Mistake::new(kind.into(), bracket.place.clone()))
    }

    /// The tokens, at the end of the text.
    pub(crate) fn finish(self) -> Result<Tokens<K>, Mistake<K::Error>> {
        self.end_brackets()?;
        // Right behind the last word, where something can be added.
        let end = self.tokens.last().map_or(0, |last| last.place.end);
        Ok(Tokens { words: self.tokens, end: Token { kind: K::END, place: end..end, closing: 0 } })
    }
}
