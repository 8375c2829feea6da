//! What is computed, on both sides of a conversion: operations with operands of any kind.

use std::collections::BTreeMap;

use serde::Serialize;
use sexpr_core::StructuralEq;

use super::{Binary, Formula, Reduction, Size, Space, TensorType, Unary};
use crate::wave::index::{Index, IndexExpr, Symbol};
use crate::wave::mapping::IndexMapping;
use crate::wave::reference::{Field, Row, Source};

/// The name of a field in texts, where it has another one in Rust.
macro_rules! in_texts {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident $name:literal) => {
        $name
    };
}

/// The instructions. Each has a name in texts, an example, and fields: an `operand`, an `optional` one, any number of
/// `operands`, or a `value`. These words are methods of all that goes over the fields.
macro_rules! instructions {
    ($(
        $(#[doc = $about:literal])+
        $variant:ident = $name:literal, $example:literal {$(
            $(#[doc = $doc:literal])+
            $(#[seq $seq:tt])?
            $(#[serde $serde:tt])?
            $kind:ident $field:ident $($in_texts:literal)?: $type:ty,
        )*}
    )*) => {
        /// An operation without regions, whose operands are `R`: nodes of a graph, values of a list of operations, or names in
        /// a text. Its fields are what [`Node`](super::Node) compares of it.
        #[derive(StructuralEq, Clone, Debug, Serialize)]
        pub enum Instruction<R> {$(
            $(#[doc = $about])+
            #[serde(rename = $name)]
            $variant {$(
                $(#[doc = $doc])+
                $(#[seq $seq])?
                $(#[serde $serde])?
                $(#[serde(rename = $in_texts)])?
                $field: $type,
            )*},
        )*}

        impl<R> Instruction<R> {
            /// Their rows of the reference.
            pub const OPERATIONS: &'static [Row] = &[$(Row {
                name: $name,
                about: concat!($($about),+),
                fields: &[$(Field::$kind::<$type>(in_texts!($field $($in_texts)?), concat!($($doc),+)),)*],
                example: $example,
            },)*];

            /// Reads the instruction of this name; `None` if there is none.
            ///
            /// # Errors
            ///
            /// A field cannot be read.
            pub fn read<S: Source<R>>(name: &str, source: &mut S) -> Result<Option<Self>, S::Error> {
                Ok(Some(match name {
                    $($name => Self::$variant {$($field: source.$kind(in_texts!($field $($in_texts)?))?,)*},)*
                    _ => return Ok(None),
                }))
            }

            /// Its name in texts.
            pub fn name(&self) -> &'static str {
                match self {$(Self::$variant { .. } => $name,)*}
            }

            /// Its operands, with the names of the fields that hold them, in order.
            pub fn operands(&self) -> Vec<(&'static str, &R)> {
                let mut listed = Listed(Vec::new());
                match self {$(
                    Self::$variant { $($field),* } => { $(listed.$kind(in_texts!($field $($in_texts)?), $field);)* }
                )*}
                listed.0
            }

            /// The same operation, of other operands.
            ///
            /// # Errors
            ///
            /// There is none for one of them.
            pub fn try_map<S, E>(&self, map: impl FnMut(&R) -> Result<S, E>) -> Result<Instruction<S>, E> {
                let mut map = Map(map);
                Ok(match self {$(
                    Self::$variant { $($field),* } => Instruction::$variant {$($field: map.$kind($field)?,)*},
                )*})
            }
        }
    };
}

/// The operands among fields.
struct Listed<'i, R>(Vec<(&'static str, &'i R)>);

impl<'i, R> Listed<'i, R> {
    fn operand(&mut self, name: &'static str, field: &'i R) {
        self.0.push((name, field));
    }

    fn optional(&mut self, name: &'static str, field: &'i Option<R>) {
        self.0.extend(field.iter().map(|operand| (name, operand)));
    }

    fn operands(&mut self, name: &'static str, field: &'i [R]) {
        self.0.extend(field.iter().map(|operand| (name, operand)));
    }

    #[expect(clippy::unused_self, reason = "it is called like the others")]
    fn value<T>(&mut self, _: &'static str, _: &T) {}
}

/// Puts other operands into fields.
struct Map<F>(F);

impl<F> Map<F> {
    fn operand<R, S, E>(&mut self, field: &R) -> Result<S, E>
    where
        F: FnMut(&R) -> Result<S, E>,
    {
        (self.0)(field)
    }

    fn optional<R, S, E>(&mut self, field: &Option<R>) -> Result<Option<S>, E>
    where
        F: FnMut(&R) -> Result<S, E>,
    {
        field.as_ref().map(&mut self.0).transpose()
    }

    fn operands<R, S, E>(&mut self, field: &[R]) -> Result<Vec<S>, E>
    where
        F: FnMut(&R) -> Result<S, E>,
    {
        field.iter().map(&mut self.0).collect()
    }

    #[expect(clippy::unused_self, clippy::unnecessary_wraps, reason = "it is called like the others")]
    fn value<T: Clone, E>(&mut self, field: &T) -> Result<T, E> {
        Ok(field.clone())
    }
}

instructions! {
    /// Newly allocated memory.
    Allocate = "allocate",
    r#"{"name": "x", "op": {"allocate": {"shape": ["M", "K"], "dtype": "f16", "space": "shared"}}}"# {
        /// The shape, padding included.
        #[seq(opaque)]
        value shape: Vec<IndexExpr>,
        /// The data type of the elements.
        value dtype: String,
        /// Where the memory is.
        value space: Space,
    }

    /// Registers that all hold one value.
    Register = "register",
    r#"{"name": "x", "op": {"register": {"type": {"space": "register", "shape": ["M", "N"], "dtype": "f32"}, "value": 0.0}}}"# {
        /// The type.
        value ty "type": TensorType,
        /// The value.
        #[serde(serialize_with = "crate::wave::json::number::serialize")]
        value value: f64,
    }

    /// The value of a part of memory.
    Read = "read",
    r#"{"name": "x", "op": {"read": {"memory": "a", "elements_per_thread": 4}}}"# {
        /// The memory.
        operand memory: R,
        /// The number of elements that each thread reads.
        #[seq(opaque)]
        #[serde(skip_serializing_if = "Option::is_none")]
        value elements_per_thread: Option<IndexExpr>,
        /// The element of the memory for each element of the value.
        #[serde(skip_serializing_if = "Option::is_none")]
        value mapping: Option<IndexMapping>,
    }

    /// Writes a value to memory. It has no value itself.
    Write = "write",
    r#"{"name": "x", "op": {"write": {"value": "b", "memory": "a", "elements_per_thread": 4}}}"# {
        /// The value.
        operand value: R,
        /// The memory.
        operand memory: R,
        /// The number of elements that each thread writes.
        #[seq(opaque)]
        #[serde(skip_serializing_if = "Option::is_none")]
        value elements_per_thread: Option<IndexExpr>,
        /// The element of the memory for each element of the value.
        #[serde(skip_serializing_if = "Option::is_none")]
        value mapping: Option<IndexMapping>,
    }

    /// A product of matrices, added to an accumulator.
    Mma = "mma",
    r#"{"name": "x", "op": {"mma": {"lhs": "a", "rhs": "b", "acc": "c", "kind": "F32_16x16x16_F16"}}}"# {
        /// The left matrix, `[M, K]`.
        operand lhs: R,
        /// The right matrix, `[N, K]`.
        operand rhs: R,
        /// The accumulator, `[M, N]`.
        operand acc: R,
        /// The instruction of the machine, written `F32_16x16x16_F16`.
        #[serde(skip_serializing_if = "Option::is_none")]
        value kind: Option<String>,
    }

    /// The combination of the elements along a dimension.
    Reduce = "reduce",
    r#"{"name": "x", "op": {"reduce": {"function": "max", "source": "a", "init": "b", "dim": "K"}}}"# {
        /// How the elements are combined.
        value function: Reduction,
        /// The elements.
        operand source: R,
        /// The initial value.
        #[serde(skip_serializing_if = "Option::is_none")]
        optional init: Option<R>,
        /// The dimension.
        value dim: Symbol,
    }

    /// A function of each element.
    Unary = "unary",
    r#"{"name": "x", "op": {"unary": {"function": "exp2", "arg": "a"}}}"# {
        /// The function.
        value function: Unary,
        /// The elements.
        operand arg: R,
    }

    /// A function of pairs of elements.
    Binary = "binary",
    r#"{"name": "x", "op": {"binary": {"function": "add", "lhs": "a", "rhs": "b"}}}"# {
        /// The function.
        value function: Binary,
        /// The left elements.
        operand lhs: R,
        /// The right elements.
        operand rhs: R,
    }

    /// The elements, converted to another data type.
    Cast = "cast",
    r#"{"name": "x", "op": {"cast": {"arg": "a", "dtype": "f16"}}}"# {
        /// The elements.
        operand arg: R,
        /// The data type.
        value dtype: String,
    }

    /// An expression of registers, named `x0`, `x1` and so on.
    ApplyExpr = "apply_expr",
    r#"{"name": "x", "op": {"apply_expr": {"args": ["a", "b"], "expr": "x0 * 2 + x1"}}}"# {
        /// The registers.
        operands args: Vec<R>,
        /// The expression.
        value expr: Formula,
    }

    /// The same elements along more dimensions.
    Broadcast = "broadcast",
    r#"{"name": "x", "op": {"broadcast": {"arg": "a", "shape": ["M", "N"]}}}"# {
        /// The elements.
        operand arg: R,
        /// The dimensions.
        #[seq(opaque)]
        value shape: Vec<IndexExpr>,
    }

    /// A product of matrices whose blocks are scaled, added to an accumulator.
    ScaledMma = "scaled_mma",
    r#"{"name": "x", "op": {"scaled_mma": {"lhs": "a", "lhs_scale": "b", "rhs": "c", "rhs_scale": "d", "acc": "e", "kind": "F32_16x16x128_F8F6F4"}}}"# {
        /// The left matrix.
        operand lhs: R,
        /// The scales of the left matrix.
        operand lhs_scale: R,
        /// The right matrix.
        operand rhs: R,
        /// The scales of the right matrix.
        operand rhs_scale: R,
        /// The accumulator.
        operand acc: R,
        /// The instruction of the machine, written `F32_16x16x16_F16`.
        #[serde(skip_serializing_if = "Option::is_none")]
        value kind: Option<String>,
    }

    /// The elements of some values, as one vector of another form.
    Reshape = "reshape",
    r#"{"name": "x", "op": {"reshape": {"args": ["a", "b"], "target": {"M": 8}}}}"# {
        /// The values.
        operands args: Vec<R>,
        /// The number of elements of the vector along each dimension.
        value target: BTreeMap<Symbol, Size>,
    }

    /// The same elements with the dimensions in another order.
    Permute = "permute",
    r#"{"name": "x", "op": {"permute": {"arg": "a", "shape": ["N", "M"]}}}"# {
        /// The elements.
        operand arg: R,
        /// The dimensions in their new order.
        #[seq(opaque)]
        value shape: Vec<IndexExpr>,
    }

    /// Elements of one of two values, by a condition.
    Select = "select",
    r#"{"name": "x", "op": {"select": {"cond": "a", "if_true": "b", "if_false": "c"}}}"# {
        /// The condition, as `i1`.
        operand cond: R,
        /// The elements where the condition holds.
        operand if_true: R,
        /// The elements where it does not hold.
        operand if_false: R,
    }

    /// The same bits as elements of another data type.
    Bitcast = "bitcast",
    r#"{"name": "x", "op": {"bitcast": {"arg": "a", "dtype": "i16"}}}"# {
        /// The elements.
        operand arg: R,
        /// The data type.
        value dtype: String,
    }

    /// Copies from memory to shared memory, past the registers. It has no value.
    GatherToLds = "gather_to_lds",
    r#"{"name": "x", "op": {"gather_to_lds": {"src": "a", "dst": "b", "src_index": {"M": ["$T0", 1, 1]}, "dst_index": {"M": ["$T0", 1, 1]}, "dtype": "f16"}}}"# {
        /// The memory that is read.
        operand src: R,
        /// The shared memory that is written.
        operand dst: R,
        /// The part that is read.
        #[serde(skip_serializing_if = "BTreeMap::is_empty")]
        value src_index: Index,
        /// The part that is written.
        #[serde(skip_serializing_if = "BTreeMap::is_empty")]
        value dst_index: Index,
        /// The data type of the elements.
        value dtype: String,
        /// The number of elements that each thread copies.
        #[seq(opaque)]
        #[serde(skip_serializing_if = "Option::is_none")]
        value elements_per_thread: Option<IndexExpr>,
        /// The mapping of the memory that is read.
        #[serde(skip_serializing_if = "Option::is_none")]
        value src_mapping: Option<Box<IndexMapping>>,
        /// The mapping of the memory that is written.
        #[serde(skip_serializing_if = "Option::is_none")]
        value dst_mapping: Option<Box<IndexMapping>>,
    }

    /// Makes threads wait for each other. It has no value.
    SharedMemoryBarrier = "shared_memory_barrier",
    r#"{"name": "x", "op": {"shared_memory_barrier": {"wait_async_ops": true}}}"# {
        /// Whether threads wait for copies under way, too.
        value wait_async_ops: bool,
    }

    /// Releases the threads that wait at a barrier. It has no value.
    SharedMemoryBarrierSignal = "shared_memory_barrier_signal",
    r#"{"name": "x", "op": {"shared_memory_barrier_signal": {"barrier_id": 1}}}"# {
        /// The number of the barrier.
        value barrier_id: i64,
        /// Whether the thread first waits for copies under way.
        value wait_async_ops: bool,
    }

    /// Waits at a barrier. It has no value.
    SharedMemoryBarrierWait = "shared_memory_barrier_wait",
    r#"{"name": "x", "op": {"shared_memory_barrier_wait": {"barrier_id": 1}}}"# {
        /// The number of the barrier.
        value barrier_id: i64,
    }
}

impl<R> Instruction<R> {
    /// The same operation, of other operands.
    pub fn map<S>(&self, mut map: impl FnMut(&R) -> S) -> Instruction<S> {
        let Ok(mapped) = self.try_map(|operand| Ok::<S, std::convert::Infallible>(map(operand)));
        mapped
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
