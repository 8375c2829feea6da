//! From text to tokens, with Python's layout: blocks are marked by indentation, lines go on inside of brackets,
//! and comments run to the end of the line.

mod layout;
mod literal;

use std::ops::Range;

use self::layout::Indentation;
use super::error::{ErrorKind, Mistake};
use super::token::{SYMBOLS, Token, TokenKind, begins_name, continues_name, is_name, keyword};

/// A text's tokens. The last one is [`TokenKind::End`].
#[derive(Debug)]
pub(crate) struct Tokens<'s> {
    pub(crate) tokens: Vec<Token<'s>>,
    /// The name in the comment `# pypto.program: NAME` before the first token.
    pub(crate) program: Option<&'s str>,
}

/// Splits a text into tokens.
pub(crate) fn tokens(text: &str) -> Result<Tokens<'_>, Mistake> {
    let mut lexer =
        Lexer { text, at: 0, tokens: Vec::new(), indentation: Indentation::new(), brackets: Vec::new(), program: None };
    lexer.run()?;
    Ok(Tokens { tokens: lexer.tokens, program: lexer.program })
}

struct Lexer<'s> {
    text: &'s str,
    at: usize,
    tokens: Vec<Token<'s>>,
    indentation: Indentation,
    /// The open brackets, and where each is.
    brackets: Vec<(char, usize)>,
    program: Option<&'s str>,
}

impl<'s> Lexer<'s> {
    fn run(&mut self) -> Result<(), Mistake> {
        self.line_start()?;
        while let Some(c) = self.peek() {
            match c {
                ' ' | '\t' => self.at += 1,
                '\r' if self.rest().starts_with("\r\n") => self.at += 1,
                '\n' => self.line_end()?,
                '#' => self.comment(),
                '\\' if self.joins_lines() => {}
                '"' | '\'' => self.string(c)?,
                _ if self.begins_number() => self.number()?,
                _ if begins_name(c) => self.word(),
                _ => self.symbol(c)?,
            }
        }
        if let Some(&(bracket, at)) = self.brackets.last() {
            return Err(Mistake::new(ErrorKind::Unclosed(bracket), at..at + 1));
        }
        if self.in_line() {
            self.push(TokenKind::Newline, self.at..self.at);
        }
        for _ in 0..self.indentation.close_all() {
            self.push(TokenKind::Dedent, self.at..self.at);
        }
        self.push(TokenKind::End, self.at..self.at);
        Ok(())
    }

    fn rest(&self) -> &'s str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn push(&mut self, kind: TokenKind<'s>, range: Range<usize>) {
        self.tokens.push(Token { kind, range });
    }

    /// Takes the longest beginning of the rest whose characters all pass.
    fn take_while(&mut self, pass: impl Fn(char) -> bool) -> &'s str {
        let rest = self.rest();
        let length = rest.find(|c| !pass(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// Whether there is a token in the line so far.
    fn in_line(&self) -> bool {
        self.tokens
            .last()
            .is_some_and(|last| !matches!(last.kind, TokenKind::Newline | TokenKind::Indent | TokenKind::Dedent))
    }

    fn line_end(&mut self) -> Result<(), Mistake> {
        if self.brackets.is_empty() && self.in_line() {
            let at = self.text[..self.at].strip_suffix('\r').map_or(self.at, str::len);
            self.push(TokenKind::Newline, at..at);
        }
        self.at += 1;
        if self.brackets.is_empty() {
            self.line_start()?;
        }
        Ok(())
    }

    /// A comment, which may name the program if it stands before everything else.
    fn comment(&mut self) {
        let comment = self.take_while(|c| c != '\n');
        if !self.tokens.is_empty() || self.program.is_some() {
            return;
        }
        let name = comment
            .trim_start_matches('#')
            .trim_start()
            .strip_prefix("pypto.program")
            .and_then(|rest| rest.trim_start().strip_prefix(':'))
            .map(str::trim);
        self.program = name.filter(|name| is_name(name));
    }

    /// A backslash at the end of a line, which goes on in the next one.
    fn joins_lines(&mut self) -> bool {
        let length = ["\\\n", "\\\r\n"].into_iter().find(|end| self.rest().starts_with(end)).map_or(0, str::len);
        self.at += length;
        length > 0
    }

    fn word(&mut self) {
        let start = self.at;
        let word = self.take_while(continues_name);
        let kind = match keyword(word) {
            Some(keyword) => TokenKind::Keyword(keyword),
            None => TokenKind::Name(word),
        };
        self.push(kind, start..self.at);
    }

    fn symbol(&mut self, c: char) -> Result<(), Mistake> {
        let start = self.at;
        let Some(&symbol) = SYMBOLS.iter().find(|symbol| self.rest().starts_with(**symbol)) else {
            return Err(Mistake::new(ErrorKind::Character(c), start..start + c.len_utf8()));
        };
        self.at += symbol.len();
        match c {
            '(' | '[' => self.brackets.push((c, start)),
            ')' => self.close('(', c, start)?,
            ']' => self.close('[', c, start)?,
            _ => {}
        }
        self.push(TokenKind::Symbol(symbol), start..self.at);
        Ok(())
    }

    fn close(&mut self, opening: char, closing: char, at: usize) -> Result<(), Mistake> {
        let mistake = Mistake::new(ErrorKind::Unopened(closing), at..at + 1);
        match self.brackets.pop() {
            Some((bracket, _)) if bracket == opening => Ok(()),
            Some((_, open)) => Err(mistake.with(open..open + 1, "this one is open")),
            None => Err(mistake),
        }
    }
}
