//! Numbers.

use super::Printer;
use crate::relay::ir::{Constant, DataType, Literal, TypeCode};
use crate::relay::token::{CONSTANT, is_float, type_suffix};

impl Printer<'_> {
    pub(super) fn constant(&mut self, constant: &Constant) {
        match constant {
            Constant::Scalar { value, dtype } => self.scalar(*value, *dtype),
            Constant::Filled { value, shape, dtype } => self.filled(*value, shape, *dtype),
        }
    }

    fn scalar(&mut self, value: Literal, dtype: DataType) {
        let is_integer = matches!(dtype.code(), TypeCode::Int | TypeCode::UInt);
        match value {
            Literal::Bool(value) if dtype == DataType::BOOL => self.text(truth(value)),
            Literal::Int(value) if dtype == DataType::INT32 => self.display(value),
            Literal::Int(value) if is_integer || is_float(dtype) => {
                self.display(format_args!("{value}{}", type_suffix(dtype)));
            }
            Literal::Float(value) if is_float(dtype) => {
                let digits = if value.is_finite() { format!("{value:?}") } else { word(value).to_owned() };
                let digits = digits.strip_suffix(".0").unwrap_or(&digits);
                self.display(format_args!("{digits}{}", type_suffix(dtype)));
            }
            // There are no such numbers.
            value => self.filled(value, &[], dtype),
        }
    }

    fn filled(&mut self, value: Literal, shape: &[u64], dtype: DataType) {
        self.text(CONSTANT);
        self.text("(");
        match value {
            Literal::Bool(value) => self.text(truth(value)),
            Literal::Int(value) => self.display(value),
            Literal::Float(value) if value.is_finite() => self.display(format_args!("{value:?}")),
            Literal::Float(value) => self.display(format_args!("{}{}", word(value), type_suffix(dtype))),
        }
        self.text(", ");
        self.sizes(shape, |this, length| this.display(length));
        self.display(format_args!(", {dtype})"));
    }
}

/// A float that is read as one without a type.
pub(super) fn float(value: f64) -> String {
    if value.is_finite() { format!("{value:?}") } else { format!("{}f", word(value)) }
}

/// What stands for a number that digits cannot say.
fn word(value: f64) -> &'static str {
    if value.is_nan() {
        "nan"
    } else if value < 0.0 {
        "-inf"
    } else {
        "inf"
    }
}

fn truth(value: bool) -> &'static str {
    if value { "True" } else { "False" }
}
