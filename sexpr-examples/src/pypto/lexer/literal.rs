//! Numbers and strings.

use std::ops::Range;

use super::Lexer;
use crate::pypto::error::{ErrorKind, Mistake};
use crate::pypto::token::{TokenKind, continues_name};

/// The largest absolute value of an integer: that of the smallest one.
const MOST: u64 = i64::MIN.unsigned_abs();

impl Lexer<'_> {
    pub(super) fn begins_number(&self) -> bool {
        let mut chars = self.rest().chars();
        match chars.next() {
            Some('.') => chars.next().is_some_and(|c| c.is_ascii_digit()),
            Some(c) => c.is_ascii_digit(),
            None => false,
        }
    }

    pub(super) fn number(&mut self) -> Result<(), Mistake> {
        let start = self.at;
        let mut word = self.take_while(|c| continues_name(c) || c == '.');
        let based = ["0x", "0X", "0o", "0O", "0b", "0B"].iter().any(|prefix| word.starts_with(prefix));
        if !based && word.ends_with(['e', 'E']) && self.rest().starts_with(['+', '-']) {
            self.at += 1;
            self.take_while(continues_name);
            word = &self.text[start..self.at];
        }
        let kind = number(word, based).map_err(|kind| Mistake::new(kind, start..self.at))?;
        self.push(kind, start..self.at);
        Ok(())
    }

    pub(super) fn string(&mut self, quote: char) -> Result<(), Mistake> {
        let start = self.at;
        self.at += 1;
        let mut value = String::new();
        loop {
            let at = self.at;
            match self.peek() {
                None | Some('\n' | '\r') => {
                    return Err(Mistake::new(ErrorKind::Unterminated, start..at));
                }
                Some('\\') => value.extend(self.escape()?),
                Some(c) => {
                    self.at += c.len_utf8();
                    if c == quote {
                        break;
                    }
                    value.push(c);
                }
            }
        }
        self.push(TokenKind::Str(value), start..self.at);
        Ok(())
    }

    /// What a backslash and the characters after it stand for: nothing, where they join two lines.
    fn escape(&mut self) -> Result<Option<char>, Mistake> {
        if self.joins_lines() {
            return Ok(None);
        }
        let start = self.at;
        let mut chars = self.rest().chars().skip(1);
        let Some(letter) = chars.next() else {
            return Err(self.bad_escape(start..self.text.len()));
        };
        let digits = match letter {
            'n' => return Ok(Some(self.escaped(2, '\n'))),
            't' => return Ok(Some(self.escaped(2, '\t'))),
            'r' => return Ok(Some(self.escaped(2, '\r'))),
            '0' if !chars.clone().next().is_some_and(|next| next.is_digit(8)) => {
                return Ok(Some(self.escaped(2, '\0')));
            }
            '\\' | '\'' | '"' => return Ok(Some(self.escaped(2, letter))),
            'x' => 2,
            'u' => 4,
            'U' => 8,
            _ => return Err(self.bad_escape(start..start + 1 + letter.len_utf8())),
        };
        let code: String = chars.take(digits).take_while(char::is_ascii_hexdigit).collect();
        let whole = start..start + 2 + code.len();
        u32::from_str_radix(&code, 16)
            .ok()
            .filter(|_| code.len() == digits)
            .and_then(char::from_u32)
            .map(|c| Some(self.escaped(2 + digits, c)))
            .ok_or_else(|| self.bad_escape(whole))
    }

    fn escaped(&mut self, length: usize, c: char) -> char {
        self.at += length;
        c
    }

    fn bad_escape(&self, range: Range<usize>) -> Mistake {
        Mistake::new(ErrorKind::Escape(self.text[range.clone()].to_owned()), range)
    }
}

/// Reads a number; `based` says whether it begins like one in base 16, 8 or 2.
fn number<'s>(word: &str, based: bool) -> Result<TokenKind<'s>, ErrorKind> {
    let malformed = || ErrorKind::Number(word.to_owned());
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
    match digits.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(TokenKind::Float(value)),
        Ok(_) => Err(ErrorKind::Float(word.to_owned())),
        Err(_) => Err(malformed()),
    }
}

fn integer<'s>(digits: &str, base: u32, word: &str) -> Result<TokenKind<'s>, ErrorKind> {
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(base)) {
        return Err(ErrorKind::Number(word.to_owned()));
    }
    match u64::from_str_radix(digits, base) {
        Ok(value) if value <= MOST => Ok(TokenKind::Int(value)),
        _ => Err(ErrorKind::Integer(word.to_owned())),
    }
}
