//! Values.

use std::hash::{DefaultHasher, Hash, Hasher};

use sexpr_examples::pypto::ir::{DataType, Type};

use super::{Frame, Machine, Step, address};

/// A value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Value {
    /// An integer, or a truth value.
    Int {
        value: i128,
        dtype: DataType,
    },
    /// A floating-point number that is written in the program, by its bits.
    Float {
        bits: u64,
        dtype: DataType,
    },
    /// Something made up, of a type that may be unknown.
    Symbol {
        seed: u64,
        dtype: Option<DataType>,
    },
    Tensor {
        seed: u64,
        extents: Vec<i128>,
    },
    Tuple(Vec<Value>),
}

impl Value {
    pub(crate) fn int64(value: i128) -> Self {
        Self::Int { value, dtype: DataType::Int64 }
    }

    /// An integer or truth value, cut to its type's width.
    pub(super) fn wrapped(value: i128, dtype: DataType) -> Self {
        Self::Int { value: wrap(value, dtype), dtype }
    }

    pub(super) fn is_zero(&self) -> bool {
        match self {
            Self::Int { value, .. } => *value == 0,
            Self::Float { bits, .. } => f64::from_bits(*bits) == 0.0,
            // Some are.
            _ => made_up(&("zero", self)).is_multiple_of(4),
        }
    }

    pub(super) fn is_true(&self) -> bool {
        match self {
            Self::Int { value, .. } => *value != 0,
            _ => made_up(&("true", self)).is_multiple_of(2),
        }
    }

    /// An integer for where one is needed.
    pub(super) fn integer(&self) -> i128 {
        match self {
            Self::Int { value, .. } => *value,
            _ => small(made_up(&("integer", self))),
        }
    }
}

/// A number made up from something.
pub(crate) fn made_up(from: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    from.hash(&mut hasher);
    hasher.finish()
}

/// A small number, so that interesting things happen.
fn small(seed: u64) -> i128 {
    i128::from(seed % 11) - 3
}

/// The width of an integer's type, and whether it has negative numbers.
pub(super) fn width(dtype: DataType) -> Option<(u32, bool)> {
    let name = dtype.name();
    if name == "Bool" {
        return Some((1, false));
    }
    let (bits, signed) = match name.strip_prefix('U') {
        Some(name) => (name.strip_prefix("Int")?, false),
        None => (name.strip_prefix("Int")?, true),
    };
    Some((bits.parse().expect("a width"), signed))
}

fn wrap(value: i128, dtype: DataType) -> i128 {
    let (bits, signed) = width(dtype).expect("an integer's type");
    let modulus = 1_i128 << bits;
    let rest = value.rem_euclid(modulus);
    if signed && rest >= modulus / 2 { rest - modulus } else { rest }
}

/// The data type, if a type is that of one integer.
pub(super) fn integer_type(ty: &Type) -> Option<DataType> {
    match ty {
        Type::Scalar(scalar) => width(scalar.dtype).map(|_| scalar.dtype),
        _ => None,
    }
}

impl Machine<'_> {
    /// Something made up, of a type.
    pub(super) fn of_type(&mut self, seed: u64, ty: &Type, frame: &Frame) -> Step<Value> {
        Ok(match ty {
            Type::Scalar(scalar) => match integer_type(ty) {
                Some(dtype) => Value::wrapped(small(seed), dtype),
                None => Value::Symbol { seed, dtype: Some(scalar.dtype) },
            },
            Type::Unknown(_) => Value::Symbol { seed, dtype: None },
            Type::Tensor(tensor) => {
                let extents = tensor.shape.iter().map(|extent| match address(extent) {
                    Some(address) => frame[&address].integer(),
                    None => extent.const_int().expect("extents are variables and constants").into(),
                });
                Value::Tensor { seed, extents: extents.collect() }
            }
            Type::Tuple(tuple) => {
                let elements = tuple.types.iter().enumerate();
                let elements = elements.map(|(at, ty)| self.of_type(made_up(&(seed, at)), ty, frame));
                Value::Tuple(elements.collect::<Step<_>>()?)
            }
            Type::Tile(_) => unreachable!("no program of these tests has tiles"),
        })
    }

    /// A value as one of a type: that of a variable that it is bound to, or of an operation that it results from.
    pub(super) fn converted(&mut self, value: Value, ty: &Type, frame: &Frame) -> Step<Value> {
        Ok(match (value, ty) {
            (value, Type::Unknown(_)) => value,
            (Value::Int { value, .. }, Type::Scalar(_)) if integer_type(ty).is_some() => {
                Value::wrapped(value, integer_type(ty).expect("an integer's type"))
            }
            (Value::Float { bits, dtype }, Type::Scalar(scalar)) if dtype == scalar.dtype => {
                Value::Float { bits, dtype }
            }
            (Value::Symbol { seed, dtype: Some(dtype) }, Type::Scalar(scalar)) if dtype == scalar.dtype => {
                Value::Symbol { seed, dtype: Some(dtype) }
            }
            (Value::Tensor { seed, extents }, Type::Tensor(_)) => Value::Tensor { seed, extents },
            (Value::Tuple(values), Type::Tuple(tuple)) => {
                let elements = values.into_iter().zip(&tuple.types);
                Value::Tuple(elements.map(|(value, ty)| self.converted(value, ty, frame)).collect::<Step<_>>()?)
            }
            (value, ty) => self.of_type(made_up(&("converted", value)), ty, frame)?,
        })
    }
}
