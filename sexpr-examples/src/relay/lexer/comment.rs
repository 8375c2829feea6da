//! Comments, and divisions that look like one.

use winnow::token::any;

use super::Lexer;
use crate::relay::error::Mistake;
use crate::relay::token::{HEADER, TokenKind};
use crate::text::{SyntaxError, Word};

/// How far a bracket's end is looked for.
const NEAR: usize = 1000;

impl Lexer<'_> {
    /// `/* … */`, with others in it.
    pub(super) fn skip_comment(&mut self) -> Result<(), Mistake> {
        let start = self.scanner.at();
        let mut depth = 0_usize;
        loop {
            if self.scanner.take("/*").is_some() {
                depth += 1;
            } else if self.scanner.take("*/").is_some() {
                depth -= 1;
                if depth == 0 {
                    return Ok(());
                }
            } else if self.scanner.take(any).is_none() {
                return Err(Mistake::new(SyntaxError::Unclosed("/*").into(), start..start + 2));
            }
        }
    }

    /// A comment; or, in a shape that is closed on this line, a division.
    pub(super) fn two_slashes(&mut self) -> Result<(), Mistake> {
        if self.shapes.last() == Some(&true) && self.ends_dimension() && self.closes_on_this_line() {
            return self.symbol();
        }
        self.scanner.take_line();
        Ok(())
    }

    /// Whether a bracket that opens here may hold dimensions, as in `Tensor[(n, m), t]` and `@f<(n, m)>(…)`.
    pub(super) fn opens_shape(&self) -> bool {
        let tokens = self.scanner.tokens();
        let is_in_list =
            self.scanner.bracket().is_some_and(|outer| matches!(tokens[outer].kind.fixed(), Some("[" | HEADER)));
        let begins_argument = match self.scanner.last() {
            Some(TokenKind::Symbol("<")) => true,
            Some(TokenKind::Symbol(",")) => self.closed_shape == Some(tokens.len() - 1),
            _ => false,
        };
        is_in_list || self.shapes.last() == Some(&true) || begins_argument
    }

    /// Whether the last word may be the end of a dimension.
    fn ends_dimension(&self) -> bool {
        self.scanner.tokens().last().is_some_and(|token| {
            matches!(token.kind, TokenKind::Int(..) | TokenKind::Name(_) | TokenKind::Symbol(")" | "?" | "_"))
                && !self.scanner.since(token.place.end).contains('\n')
        })
    }

    /// Whether the innermost bracket is closed before the line ends.
    fn closes_on_this_line(&self) -> bool {
        let mut open = 0_usize;
        for byte in self.scanner.rest().bytes().take(NEAR) {
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
