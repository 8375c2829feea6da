//! Numbers and tensors of one number: what they say must be a value of their type.

use super::{Outcome, Parser, fail};
use crate::relay::error::{ErrorKind, Mistake};
use crate::relay::ir::{Constant, DataType, Literal, TypeCode};
use crate::relay::token::{Place, TokenKind};

impl Parser<'_, '_> {
    /// A literal, whose sign stands at `minus`.
    pub(super) fn scalar(&mut self, minus: Option<usize>) -> Outcome<(Literal, DataType)> {
        let start = minus.unwrap_or(self.cursor.start());
        let default = match self.cursor.next() {
            TokenKind::Int(_, dtype) => dtype.unwrap_or(DataType::INT32),
            TokenKind::Float(_, dtype) => dtype.unwrap_or(DataType::FLOAT32),
            _ => DataType::BOOL,
        };
        let value = self.literal(minus.is_some())?;
        self.check_value(value, default, start)?;
        Ok((value, default))
    }

    /// What stands behind `Constant`: `(1, (10, 10), float32)`.
    pub(super) fn filled(&mut self) -> Outcome<Constant> {
        self.cursor.expect("(")?;
        let start = self.cursor.start();
        let is_negative = self.cursor.takes_minus();
        let suffix = match self.cursor.next() {
            TokenKind::Int(_, dtype) | TokenKind::Float(_, dtype) => *dtype,
            TokenKind::Keyword("True" | "False") if !is_negative => None,
            _ => return self.cursor.refuse("a number"),
        };
        let value = self.literal(is_negative)?;
        let place = self.cursor.place_since(start);
        self.cursor.expect(",")?;
        let shape = self.filled_shape()?;
        self.cursor.expect(",")?;
        let dtype = match self.cursor.next() {
            TokenKind::Name(name) => name.parse::<DataType>().ok(),
            _ => None,
        };
        let Some(dtype) = dtype else { return self.cursor.refuse("a data type") };
        self.cursor.take();
        self.cursor.takes(",");
        self.cursor.expect(")")?;
        if suffix.is_some_and(|suffix| suffix != dtype) || !fits(value, dtype) {
            return Err(self.out_of_type(dtype, place));
        }
        Ok(Constant::Filled { value, shape, dtype })
    }

    /// `()`, `(10)`, `(10,)`, `(10, 10)`
    fn filled_shape(&mut self) -> Outcome<Vec<u64>> {
        let mut shape = Vec::new();
        self.cursor.expect("(")?;
        let mut goes_on = !self.cursor.takes(")");
        while goes_on {
            let TokenKind::Int(value, None) = self.cursor.next() else { return self.cursor.refuse("an integer") };
            self.cursor.take();
            shape.push(*value);
            goes_on = self.cursor.goes_on(")")?;
        }
        Ok(shape)
    }

    /// The literal here; the sign was taken.
    fn literal(&mut self, is_negative: bool) -> Outcome<Literal> {
        let place = self.cursor.here();
        let value = match self.cursor.next() {
            TokenKind::Int(value, _) => {
                let value = if is_negative { -i128::from(*value) } else { i128::from(*value) };
                let Ok(value) = i64::try_from(value) else {
                    return fail(ErrorKind::TooLarge(value.to_string()), place);
                };
                Literal::Int(value)
            }
            TokenKind::Float(value, _) => Literal::Float(if is_negative { -value } else { *value }),
            TokenKind::Keyword(word) => Literal::Bool(*word == "True"),
            _ => return self.cursor.refuse("a number"),
        };
        self.cursor.take();
        Ok(value)
    }

    fn check_value(&self, value: Literal, dtype: DataType, start: usize) -> Outcome<()> {
        if fits(value, dtype) { Ok(()) } else { Err(self.out_of_type(dtype, self.cursor.place_since(start))) }
    }

    fn out_of_type(&self, dtype: DataType, place: Place) -> Box<Mistake> {
        Box::new(Mistake::new(ErrorKind::OutOfType { number: self.cursor.text(place.clone()), dtype }, place))
    }
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
