//! Numbers and strings.

use super::Lexer;
use crate::relay::error::{ErrorKind, Mistake};
use crate::relay::token::{TokenKind, continues_word, is_float, suffix_type};
use crate::text::elided;

impl Lexer<'_> {
    pub(super) fn number(&mut self) -> Result<(), Mistake> {
        let start = self.at;
        self.take_while(|c| c.is_ascii_digit());
        // What follows the dot of a projection has no fraction: `%x.0.1`.
        let is_index = self.tokens.last().is_some_and(|last| last.kind == TokenKind::Symbol("."));
        let is_integer = is_index || !(self.fraction() | self.exponent());
        let digits = &self.text[start..self.at];
        let suffix = self.take_while(continues_word);
        let word = &self.text[start..self.at];
        let kind = number(digits, suffix, is_integer, word).map_err(|kind| Mistake::new(kind, start..self.at))?;
        if !is_index && self.rest().starts_with('.') && self.rest()[1..].starts_with(|c: char| c.is_ascii_digit()) {
            self.take_while(|c| c == '.' || continues_word(c));
            let word = elided(&self.text[start..self.at]);
            return Err(Mistake::new(ErrorKind::Number(word), start..self.at));
        }
        self.push(kind, start);
        Ok(())
    }

    /// Takes a dot and digits, if they are there.
    fn fraction(&mut self) -> bool {
        let found = self.rest().starts_with('.') && self.rest()[1..].starts_with(|c: char| c.is_ascii_digit());
        if found {
            self.at += 1;
            self.take_while(|c| c.is_ascii_digit());
        }
        found
    }

    /// Takes an `e`, a sign and digits, if they are there.
    fn exponent(&mut self) -> bool {
        let Some(rest) = self.rest().strip_prefix(['e', 'E']) else { return false };
        let digits = rest.strip_prefix(['+', '-']).unwrap_or(rest);
        let found = digits.starts_with(|c: char| c.is_ascii_digit());
        if found {
            self.at = self.text.len() - digits.len();
            self.take_while(|c| c.is_ascii_digit());
        }
        found
    }

    pub(super) fn string(&mut self) -> Result<(), Mistake> {
        let start = self.at;
        self.at += 1;
        let mut value = String::new();
        loop {
            value.push_str(self.take_while(|c| !matches!(c, '"' | '\\' | '\n' | '\r')));
            match self.rest().chars().next() {
                Some('"') => break,
                Some('\\') => value.push(self.escape()?),
                _ => return Err(Mistake::new(ErrorKind::Unterminated, start..self.at)),
            }
        }
        self.at += 1;
        self.push(TokenKind::String(value), start);
        Ok(())
    }

    /// What a backslash and the characters after it stand for.
    fn escape(&mut self) -> Result<char, Mistake> {
        let start = self.at;
        let letter = self.rest().chars().nth(1).filter(|c| !matches!(c, '\n' | '\r'));
        self.at += 1 + letter.map_or(0, char::len_utf8);
        let escaped = match letter {
            Some('n') => Some('\n'),
            Some('r') => Some('\r'),
            Some('t') => Some('\t'),
            Some('0') => Some('\0'),
            Some(c @ ('\\' | '"' | '\'')) => Some(c),
            Some('u') => self.code_point(),
            _ => None,
        };
        escaped.ok_or_else(|| Mistake::new(ErrorKind::Escape(elided(&self.text[start..self.at])), start..self.at))
    }

    /// `{`, one to six hexadecimal digits, `}`
    fn code_point(&mut self) -> Option<char> {
        self.rest().starts_with('{').then(|| self.at += 1)?;
        let digits = self.take_while(|c| c.is_ascii_hexdigit());
        self.rest().starts_with('}').then(|| self.at += 1)?;
        u32::from_str_radix(digits, 16).ok().filter(|_| digits.len() <= 6).and_then(char::from_u32)
    }
}

fn number<'s>(digits: &str, suffix: &str, is_integer: bool, word: &str) -> Result<TokenKind<'s>, ErrorKind> {
    let malformed = || ErrorKind::Number(elided(word));
    let dtype = match suffix {
        "" => None,
        suffix => Some(suffix_type(suffix).ok_or_else(malformed)?),
    };
    match dtype {
        Some(dtype) if is_float(dtype) => {}
        Some(_) if !is_integer => return Err(malformed()),
        _ if is_integer => {
            let value = digits.parse().map_err(|_| ErrorKind::TooLarge(elided(word)))?;
            return Ok(TokenKind::Int(value, dtype));
        }
        _ => {}
    }
    match digits.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(TokenKind::Float(value, dtype)),
        Ok(_) => Err(ErrorKind::TooLarge(elided(word))),
        Err(_) => Err(malformed()),
    }
}
