//! From text to tokens. Comments run from `--` to the end of the line; line breaks mean nothing else.

use winnow::Parser;
use winnow::combinator::opt;
use winnow::error::EmptyError;
use winnow::token::{none_of, one_of, take_while};

use super::error::Mistake;
use super::token::{TokenKind, continues_word, word};
use crate::text::{Scanner, Tokens, begins_name, literal};

/// Splits a text into tokens.
pub(super) fn tokens(text: &str) -> Result<Tokens<TokenKind<'_>>, Mistake> {
    let mut scanner = Scanner::new(text);
    while let Some(c) = scanner.peek() {
        let start = scanner.at();
        match c {
            ' ' | '\t' | '\n' | '\r' => {
                scanner.take(c);
            }
            '-' if scanner.rest().starts_with("--") => {
                scanner.take_line();
            }
            '"' => {
                let value = scanner.string('"', escape)?;
                scanner.push(TokenKind::String(value), start);
            }
            '-' if begins_negative(&scanner) => integer(&mut scanner)?,
            '0'..='9' => integer(&mut scanner)?,
            _ if begins_name(c) => {
                let kind = word(scanner.take_while(continues_word));
                scanner.push(kind, start);
            }
            _ => {
                scanner.symbol()?;
            }
        }
    }
    scanner.finish()
}

/// Whether the minus here is a number's sign. Right after a word it looks like an operator, and there are none.
fn begins_negative(scanner: &Scanner<'_, TokenKind<'_>>) -> bool {
    scanner.rest()[1..].starts_with(|c: char| c.is_ascii_digit()) && !scanner.since(0).ends_with(continues_word)
}

fn integer(scanner: &mut Scanner<'_, TokenKind<'_>>) -> Result<(), Mistake> {
    let start = scanner.at();
    scanner.take((opt('-'), take_while(1.., continues_word)));
    // Numbers with fractions are refused as a whole.
    scanner.take(('.', one_of('0'..='9'), take_while(0.., |c| c == '.' || continues_word(c))));
    match literal::integer(scanner.since(start)) {
        Ok(value) => scanner.push(TokenKind::Integer(value), start),
        Err(error) => return Err(scanner.mistake(error, start)),
    }
    Ok(())
}

/// The character for what is behind a backslash.
fn escape(rest: &mut &str) -> Result<char, EmptyError> {
    match none_of(['\n', '\r']).parse_next(rest)? {
        'u' => literal::braced_code_point(rest),
        letter => literal::escaped(letter).ok_or(EmptyError),
    }
}
