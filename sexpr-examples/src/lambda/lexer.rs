//! From text to tokens. Comments run from `--` to the end of the line; line breaks mean nothing else.

use super::error::{ErrorKind, Mistake};
use super::token::{Place, SYMBOLS, Token, TokenKind, begins_word, continues_word, word};
use crate::text::elided;

/// A text's tokens. The last one is [`TokenKind::End`].
pub(super) fn tokens(text: &str) -> Result<Vec<Token<'_>>, Mistake> {
    let mut lexer = Lexer { text, at: 0, tokens: Vec::new(), brackets: Vec::new() };
    lexer.run()?;
    Ok(lexer.tokens)
}

struct Lexer<'s> {
    text: &'s str,
    at: usize,
    tokens: Vec<Token<'s>>,
    /// The open brackets, and where each is.
    brackets: Vec<(char, usize)>,
}

impl<'s> Lexer<'s> {
    fn run(&mut self) -> Result<(), Mistake> {
        while let Some(c) = self.rest().chars().next() {
            match c {
                ' ' | '\t' | '\n' | '\r' => self.at += 1,
                '-' if self.rest().starts_with("--") => {
                    self.take_while(|c| c != '\n');
                }
                '"' => self.string()?,
                '-' if self.begins_negative() => self.integer()?,
                _ if c.is_ascii_digit() => self.integer()?,
                _ if begins_word(c) => {
                    let start = self.at;
                    let kind = word(self.take_while(continues_word));
                    self.push(kind, start);
                }
                _ => self.symbol(c)?,
            }
        }
        if let Some(&(bracket, at)) = self.brackets.last() {
            return Err(Mistake::new(ErrorKind::Unclosed(bracket), at..at + 1));
        }
        // Right behind the last word, where something can be added.
        self.at = self.tokens.last().map_or(0, |last| last.place.end);
        self.push(TokenKind::End, self.at);
        Ok(())
    }

    fn rest(&self) -> &'s str {
        &self.text[self.at..]
    }

    /// A token from there to here.
    fn push(&mut self, kind: TokenKind<'s>, start: usize) {
        self.tokens.push(Token { kind, place: start..self.at });
    }

    /// Takes the longest beginning of the rest whose characters all pass.
    fn take_while(&mut self, pass: impl Fn(char) -> bool) -> &'s str {
        let rest = self.rest();
        let length = rest.find(|c| !pass(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// Whether the minus here is a number's sign. Right after a word it looks like an operator, which there is none of.
    fn begins_negative(&self) -> bool {
        self.rest()[1..].starts_with(|c: char| c.is_ascii_digit()) && !self.text[..self.at].ends_with(continues_word)
    }

    fn integer(&mut self) -> Result<(), Mistake> {
        let start = self.at;
        self.at += 1;
        self.take_while(continues_word);
        if self.rest().starts_with('.') && self.rest()[1..].starts_with(|c: char| c.is_ascii_digit()) {
            self.take_while(|c| c == '.' || continues_word(c));
        }
        let word = &self.text[start..self.at];
        let digits = word.trim_start_matches('-');
        let kind = match word.parse() {
            Ok(value) => Ok(TokenKind::Integer(value)),
            Err(_) if digits.bytes().all(|byte| byte.is_ascii_digit()) => Err(ErrorKind::Integer(elided(word))),
            Err(_) => Err(ErrorKind::Number(elided(word))),
        };
        let kind = kind.map_err(|kind| Mistake::new(kind, start..self.at))?;
        self.push(kind, start);
        Ok(())
    }

    fn string(&mut self) -> Result<(), Mistake> {
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
            Some('\\') => Some('\\'),
            Some('"') => Some('"'),
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

    fn symbol(&mut self, c: char) -> Result<(), Mistake> {
        let start = self.at;
        let Some(&symbol) = SYMBOLS.iter().find(|symbol| self.rest().starts_with(**symbol)) else {
            return Err(Mistake::new(ErrorKind::Character(c), start..start + c.len_utf8()));
        };
        self.at += symbol.len();
        match c {
            '(' | '{' => self.brackets.push((c, start)),
            ')' => self.close('(', c, start..self.at)?,
            '}' => self.close('{', c, start..self.at)?,
            _ => {}
        }
        self.push(TokenKind::Symbol(symbol), start);
        Ok(())
    }

    fn close(&mut self, opening: char, closing: char, place: Place) -> Result<(), Mistake> {
        let mistake = Mistake::new(ErrorKind::Unopened(closing), place);
        match self.brackets.pop() {
            Some((bracket, _)) if bracket == opening => Ok(()),
            Some((_, open)) => Err(mistake.with(open..open + 1, "this one is open")),
            None => Err(mistake),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tokens as messages call them.
    fn words(text: &str) -> Vec<String> {
        let tokens = tokens(text).expect("only words");
        tokens.iter().map(|token| token.kind.to_string()).collect()
    }

    #[test]
    fn words_end_where_others_begin() {
        assert_eq!(
            words("\\x'.f(-1)\"a\""),
            ["`\\`", "`x'`", "`.`", "`f`", "`(`", "`-1`", "`)`", "a string", "the end of the file"]
        );
        assert_eq!(words("_->-5"), ["`_`", "`->`", "`-5`", "the end of the file"]);
        assert_eq!(words("a--b\n--\n;"), ["`a`", "`;`", "the end of the file"]);
    }

    #[test]
    fn places_are_bytes() {
        let places = |text| tokens(text).expect("only words").into_iter().map(|token| token.place).collect::<Vec<_>>();
        assert_eq!(places("é \"日\"\n-- end\n"), [0..2, 3..8, 8..8]);
        assert_eq!(places("-- nothing"), vec![0..0; 1]);
    }

    #[test]
    fn a_minus_is_a_sign_only_where_it_does_not_look_like_an_operator() {
        assert_eq!(words("f -1"), ["`f`", "`-1`", "the end of the file"]);
        for text in ["n-1", "1-1", "- 1", "-x", "n' - 1"] {
            let mistake = tokens(text).expect_err("no operators");
            assert!(
                matches!(mistake.kind, ErrorKind::Character('-') | ErrorKind::Number(_)),
                "{text}: {:?}",
                mistake.kind
            );
        }
    }
}
