//! Numbers and tensors of one number: what they say must be a value of their type.

use winnow::Parser;
use winnow::combinator::{delimited, opt, terminated};

use super::{Failure, Input, Outcome};
use crate::relay::error::ErrorKind;
use crate::relay::ir::{Constant, DataType, Literal, TypeCode};
use crate::relay::token::TokenKind;
use crate::text::{Place, SyntaxError, elided, list, mistake, token, word};

/// A literal, whose sign is at `minus`.
pub(super) fn scalar(input: &mut Input<'_, '_>, minus: Option<usize>) -> Outcome<(Literal, DataType)> {
    let start = minus.unwrap_or(input.start());
    let default = match input.next() {
        TokenKind::Int(value, dtype) => dtype.unwrap_or(int_type(*value, minus.is_some())),
        TokenKind::Float(_, dtype) => dtype.unwrap_or(DataType::FLOAT32),
        _ => DataType::BOOL,
    };
    let value = literal(input, minus.is_some())?;
    check(input, value, default, input.place_since(start))?;
    Ok((value, default))
}

/// What an integer is that does not say it.
fn int_type(value: u64, is_negative: bool) -> DataType {
    let least = u64::from(i32::MIN.unsigned_abs());
    if value < least || is_negative && value == least { DataType::INT32 } else { DataType::INT64 }
}

/// `"Constant" "(" literal "," shape "," DTYPE [ "," ] ")"`: what is behind the word.
pub(super) fn filled(input: &mut Input<'_, '_>) -> Outcome<Constant> {
    word("(").parse_next(input)?;
    let start = input.start();
    let is_negative = takes_minus(input);
    let suffix = match input.next() {
        TokenKind::Int(_, dtype) | TokenKind::Float(_, dtype) => *dtype,
        _ => None,
    };
    let value = literal(input, is_negative)?;
    let place = input.place_since(start);
    let shape = delimited(word(","), list("(", integer, ")"), word(",")).parse_next(input)?;
    let dtype = terminated(data_type, (opt(word(",")), word(")"))).parse_next(input)?;
    if suffix.is_some_and(|suffix| suffix != dtype) {
        return Err(out_of_type(input, dtype, place));
    }
    check(input, value, dtype, place)?;
    Ok(Constant::Filled { value, shape, dtype })
}

pub(super) fn integer(input: &mut Input<'_, '_>) -> Outcome<u64> {
    token("an integer", |token| match token.kind {
        TokenKind::Int(value, None) => Some(value),
        _ => None,
    })
    .parse_next(input)
}

fn data_type(input: &mut Input<'_, '_>) -> Outcome<DataType> {
    token("a data type", |token| match token.kind {
        TokenKind::Name(name) => name.parse().ok(),
        _ => None,
    })
    .parse_next(input)
}

/// Takes a minus, if one is here. Messages count it as a part of the literal.
pub(super) fn takes_minus(input: &mut Input<'_, '_>) -> bool {
    let found = input.is(0, "-");
    if found {
        input.take();
    }
    found
}

/// The literal here, whose sign was taken. Truth values have none.
fn literal(input: &mut Input<'_, '_>, is_negative: bool) -> Outcome<Literal> {
    let value = match input.next() {
        TokenKind::Int(value, _) => Literal::Int(signed(*value, is_negative, input.here())?),
        TokenKind::Float(value, _) => Literal::Float(if is_negative { -value } else { *value }),
        TokenKind::Keyword(word @ ("True" | "False")) if !is_negative => Literal::Bool(*word == "True"),
        _ => return input.refuse("a number"),
    };
    input.take();
    Ok(value)
}

/// An integer with its sign, at a place.
pub(super) fn signed(value: u64, is_negative: bool, place: Place) -> Outcome<i64> {
    let value = if is_negative { -i128::from(value) } else { i128::from(value) };
    i64::try_from(value).map_err(|_| mistake(SyntaxError::Integer(value.to_string()), place))
}

fn check(input: &Input<'_, '_>, value: Literal, dtype: DataType, place: Place) -> Outcome<()> {
    if fits(value, dtype) { Ok(()) } else { Err(out_of_type(input, dtype, place)) }
}

fn out_of_type(input: &Input<'_, '_>, dtype: DataType, place: Place) -> Failure {
    let number = elided(input.context.source.text().get(place.clone()).unwrap_or_default());
    mistake(ErrorKind::OutOfType { number, dtype }, place)
}

/// Whether a number is a value of a type; one that is a float is rounded.
fn fits(value: Literal, dtype: DataType) -> bool {
    match (value, dtype.code()) {
        (Literal::Bool(_), TypeCode::Bool) => true,
        (Literal::Int(value), TypeCode::Bool) => matches!(value, 0 | 1),
        (Literal::Int(value), TypeCode::Int) => {
            let most = i64::MAX >> (64 - dtype.bits());
            (-most - 1..=most).contains(&value)
        }
        (Literal::Int(value), TypeCode::UInt) => value >= 0 && i128::from(value) < 1 << dtype.bits(),
        (Literal::Int(value), TypeCode::Float | TypeCode::BFloat) => is_in_range(value as f64, dtype),
        (Literal::Float(value), TypeCode::Float | TypeCode::BFloat) => is_in_range(value, dtype),
        _ => false,
    }
}

/// Whether a number is not rounded to an infinite one.
fn is_in_range(value: f64, dtype: DataType) -> bool {
    // The smallest number that is: half a step above the largest one that is not.
    let bound = match (dtype.code(), dtype.bits()) {
        (TypeCode::BFloat, _) => 2f64.powi(128) * (1.0 - 2f64.powi(-9)),
        (_, 8) => 61_440.0,
        (_, 16) => 65_520.0,
        (_, 32) => 2f64.powi(128) * (1.0 - 2f64.powi(-25)),
        _ => f64::INFINITY,
    };
    !value.is_finite() || value.abs() < bound
}
