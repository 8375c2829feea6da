//! Numbers.

use winnow::Parser;
use winnow::combinator::opt;

use super::input::{Input, Outcome, module};
use crate::pypto::syntax::Literal;
use crate::pypto::token::TokenKind;
use crate::text::{SyntaxError, mistake, token, word};

/// How many tokens make up the number that begins so many tokens on, if one does.
pub(super) fn number_length(input: &Input<'_, '_>, ahead: usize) -> Option<usize> {
    match input.peek(ahead) {
        TokenKind::Int(_) | TokenKind::Float(_) => Some(1),
        TokenKind::Name(name) if *name == input.context.module && input.is(ahead + 1, ".") => {
            matches!(input.peek(ahead + 2), TokenKind::Name("inf" | "nan")).then_some(3)
        }
        _ => None,
    }
}

/// `[ "-" ] number`
pub(super) fn signed_number(input: &mut Input<'_, '_>) -> Outcome<Literal> {
    let negative = opt(word("-")).parse_next(input)?.is_some();
    number(negative, input)
}

/// `INT | FLOAT | P ".inf" | P ".nan"`, of the sign that was read before it.
pub(super) fn number(negative: bool, input: &mut Input<'_, '_>) -> Outcome<Literal> {
    if input.is(1, ".") {
        module(input)?;
        let value = token("`inf` or `nan`", |token| match token.kind {
            TokenKind::Name("inf") => Some(f64::INFINITY),
            TokenKind::Name("nan") => Some(f64::NAN),
            _ => None,
        })
        .parse_next(input)?;
        return Ok(Literal::Float(signed(negative, value)));
    }
    let place = input.here();
    let number = token("a number", |token| match token.kind {
        TokenKind::Int(value) => Some(Ok(value)),
        TokenKind::Float(value) => Some(Err(value)),
        _ => None,
    })
    .parse_next(input)?;
    match number {
        Err(value) => Ok(Literal::Float(signed(negative, value))),
        Ok(value) => {
            let integer = if negative { 0_i64.checked_sub_unsigned(value) } else { value.try_into().ok() };
            integer.map(Literal::Int).ok_or_else(|| mistake(SyntaxError::Integer(value.to_string()), place))
        }
    }
}

fn signed(negative: bool, value: f64) -> f64 {
    if negative { -value } else { value }
}
