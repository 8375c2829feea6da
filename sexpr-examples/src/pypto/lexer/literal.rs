//! Numbers and escape sequences.

use winnow::Parser;
use winnow::ascii::line_ending;
use winnow::combinator::opt;
use winnow::error::EmptyError;
use winnow::token::{any, one_of, take_while};

use crate::pypto::error::Mistake;
use crate::pypto::token::TokenKind;
use crate::text::{Scanner, SyntaxError, continues_name, elided, literal};

/// The largest absolute value of an integer: that of the smallest one.
const MOST: u64 = i64::MIN.unsigned_abs();

/// Whether a number begins here.
pub(super) fn begins_number(rest: &str) -> bool {
    rest.strip_prefix('.').unwrap_or(rest).starts_with(|c: char| c.is_ascii_digit())
}

pub(super) fn number<'s>(scanner: &mut Scanner<'s, TokenKind<'s>>) -> Result<(), Mistake> {
    let start = scanner.at();
    let word = scanner.take_while(|c| continues_name(c) || c == '.');
    let based = ["0x", "0X", "0o", "0O", "0b", "0B"].iter().any(|prefix| word.starts_with(prefix));
    if !based && word.ends_with(['e', 'E']) {
        scanner.take((one_of(['+', '-']), take_while(0.., continues_name)));
    }
    let kind = value(scanner.since(start), based).map_err(|error| scanner.mistake(error, start))?;
    scanner.push(kind, start);
    Ok(())
}

/// The character for what is behind a backslash; none, where it joins two lines.
pub(super) fn escape(rest: &mut &str) -> Result<Option<char>, EmptyError> {
    if opt(line_ending).parse_next(rest)?.is_some() {
        return Ok(None);
    }
    match any(rest)? {
        '0' if !rest.starts_with(|next: char| next.is_digit(8)) => Ok(Some('\0')),
        '\'' => Ok(Some('\'')),
        'x' => literal::code_point(rest, 2).map(Some),
        'u' => literal::code_point(rest, 4).map(Some),
        'U' => literal::code_point(rest, 8).map(Some),
        letter => literal::escaped(letter).map(Some).ok_or(EmptyError),
    }
}

/// The value of a number; `based` says whether it begins like one in base 16, 8 or 2.
fn value<'s>(word: &str, based: bool) -> Result<TokenKind<'s>, SyntaxError> {
    let malformed = || SyntaxError::Number(elided(word));
    // An underscore stands between two digits, or after the prefix of a base.
    let mut before = None;
    for c in word.chars() {
        let misplaced = |c: char| !c.is_ascii_alphanumeric();
        if c == '_' && before.is_none_or(misplaced) || before == Some('_') && misplaced(c) {
            return Err(malformed());
        }
        before = Some(c);
    }
    if before == Some('_') {
        return Err(malformed());
    }
    let digits: String = word.chars().filter(|&c| c != '_').collect();

    if based {
        let base = match digits.as_bytes()[1].to_ascii_lowercase() {
            b'x' => 16,
            b'o' => 8,
            _ => 2,
        };
        return integer(&digits[2..], base, word);
    }
    if digits.bytes().all(|byte| byte.is_ascii_digit()) {
        let zeros = digits.bytes().all(|byte| byte == b'0');
        if digits.starts_with('0') && !zeros {
            return Err(malformed());
        }
        return integer(&digits, 10, word);
    }
    if !digits.bytes().all(|byte| byte.is_ascii_digit() || b".eE+-".contains(&byte)) {
        return Err(malformed());
    }
    literal::float(&digits, word).map(TokenKind::Float)
}

fn integer<'s>(digits: &str, base: u32, word: &str) -> Result<TokenKind<'s>, SyntaxError> {
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(base)) {
        return Err(SyntaxError::Number(elided(word)));
    }
    match u64::from_str_radix(digits, base) {
        Ok(value) if value <= MOST => Ok(TokenKind::Int(value)),
        _ => Err(SyntaxError::Integer(elided(word))),
    }
}
