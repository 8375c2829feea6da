//! From text to tokens. Line breaks mean nothing but the end of a comment.

mod comment;
mod literal;

use winnow::Parser;
use winnow::ascii::digit1;
use winnow::combinator::{not, repeat};
use winnow::error::EmptyError;
use winnow::token::one_of;

use super::error::{ErrorKind, Mistake};
use super::token::{HEADER, METADATA, TokenKind, VERSION, name, word};
use crate::text::{Scanner, Tokens, begins_name, continues_name};

/// Splits a text into tokens. Each bracket is closed by one of its kind.
pub(super) fn tokens(text: &str) -> Result<Tokens<TokenKind<'_>>, Mistake> {
    let mut lexer = Lexer { scanner: Scanner::new(text), shapes: Vec::new(), closed_shape: None };
    lexer.run()?;
    lexer.scanner.finish()
}

struct Lexer<'s> {
    scanner: Scanner<'s, TokenKind<'s>>,
    /// For each bracket that is open, whether what is in it may be dimensions.
    shapes: Vec<bool>,
    /// The number of the token behind the last bracket that might hold dimensions.
    closed_shape: Option<usize>,
}

impl<'s> Lexer<'s> {
    fn run(&mut self) -> Result<(), Mistake> {
        while let Some(c) = self.scanner.peek() {
            let rest = self.scanner.rest();
            match c {
                ' ' | '\t' | '\n' | '\r' => {
                    self.scanner.take(c);
                }
                '#' if self.header_follows() => self.symbol()?,
                '#' | 'M' if METADATA.iter().any(|word| rest.starts_with(word)) => self.metadata(),
                'v' if self.scanner.last().is_none() && self.scanner.take(old_version).is_some() => {}
                '#' => {
                    self.scanner.take_line();
                }
                '/' if rest.starts_with("//") => self.two_slashes()?,
                '/' if rest.starts_with("/*") => self.skip_comment()?,
                '%' => self.named(c, TokenKind::Local)?,
                '@' => self.named(c, TokenKind::Global)?,
                '"' => {
                    let start = self.scanner.at();
                    let value = self.scanner.string('"', literal::escape)?;
                    self.scanner.push(TokenKind::String(value), start);
                }
                '0'..='9' => literal::number(&mut self.scanner)?,
                _ if begins_name(c) => self.word(),
                _ => self.symbol()?,
            }
        }
        Ok(())
    }

    /// Whether this is the version at the head of a module, and not a comment.
    fn header_follows(&self) -> bool {
        self.scanner.last().is_none()
            && self.scanner.rest().strip_prefix(HEADER).is_some_and(|rest| rest.trim_start().starts_with(VERSION))
    }

    /// `%NAME`, `@NAME`
    fn named(&mut self, sign: char, kind: fn(&'s str) -> TokenKind<'s>) -> Result<(), Mistake> {
        let start = self.scanner.at();
        self.scanner.take(sign);
        let Some(name) = self.scanner.take(name) else {
            return Err(self.scanner.mistake(ErrorKind::Nameless(sign), start));
        };
        self.scanner.push(kind(name), start);
        Ok(())
    }

    /// `#[metadata]`, and everything behind it.
    fn metadata(&mut self) {
        let start = self.scanner.at();
        for word in METADATA {
            self.scanner.take(word);
        }
        let text = self.scanner.take_while(|_| true).trim();
        self.scanner.push(TokenKind::Metadata(text), start);
    }

    fn word(&mut self) {
        let start = self.scanner.at();
        let mut kind = word(self.scanner.take(name).unwrap_or_default());
        if kind == TokenKind::Keyword("match") && self.scanner.take('?').is_some() {
            kind = TokenKind::Keyword("match?");
        }
        self.scanner.push(kind, start);
    }

    fn symbol(&mut self) -> Result<(), Mistake> {
        let opens_shape = self.opens_shape();
        match self.scanner.symbol()? {
            "(" => self.shapes.push(opens_shape),
            "[" | "{" | HEADER => self.shapes.push(false),
            ")" | "]" | "}" if self.shapes.pop() == Some(true) => self.closed_shape = Some(self.scanner.tokens().len()),
            _ => {}
        }
        Ok(())
    }
}

/// `v0.0.4`, which older texts begin with.
fn old_version(rest: &mut &str) -> Result<(), EmptyError> {
    let number = || (digit1, repeat::<_, _, (), _, _>(1.., ('.', digit1)));
    ('v', number(), not(one_of(continues_name))).void().parse_next(rest)
}
