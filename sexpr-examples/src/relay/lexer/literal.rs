//! Numbers and escape sequences.

use winnow::Parser;
use winnow::ascii::digit1;
use winnow::combinator::opt;
use winnow::error::EmptyError;
use winnow::token::{none_of, one_of, take_while};

use crate::relay::error::Mistake;
use crate::relay::token::{TokenKind, is_float, suffix_type};
use crate::text::{Scanner, SyntaxError, continues_name, elided, literal};

pub(super) fn number<'s>(scanner: &mut Scanner<'s, TokenKind<'s>>) -> Result<(), Mistake> {
    let start = scanner.at();
    scanner.take(digit1);
    // What follows the dot of a projection has no fraction: `%x.0.1`.
    let is_index = scanner.last() == Some(&TokenKind::Symbol("."));
    let mut is_integer = true;
    if !is_index {
        let fraction = scanner.take(('.', digit1));
        let exponent = scanner.take((one_of(['e', 'E']), opt(one_of(['+', '-'])), digit1));
        is_integer = fraction.is_none() && exponent.is_none();
    }
    let digits = scanner.since(start);
    let suffix = scanner.take_while(continues_name);
    let kind =
        value(digits, suffix, is_integer, scanner.since(start)).map_err(|error| scanner.mistake(error, start))?;
    let another = ('.', one_of('0'..='9'), take_while(0.., |c| c == '.' || continues_name(c)));
    if !is_index && scanner.take(another).is_some() {
        return Err(scanner.mistake(SyntaxError::Number(elided(scanner.since(start))), start));
    }
    scanner.push(kind, start);
    Ok(())
}

/// The character for what is behind a backslash.
pub(super) fn escape(rest: &mut &str) -> Result<char, EmptyError> {
    match none_of(['\n', '\r']).parse_next(rest)? {
        '0' => Ok('\0'),
        '\'' => Ok('\''),
        'u' => literal::braced_code_point(rest),
        letter => literal::escaped(letter).ok_or(EmptyError),
    }
}

fn value<'s>(digits: &str, suffix: &str, is_integer: bool, word: &str) -> Result<TokenKind<'s>, SyntaxError> {
    let malformed = || SyntaxError::Number(elided(word));
    let dtype = match suffix {
        "" => None,
        suffix => Some(suffix_type(suffix).ok_or_else(malformed)?),
    };
    match dtype {
        Some(dtype) if is_float(dtype) => {}
        Some(_) if !is_integer => return Err(malformed()),
        _ if is_integer => {
            let value = digits.parse().map_err(|_| SyntaxError::Integer(elided(word)))?;
            return Ok(TokenKind::Int(value, dtype));
        }
        _ => {}
    }
    Ok(TokenKind::Float(literal::float(digits, word)?, dtype))
}
