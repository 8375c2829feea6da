//! From text to tokens, with Python's layout: blocks are marked by indentation, lines go on inside of brackets,
//! and comments run to the end of the line.

mod layout;
mod literal;

use winnow::ascii::line_ending;

use self::layout::Indentation;
use super::error::Mistake;
use super::token::{KEYWORDS, TokenKind, is_name};
use crate::text::{Scanner, Tokens, Word, begins_name, continues_name, keyword};

/// Splits a text into tokens. The name is that in the comment `# pypto.program: NAME` before the first token.
pub(crate) fn tokens(text: &str) -> Result<(Tokens<TokenKind<'_>>, Option<&str>), Mistake> {
    let mut lexer = Lexer { scanner: Scanner::new(text), indentation: Indentation::new(), program: None };
    lexer.run()?;
    Ok((lexer.scanner.finish()?, lexer.program))
}

struct Lexer<'s> {
    scanner: Scanner<'s, TokenKind<'s>>,
    indentation: Indentation,
    program: Option<&'s str>,
}

impl<'s> Lexer<'s> {
    fn run(&mut self) -> Result<(), Mistake> {
        self.line_start()?;
        while let Some(c) = self.scanner.peek() {
            let start = self.scanner.at();
            match c {
                ' ' | '\t' => {
                    self.scanner.take(c);
                }
                '\n' => self.line_end()?,
                '\r' if self.scanner.rest().starts_with("\r\n") => self.line_end()?,
                '#' => self.comment(),
                '\\' if self.scanner.take(('\\', line_ending)).is_some() => {}
                '"' | '\'' => {
                    let value = self.scanner.string(c, literal::escape)?;
                    self.scanner.push(TokenKind::Str(value), start);
                }
                _ if literal::begins_number(self.scanner.rest()) => literal::number(&mut self.scanner)?,
                _ if begins_name(c) => {
                    let word = self.scanner.take_while(continues_name);
                    self.scanner.push(keyword(KEYWORDS, word).map_or(TokenKind::Name(word), TokenKind::Keyword), start);
                }
                _ => {
                    self.scanner.symbol()?;
                }
            }
        }
        self.scanner.end_brackets()?;
        self.end_line();
        self.end_blocks();
        Ok(())
    }

    /// Ends the line, if there is a token in it.
    fn end_line(&mut self) {
        if self.scanner.last().is_some_and(|last| !last.is_layout()) {
            self.scanner.push(TokenKind::Newline, self.scanner.at());
        }
    }

    fn line_end(&mut self) -> Result<(), Mistake> {
        let goes_on = self.scanner.bracket().is_some();
        if !goes_on {
            self.end_line();
        }
        self.scanner.take(line_ending);
        if goes_on { Ok(()) } else { self.line_start() }
    }

    /// A comment, which may name the program if it stands before everything else.
    fn comment(&mut self) {
        let comment = self.scanner.take_line();
        if self.scanner.last().is_some() || self.program.is_some() {
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
}
