//! Numbers in a program.

use sexpr_core::StructuralEq;

use super::DataType;

/// A constant.
#[derive(StructuralEq, Clone, Debug)]
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
pub enum Literal {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// Any other number.
    Float(f64),
}
