//! What is computed, on both sides of a conversion: operations with operands of any kind.

use serde::{Deserialize, Serialize};
use sexpr_core::StructuralEq;

use super::{Formula, Space, TensorType};
use crate::wave::index::{IndexExpr, Symbol};
use crate::wave::mapping::IndexMapping;

/// An operation without regions, whose operands are `R`: nodes of a graph, values of a list of operations, or names in
/// a text. Its fields are what [`Node`](super::Node) compares of it.
#[derive(StructuralEq, Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Instruction<R> {
    /// Memory of its own.
    Allocate {
        /// How large it is, padding included.
        #[seq(opaque)]
        shape: Vec<IndexExpr>,
        /// What its elements are.
        dtype: String,
        /// Where it is.
        space: Space,
    },
    /// Registers that all hold one value.
    Register {
        /// Their type.
        #[serde(rename = "type")]
        ty: TensorType,
        /// The value.
        #[serde(with = "crate::wave::json::number")]
        value: f64,
    },
    /// What is in memory.
    Read {
        /// The memory.
        memory: R,
        /// How many elements each thread reads.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[seq(opaque)]
        elements_per_thread: Option<IndexExpr>,
        /// From where to where.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mapping: Option<IndexMapping>,
    },
    /// Puts a value into memory. It has no value itself.
    Write {
        /// The value.
        value: R,
        /// The memory.
        memory: R,
        /// How many elements each thread writes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[seq(opaque)]
        elements_per_thread: Option<IndexExpr>,
        /// From where to where.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mapping: Option<IndexMapping>,
    },
    /// A product of matrices, added to what was accumulated.
    Mma {
        /// The left matrix.
        lhs: R,
        /// The right matrix.
        rhs: R,
        /// What was accumulated.
        acc: R,
        /// Which instruction of the machine does it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kind: Option<String>,
    },
    /// The elements along a dimension, taken together.
    Reduce {
        /// How.
        function: Reduction,
        /// The elements.
        source: R,
        /// What they are added to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        init: Option<R>,
        /// The dimension.
        dim: Symbol,
    },
    /// A function of each element.
    Unary {
        /// The function.
        function: Unary,
        /// The elements.
        arg: R,
    },
    /// A function of pairs of elements.
    Binary {
        /// The function.
        function: Binary,
        /// The left elements.
        lhs: R,
        /// The right elements.
        rhs: R,
    },
    /// Elements of another data type.
    Cast {
        /// The elements.
        arg: R,
        /// The data type.
        dtype: String,
    },
    /// An expression of registers, which it calls `x0`, `x1` and so on.
    ApplyExpr {
        /// The registers.
        args: Vec<R>,
        /// The expression.
        expr: Formula,
    },
    /// The same elements along more dimensions.
    Broadcast {
        /// The elements.
        arg: R,
        /// The dimensions.
        shape: Vec<Symbol>,
    },
}

/// How elements are taken together.
#[derive(StructuralEq, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reduction {
    /// Added.
    Sum,
    /// The largest.
    Max,
    /// The smallest.
    Min,
}

/// A function of one element.
#[derive(StructuralEq, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unary {
    /// The absolute value.
    Abs,
    /// A power of 2.
    Exp2,
    /// The logarithm to the base 2.
    Log2,
    /// The negative.
    Neg,
    /// The reciprocal.
    Reciprocal,
    /// The square root.
    Sqrt,
    /// The hyperbolic tangent.
    Tanh,
}

/// A function of two elements.
#[derive(StructuralEq, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Binary {
    /// The sum.
    Add,
    /// The difference.
    Sub,
    /// The product.
    Mul,
    /// The quotient.
    Div,
    /// The larger one.
    Maximum,
    /// The smaller one.
    Minimum,
    /// Whether both are the same.
    Eq,
    /// Whether the left one is less.
    Lt,
    /// Whether the left one is less or the same.
    Le,
    /// Whether both hold.
    And,
    /// Whether one holds.
    Or,
}

impl<R> Instruction<R> {
    /// Its operands, with the names of the fields that hold them, in order.
    pub fn operands(&self) -> Vec<(&'static str, &R)> {
        match self {
            Self::Allocate { .. } | Self::Register { .. } => Vec::new(),
            Self::Read { memory, .. } => vec![("memory", memory)],
            Self::Write { value, memory, .. } => vec![("value", value), ("memory", memory)],
            Self::Mma { lhs, rhs, acc, .. } => vec![("lhs", lhs), ("rhs", rhs), ("acc", acc)],
            Self::Reduce { source, init, .. } => {
                [("source", source)].into_iter().chain(init.iter().map(|init| ("init", init))).collect()
            }
            Self::Unary { arg, .. } | Self::Cast { arg, .. } | Self::Broadcast { arg, .. } => vec![("arg", arg)],
            Self::Binary { lhs, rhs, .. } => vec![("lhs", lhs), ("rhs", rhs)],
            Self::ApplyExpr { args, .. } => args.iter().map(|arg| ("args", arg)).collect(),
        }
    }

    /// The same operation, of other operands.
    ///
    /// # Errors
    ///
    /// There is none for one of them.
    pub fn try_map<S, E>(&self, mut map: impl FnMut(&R) -> Result<S, E>) -> Result<Instruction<S>, E> {
        Ok(match self {
            Self::Allocate { shape, dtype, space } => {
                Instruction::Allocate { shape: shape.clone(), dtype: dtype.clone(), space: *space }
            }
            Self::Register { ty, value } => Instruction::Register { ty: ty.clone(), value: *value },
            Self::Read { memory, elements_per_thread, mapping } => Instruction::Read {
                memory: map(memory)?,
                elements_per_thread: elements_per_thread.clone(),
                mapping: mapping.clone(),
            },
            Self::Write { value, memory, elements_per_thread, mapping } => Instruction::Write {
                value: map(value)?,
                memory: map(memory)?,
                elements_per_thread: elements_per_thread.clone(),
                mapping: mapping.clone(),
            },
            Self::Mma { lhs, rhs, acc, kind } => {
                Instruction::Mma { lhs: map(lhs)?, rhs: map(rhs)?, acc: map(acc)?, kind: kind.clone() }
            }
            Self::Reduce { function, source, init, dim } => Instruction::Reduce {
                function: *function,
                source: map(source)?,
                init: init.as_ref().map(&mut map).transpose()?,
                dim: dim.clone(),
            },
            Self::Unary { function, arg } => Instruction::Unary { function: *function, arg: map(arg)? },
            Self::Binary { function, lhs, rhs } => {
                Instruction::Binary { function: *function, lhs: map(lhs)?, rhs: map(rhs)? }
            }
            Self::Cast { arg, dtype } => Instruction::Cast { arg: map(arg)?, dtype: dtype.clone() },
            Self::ApplyExpr { args, expr } => Instruction::ApplyExpr {
                args: args.iter().map(&mut map).collect::<Result<_, _>>()?,
                expr: expr.clone(),
            },
            Self::Broadcast { arg, shape } => Instruction::Broadcast { arg: map(arg)?, shape: shape.clone() },
        })
    }

    /// The same operation, of other operands.
    pub fn map<S>(&self, mut map: impl FnMut(&R) -> S) -> Instruction<S> {
        let Ok(mapped) = self.try_map(|operand| Ok::<S, std::convert::Infallible>(map(operand)));
        mapped
    }

    /// What both sides call it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Allocate { .. } => "allocate",
            Self::Register { .. } => "register",
            Self::Read { .. } => "read",
            Self::Write { .. } => "write",
            Self::Mma { .. } => "mma",
            Self::Reduce { .. } => "reduce",
            Self::Unary { .. } => "unary",
            Self::Binary { .. } => "binary",
            Self::Cast { .. } => "cast",
            Self::ApplyExpr { .. } => "apply_expr",
            Self::Broadcast { .. } => "broadcast",
        }
    }

    /// Whether its place among others matters: it makes memory, or looks at it, or changes it.
    pub fn touches_memory(&self) -> bool {
        matches!(self, Self::Allocate { .. } | Self::Read { .. } | Self::Write { .. })
    }

    /// Whether it has a value.
    pub fn has_value(&self) -> bool {
        !matches!(self, Self::Write { .. })
    }
}
