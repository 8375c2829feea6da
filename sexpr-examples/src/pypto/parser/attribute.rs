//! Constants: the numbers of expressions, and the values of attributes.

use winnow::Parser;
use winnow::combinator::{alt, opt, preceded};

use super::input::{Input, Outcome, module};
use super::types;
use crate::pypto::ir::AttrValue;
use crate::pypto::syntax::ExprKind;
use crate::pypto::token::TokenKind;
use crate::text::{SyntaxError, labelled, list, mistake, nested, token, word};

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

/// `INT | FLOAT | P ".inf" | P ".nan"`, of the sign that was read before it.
pub(super) fn number<'s>(negative: bool, input: &mut Input<'_, 's>) -> Outcome<ExprKind<'s>> {
    if input.is(1, ".") {
        module(input)?;
        let value = token("`inf` or `nan`", |token| match token.kind {
            TokenKind::Name("inf") => Some(f64::INFINITY),
            TokenKind::Name("nan") => Some(f64::NAN),
            _ => None,
        })
        .parse_next(input)?;
        return Ok(ExprKind::Float(signed(negative, value)));
    }
    let place = input.here();
    let number = token("a number", |token| match token.kind {
        TokenKind::Int(value) => Some(Ok(value)),
        TokenKind::Float(value) => Some(Err(value)),
        _ => None,
    })
    .parse_next(input)?;
    match number {
        Err(value) => Ok(ExprKind::Float(signed(negative, value))),
        Ok(value) => {
            let integer = if negative { 0_i64.checked_sub_unsigned(value) } else { value.try_into().ok() };
            integer.map(ExprKind::Int).ok_or_else(|| mistake(SyntaxError::Integer(value.to_string()), place))
        }
    }
}

fn signed(negative: bool, value: f64) -> f64 {
    if negative { -value } else { value }
}

/// `[ "-" ] number | "True" | "False" | STRING | P "." DTYPE | "[" [ constant { "," constant } [ "," ] ] "]"`
pub(super) fn constant(input: &mut Input<'_, '_>) -> Outcome<AttrValue> {
    labelled("a constant", alt((literal, signed_number, data_type, constants))).parse_next(input)
}

fn literal(input: &mut Input<'_, '_>) -> Outcome<AttrValue> {
    token("a constant", |token| match &token.kind {
        TokenKind::Str(value) => Some(AttrValue::Str(value.clone())),
        TokenKind::Keyword("True") => Some(AttrValue::Bool(true)),
        TokenKind::Keyword("False") => Some(AttrValue::Bool(false)),
        _ => None,
    })
    .parse_next(input)
}

fn signed_number(input: &mut Input<'_, '_>) -> Outcome<AttrValue> {
    let negative = usize::from(input.is(0, "-"));
    if number_length(input, negative).is_none() {
        // Says what was expected, and fails.
        return token("a constant", |_| None).parse_next(input);
    }
    let negative = opt(word("-")).parse_next(input)?.is_some();
    Ok(match number(negative, input)? {
        ExprKind::Int(value) => AttrValue::Int(value),
        ExprKind::Float(value) => AttrValue::Float(value),
        _ => AttrValue::List(Vec::new()),
    })
}

fn data_type(input: &mut Input<'_, '_>) -> Outcome<AttrValue> {
    preceded(module, types::data_type).map(AttrValue::DataType).parse_next(input)
}

fn constants(input: &mut Input<'_, '_>) -> Outcome<AttrValue> {
    list("[", nested(constant), "]").map(AttrValue::List).parse_next(input)
}
