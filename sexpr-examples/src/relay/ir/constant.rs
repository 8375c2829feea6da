//! Numbers in a program.

use std::fmt;

use sexpr_core::StructuralEq;

use super::DataType;

/// A constant.
#[derive(StructuralEq, Clone, Debug)]
#[seq(rewrite)]
pub enum Constant {
    /// `3`, `3i64`, `0.5`, `True`
    Scalar {
        /// Its value.
        value: Literal,
        /// Its type.
        dtype: DataType,
    },
    /// `Constant(1, (10, 10), float32)`: a tensor whose elements are all the same.
    Filled {
        /// What they are.
        value: Literal,
        /// How many there are in each dimension.
        shape: Vec<u64>,
        /// Their type.
        dtype: DataType,
    },
}

/// A number as it is written.
#[derive(StructuralEq, Clone, Copy, Debug)]
#[seq(rewrite)]
pub enum Literal {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// Any other number.
    Float(f64),
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool(true) => f.write_str("True"),
            Self::Bool(false) => f.write_str("False"),
            Self::Int(value) => write!(f, "{value}"),
            Self::Float(value) => write!(f, "{value:?}"),
        }
    }
}
