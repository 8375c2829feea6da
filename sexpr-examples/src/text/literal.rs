//! Numbers and escape sequences.

use std::str::FromStr;

use winnow::Parser;
use winnow::combinator::delimited;
use winnow::error::EmptyError;
use winnow::token::take_while;

use super::{SyntaxError, elided};

/// An integer of decimal digits, with or without a sign.
pub(crate) fn integer<T: FromStr>(word: &str) -> Result<T, SyntaxError> {
    word.parse().map_err(|_| {
        let digits = word.strip_prefix('-').unwrap_or(word);
        if digits.bytes().all(|byte| byte.is_ascii_digit()) {
            SyntaxError::Integer(elided(word))
        } else {
            SyntaxError::Number(elided(word))
        }
    })
}

/// A finite number of digits, at most one dot and an exponent. Messages quote the whole word.
pub(crate) fn float(digits: &str, word: &str) -> Result<f64, SyntaxError> {
    match digits.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(value),
        Ok(_) => Err(SyntaxError::Float(elided(word))),
        Err(_) => Err(SyntaxError::Number(elided(word))),
    }
}

/// The character for a letter behind a backslash, as far as all languages agree.
pub(crate) fn escaped(letter: char) -> Option<char> {
    Some(match letter {
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        '\\' | '"' => letter,
        _ => return None,
    })
}

/// A character by its number: that many hexadecimal digits. A failure leaves out what was read, for the message.
pub(crate) fn code_point(rest: &mut &str, length: usize) -> Result<char, EmptyError> {
    let digits = take_while(0..=length, |c: char| c.is_ascii_hexdigit()).parse_next(rest)?;
    character(digits).filter(|_| digits.len() == length).ok_or(EmptyError)
}

/// A character by its number in braces: `{`, one to six hexadecimal digits, `}`.
pub(crate) fn braced_code_point(rest: &mut &str) -> Result<char, EmptyError> {
    let digits = delimited('{', take_while(0.., |c: char| c.is_ascii_hexdigit()), '}').parse_next(rest)?;
    character(digits).filter(|_| digits.len() <= 6).ok_or(EmptyError)
}

fn character(digits: &str) -> Option<char> {
    u32::from_str_radix(digits, 16).ok().and_then(char::from_u32)
}
