//! What is computed, on both sides of a conversion: operations with operands of any kind.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sexpr_core::StructuralEq;

use super::{Binary, Formula, Reduction, Size, Space, TensorType, Unary};
use crate::wave::index::{Index, IndexExpr, Symbol};
use crate::wave::mapping::IndexMapping;

/// An operation without regions, whose operands are `R`: nodes of a graph, values of a list of operations, or names in
/// a text. Its fields are what [`Node`](super::Node) compares of it.
#[derive(StructuralEq, Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields, expecting = "an object with the operation's fields")]
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
        #[seq(opaque)]
        shape: Vec<IndexExpr>,
    },
    /// A product of matrices whose blocks are scaled, added to what was accumulated.
    ScaledMma {
        /// The left matrix.
        lhs: R,
        /// The scales of the left matrix.
        lhs_scale: R,
        /// The right matrix.
        rhs: R,
        /// The scales of the right matrix.
        rhs_scale: R,
        /// What was accumulated.
        acc: R,
        /// Which instruction of the machine does it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kind: Option<String>,
    },
    /// The elements of some values, as one vector of another form.
    Reshape {
        /// The values.
        args: Vec<R>,
        /// How many elements the vector has along each dimension.
        target: BTreeMap<Symbol, Size>,
    },
    /// The same elements with the dimensions in another order.
    Permute {
        /// The elements.
        arg: R,
        /// The dimensions in their new order.
        #[seq(opaque)]
        shape: Vec<IndexExpr>,
    },
    /// For each element, one of two.
    Select {
        /// Which one.
        cond: R,
        /// The elements where it holds.
        if_true: R,
        /// The elements where it does not.
        if_false: R,
    },
    /// The same bits as elements of another data type.
    Bitcast {
        /// The elements.
        arg: R,
        /// The data type.
        dtype: String,
    },
    /// Copies from memory to shared memory, past the registers. It has no value itself.
    GatherToLds {
        /// The memory that is read.
        src: R,
        /// The shared memory that is written.
        dst: R,
        /// Which part is read.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        src_index: Index,
        /// Which part is written.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        dst_index: Index,
        /// What the elements are.
        dtype: String,
        /// How many elements each thread copies.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[seq(opaque)]
        elements_per_thread: Option<IndexExpr>,
        /// From where to where it is read.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        src_mapping: Option<Box<IndexMapping>>,
        /// From where to where it is written.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dst_mapping: Option<Box<IndexMapping>>,
    },
    /// Has threads wait for each other. It has no value.
    SharedMemoryBarrier {
        /// Whether copies that are under way are waited for, too.
        #[serde(default)]
        wait_async_ops: bool,
    },
    /// Tells the threads that wait at a barrier to go on. It has no value.
    SharedMemoryBarrierSignal {
        /// Which barrier.
        #[serde(default)]
        barrier_id: i64,
        /// Whether copies that are under way are waited for before.
        #[serde(default)]
        wait_async_ops: bool,
    },
    /// Waits at a barrier. It has no value.
    SharedMemoryBarrierWait {
        /// Which barrier.
        #[serde(default)]
        barrier_id: i64,
    },
}

/// The names that texts have for instructions.
pub(in crate::wave) const INSTRUCTIONS: &[&str] = &[
    "allocate",
    "register",
    "read",
    "write",
    "mma",
    "reduce",
    "unary",
    "binary",
    "cast",
    "apply_expr",
    "broadcast",
    "scaled_mma",
    "reshape",
    "permute",
    "select",
    "bitcast",
    "gather_to_lds",
    "shared_memory_barrier",
    "shared_memory_barrier_signal",
    "shared_memory_barrier_wait",
];

impl<R> Instruction<R> {
    /// Its operands, with the names of the fields that hold them, in order.
    pub fn operands(&self) -> Vec<(&'static str, &R)> {
        match self {
            Self::Allocate { .. }
            | Self::Register { .. }
            | Self::SharedMemoryBarrier { .. }
            | Self::SharedMemoryBarrierSignal { .. }
            | Self::SharedMemoryBarrierWait { .. } => Vec::new(),
            Self::Read { memory, .. } => vec![("memory", memory)],
            Self::Write { value, memory, .. } => vec![("value", value), ("memory", memory)],
            Self::Mma { lhs, rhs, acc, .. } => vec![("lhs", lhs), ("rhs", rhs), ("acc", acc)],
            Self::Reduce { source, init, .. } => {
                [("source", source)].into_iter().chain(init.iter().map(|init| ("init", init))).collect()
            }
            Self::Unary { arg, .. }
            | Self::Cast { arg, .. }
            | Self::Broadcast { arg, .. }
            | Self::Permute { arg, .. }
            | Self::Bitcast { arg, .. } => vec![("arg", arg)],
            Self::Binary { lhs, rhs, .. } => vec![("lhs", lhs), ("rhs", rhs)],
            Self::ApplyExpr { args, .. } | Self::Reshape { args, .. } => args.iter().map(|arg| ("args", arg)).collect(),
            Self::ScaledMma { lhs, lhs_scale, rhs, rhs_scale, acc, .. } => {
                vec![("lhs", lhs), ("lhs_scale", lhs_scale), ("rhs", rhs), ("rhs_scale", rhs_scale), ("acc", acc)]
            }
            Self::Select { cond, if_true, if_false } => {
                vec![("cond", cond), ("if_true", if_true), ("if_false", if_false)]
            }
            Self::GatherToLds { src, dst, .. } => vec![("src", src), ("dst", dst)],
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
            Self::ScaledMma { lhs, lhs_scale, rhs, rhs_scale, acc, kind } => Instruction::ScaledMma {
                lhs: map(lhs)?,
                lhs_scale: map(lhs_scale)?,
                rhs: map(rhs)?,
                rhs_scale: map(rhs_scale)?,
                acc: map(acc)?,
                kind: kind.clone(),
            },
            Self::Reshape { args, target } => Instruction::Reshape {
                args: args.iter().map(&mut map).collect::<Result<_, _>>()?,
                target: target.clone(),
            },
            Self::Permute { arg, shape } => Instruction::Permute { arg: map(arg)?, shape: shape.clone() },
            Self::Select { cond, if_true, if_false } => {
                Instruction::Select { cond: map(cond)?, if_true: map(if_true)?, if_false: map(if_false)? }
            }
            Self::Bitcast { arg, dtype } => Instruction::Bitcast { arg: map(arg)?, dtype: dtype.clone() },
            Self::GatherToLds {
                src,
                dst,
                src_index,
                dst_index,
                dtype,
                elements_per_thread,
                src_mapping,
                dst_mapping,
            } => Instruction::GatherToLds {
                src: map(src)?,
                dst: map(dst)?,
                src_index: src_index.clone(),
                dst_index: dst_index.clone(),
                dtype: dtype.clone(),
                elements_per_thread: elements_per_thread.clone(),
                src_mapping: src_mapping.clone(),
                dst_mapping: dst_mapping.clone(),
            },
            Self::SharedMemoryBarrier { wait_async_ops } => {
                Instruction::SharedMemoryBarrier { wait_async_ops: *wait_async_ops }
            }
            Self::SharedMemoryBarrierSignal { barrier_id, wait_async_ops } => {
                Instruction::SharedMemoryBarrierSignal { barrier_id: *barrier_id, wait_async_ops: *wait_async_ops }
            }
            Self::SharedMemoryBarrierWait { barrier_id } => {
                Instruction::SharedMemoryBarrierWait { barrier_id: *barrier_id }
            }
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
            Self::ScaledMma { .. } => "scaled_mma",
            Self::Reshape { .. } => "reshape",
            Self::Permute { .. } => "permute",
            Self::Select { .. } => "select",
            Self::Bitcast { .. } => "bitcast",
            Self::GatherToLds { .. } => "gather_to_lds",
            Self::SharedMemoryBarrier { .. } => "shared_memory_barrier",
            Self::SharedMemoryBarrierSignal { .. } => "shared_memory_barrier_signal",
            Self::SharedMemoryBarrierWait { .. } => "shared_memory_barrier_wait",
        }
    }

    /// Whether its place among others matters: it makes memory, or looks at it, or changes it, or waits for others.
    pub fn touches_memory(&self) -> bool {
        matches!(self, Self::Allocate { .. } | Self::Read { .. }) || !self.has_value()
    }

    /// Whether it has a value.
    pub fn has_value(&self) -> bool {
        !matches!(
            self,
            Self::Write { .. }
                | Self::GatherToLds { .. }
                | Self::SharedMemoryBarrier { .. }
                | Self::SharedMemoryBarrierSignal { .. }
                | Self::SharedMemoryBarrierWait { .. }
        )
    }

    /// Whether it is a product of matrices, whose index goes by cases for its operands.
    pub fn is_product(&self) -> bool {
        matches!(self, Self::Mma { .. })
    }

    /// The operands that are to be memory.
    pub(in crate::wave) fn memories(&self) -> Vec<&R> {
        match self {
            Self::Read { memory, .. } | Self::Write { memory, .. } => vec![memory],
            Self::GatherToLds { src, dst, .. } => vec![src, dst],
            _ => Vec::new(),
        }
    }
}
