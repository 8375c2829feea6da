//! Comments, and what only looks like one.

use super::Lexer;
use crate::relay::error::{ErrorKind, Mistake};
use crate::relay::token::{FLOOR_DIVISION, TokenKind};

/// How far a bracket's end is looked for.
const NEAR: usize = 1000;

impl Lexer<'_> {
    pub(super) fn skip_line(&mut self) {
        self.take_while(|c| c != '\n');
    }

    /// `/* … */`, with others in it.
    pub(super) fn skip_comment(&mut self) -> Result<(), Mistake> {
        let start = self.at;
        let mut depth = 0_usize;
        loop {
            if self.rest().starts_with("/*") {
                depth += 1;
                self.at += 2;
            } else if self.rest().starts_with("*/") {
                depth -= 1;
                self.at += 2;
                if depth == 0 {
                    return Ok(());
                }
            } else {
                let Some(c) = self.rest().chars().next() else {
                    return Err(Mistake::new(ErrorKind::Unclosed("/*"), start..start + 2));
                };
                self.at += c.len_utf8();
            }
        }
    }

    /// A comment; or, in a shape that is closed on this line, a division.
    pub(super) fn two_slashes(&mut self) {
        if self.brackets.last().is_some_and(|bracket| bracket.is_shape)
            && self.ends_dimension()
            && self.closes_on_this_line()
        {
            let start = self.at;
            self.at += FLOOR_DIVISION.len();
            self.push(TokenKind::Symbol(FLOOR_DIVISION), start);
        } else {
            self.skip_line();
        }
    }

    /// Whether what opens here may hold dimensions, as in `Tensor[(n, m), t]` and `@f<(n, m)>(…)`.
    pub(super) fn opens_shape(&self, symbol: &str) -> bool {
        let is_within = self.brackets.last().is_some_and(|outer| outer.symbol == "[" || outer.is_shape);
        let begins_arguments = match self.tokens.last().map(|token| &token.kind) {
            Some(TokenKind::Symbol("<")) => true,
            Some(TokenKind::Symbol(",")) => self.closed_shape == Some(self.tokens.len() - 1),
            _ => false,
        };
        symbol == "(" && (is_within || begins_arguments)
    }

    /// Whether the last word may be the end of a dimension.
    fn ends_dimension(&self) -> bool {
        self.tokens.last().is_some_and(|token| {
            matches!(token.kind, TokenKind::Int(..) | TokenKind::Name(_) | TokenKind::Symbol(")" | "?" | "_"))
                && !self.text[token.place.end..self.at].contains('\n')
        })
    }

    /// Whether the innermost bracket is closed before the line ends.
    fn closes_on_this_line(&self) -> bool {
        let mut open = 0_usize;
        for byte in self.rest().bytes().take(NEAR) {
            match byte {
                b'\n' => return false,
                b'(' | b'[' => open += 1,
                b')' | b']' => match open.checked_sub(1) {
                    Some(left) => open = left,
                    None => return true,
                },
                _ => {}
            }
        }
        false
    }
}
