//! Whether the types of operands go together, and with the type that is written of the result, as far as they are written.

use std::sync::Arc;

use crate::wave::graph::{Instruction, Node, Op, TensorType, Type, integers, is_data_type};
use crate::wave::index::Symbol;

/// How the types of an operation's operands and of its result, as far as they are written, do not go together. Such a graph can be
/// converted nevertheless.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OperandProblem {
    /// No data type has this name.
    #[error("`{0}` is no data type; data types are f16, bf16, f32, f64, f8E4M3FN and the like, i1 to i64, and index")]
    NoDataType(String),
    /// A constant is not one of its type's values.
    #[error("{value} is no value of {dtype}")]
    Constant {
        /// The constant.
        value: String,
        /// The data type.
        dtype: String,
    },
    /// Operands have different elements.
    #[error("its operands have elements of {left} and {right}; cast one of them")]
    Operands {
        /// The elements of the left one.
        left: String,
        /// The elements of the right one.
        right: String,
    },
    /// What is written is not what the memory holds.
    #[error("it writes {value} into memory of {memory}; cast the value")]
    Written {
        /// The elements of the value.
        value: String,
        /// Those of the memory.
        memory: String,
    },
    /// Its dimensions are not those of its operand.
    #[error("the dimensions of its type are [{found}], and those of its operand [{expected}]")]
    Dimensions {
        /// The dimensions of its operand.
        expected: String,
        /// The dimensions that are written.
        found: String,
    },
    /// It speaks of a dimension that there is not.
    #[error("`{of}` has no dimension {dimension}")]
    NoDimension {
        /// The dimension.
        dimension: String,
        /// The node that does not have it.
        of: String,
    },
    /// A broadcast leaves a dimension out.
    #[error("it leaves out the dimension {dimension} of `{of}`; a broadcast only adds dimensions")]
    LostDimension {
        /// The dimension.
        dimension: String,
        /// The node that has it.
        of: String,
    },
    /// The shapes of a product do not go together.
    #[error("it multiplies [{left}] by [{right}] and adds to [{sum}]; it takes [M, K], [N, K] and [M, N]")]
    Product {
        /// The dimensions of the left matrix.
        left: String,
        /// Those of the right one.
        right: String,
        /// Those of the sum.
        sum: String,
    },
    /// No matrix product is of this kind.
    #[error("`{0}` is no kind of product; kinds are written F32_16x16x16_F16")]
    ProductKind(String),
    /// The elements of its type are not those that its operands give.
    #[error("the elements of its type are {found}, and its operands give {expected}")]
    Result {
        /// What its operands give.
        expected: String,
        /// What is written.
        found: String,
    },
}

/// What is wrong with the data types that a node names, with its operands, and with its index.
pub(super) fn problems(node: &Node) -> Vec<OperandProblem> {
    let mut found = Vec::new();
    let ty = node.ty();
    let mut types: Vec<&Type> = ty.iter().collect();
    while let Some(ty) = types.pop() {
        match ty {
            Type::Tuple(several) => types.extend(several),
            Type::Tensor(TensorType { dtype, .. }) | Type::Scalar(dtype) => data_type(dtype, &mut found),
        }
    }
    let Op::Do(instruction) = &node.op else { return found };
    match instruction {
        Instruction::Cast { dtype, .. } | Instruction::Bitcast { dtype, .. } if ty.is_none() => {
            data_type(dtype, &mut found);
        }
        Instruction::Allocate { dtype, .. } if ty.is_none() => data_type(dtype, &mut found),
        Instruction::Register { ty, value } if !fits(*value, &ty.dtype) => {
            found.push(OperandProblem::Constant { value: value.to_string(), dtype: ty.dtype.clone() });
        }
        Instruction::Unary { arg, .. } => {
            result(&ty, elements(arg), &mut found);
            same_dimensions(&ty, dimensions(arg), &mut found);
        }
        Instruction::Binary { function, lhs, rhs } => {
            let (left, right) = (elements(lhs), elements(rhs));
            if let (Some(left), Some(right)) = (&left, &right)
                && left != right
            {
                found.push(OperandProblem::Operands { left: left.clone(), right: right.clone() });
            }
            if !function.is_comparison() {
                result(&ty, left.or(right), &mut found);
            }
        }
        Instruction::Reduce { source, init, dim, .. } => {
            if let Some(dimensions) = dimensions(source)
                && !dimensions.contains(dim)
            {
                found.push(OperandProblem::NoDimension { dimension: dim.to_string(), of: source.name.clone() });
            }
            let (left, right) = (elements(source), init.as_ref().and_then(elements));
            if let (Some(left), Some(right)) = (&left, &right)
                && left != right
            {
                found.push(OperandProblem::Operands { left: left.clone(), right: right.clone() });
            }
            result(&ty, left, &mut found);
        }
        Instruction::Broadcast { arg, shape } => {
            let shape: Option<Vec<Symbol>> = shape.iter().map(|size| size.as_symbol().cloned()).collect();
            if let (Some(lost), Some(shape)) = (dimensions(arg), shape) {
                lost.iter().filter(|dimension| !shape.contains(dimension)).for_each(|dimension| {
                    found
                        .push(OperandProblem::LostDimension { dimension: dimension.to_string(), of: arg.name.clone() });
                });
            }
        }
        Instruction::Read { memory, mapping, .. } => {
            result(&ty, elements(memory), &mut found);
            if mapping.is_none() {
                within(node, dimensions_of(&ty), memory, &mut found);
            }
        }
        Instruction::Write { value, memory, mapping, .. } => {
            if let (Some(left), Some(right)) = (elements(value), elements(memory))
                && left != right
            {
                found.push(OperandProblem::Written { value: left, memory: right });
            }
            if mapping.is_none() {
                within(node, dimensions(value), memory, &mut found);
            }
        }
        Instruction::Mma { lhs, rhs, acc, kind } => product(lhs, rhs, acc, kind.as_deref(), &mut found),
        Instruction::ScaledMma { kind, .. } => product_kind(kind.as_deref(), &mut found),
        _ => {}
    }
    found
}

fn data_type(dtype: &str, found: &mut Vec<OperandProblem>) {
    if !is_data_type(dtype) {
        found.push(OperandProblem::NoDataType(dtype.to_owned()));
    }
}

/// What the elements of a value are, where that is written.
fn elements(node: &Arc<Node>) -> Option<String> {
    match &node.op {
        Op::Do(Instruction::Allocate { dtype, .. }) => Some(dtype.clone()),
        _ => node.known_type()?.dtype().map(str::to_owned),
    }
}

/// The dimensions of a value, where they are written and each is named by a symbol.
pub(in crate::wave) fn dimensions(node: &Arc<Node>) -> Option<Vec<Symbol>> {
    match &node.op {
        Op::Do(Instruction::Allocate { shape, .. }) => shape.iter().map(|size| size.as_symbol().cloned()).collect(),
        _ => dimensions_of(&node.known_type()),
    }
}

fn dimensions_of(ty: &Option<Type>) -> Option<Vec<Symbol>> {
    ty.as_ref().and_then(Type::as_tensor).and_then(TensorType::dimensions)
}

/// The elements of a result are those of an operand.
fn result(ty: &Option<Type>, expected: Option<String>, found: &mut Vec<OperandProblem>) {
    if let (Some(dtype), Some(expected)) = (ty.as_ref().and_then(Type::dtype), expected)
        && *dtype != *expected
    {
        found.push(OperandProblem::Result { expected, found: dtype.to_owned() });
    }
}

/// The dimensions of a result are those of the operand, in any order.
fn same_dimensions(ty: &Option<Type>, expected: Option<Vec<Symbol>>, found: &mut Vec<OperandProblem>) {
    if let (Some(mut own), Some(mut expected)) = (dimensions_of(ty), expected) {
        own.sort();
        expected.sort();
        if own != expected {
            let listed = |all: &[Symbol]| all.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            found.push(OperandProblem::Dimensions { expected: listed(&expected), found: listed(&own) });
        }
    }
}

/// What is read or written without a mapping has dimensions of the memory, and so has the index of the node.
fn within(node: &Node, value: Option<Vec<Symbol>>, memory: &Arc<Node>, found: &mut Vec<OperandProblem>) {
    let Some(dimensions) = dimensions(memory) else { return };
    let indexed = node.attributes.index().into_iter().flat_map(|index| index.keys().cloned());
    for dimension in value.unwrap_or_default().into_iter().chain(indexed) {
        if !dimensions.contains(&dimension) {
            let problem = OperandProblem::NoDimension { dimension: dimension.to_string(), of: memory.name.clone() };
            if !found.contains(&problem) {
                found.push(problem);
            }
        }
    }
}

/// A product of `[M, K]` and `[N, K]` is `[M, N]`, and its kind says of what elements it is.
fn product(lhs: &Arc<Node>, rhs: &Arc<Node>, acc: &Arc<Node>, kind: Option<&str>, found: &mut Vec<OperandProblem>) {
    product_kind(kind, found);
    if let (Some(left), Some(right)) = (elements(lhs), elements(rhs))
        && left != right
    {
        found.push(OperandProblem::Operands { left, right });
    }
    let shapes = [lhs, rhs, acc].map(dimensions);
    if let [Some(left), Some(right), Some(sum)] = &shapes
        && let ([.., m, k], [.., n, same], [.., rows, columns]) = (&left[..], &right[..], &sum[..])
        && !(k == same && m == rows && n == columns)
    {
        let listed = |shape: &[Symbol]| shape.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        found.push(OperandProblem::Product { left: listed(left), right: listed(right), sum: listed(sum) });
    }
}

/// A kind is written `F32_16x16x16_F16`: the elements of the sum, the sizes, the elements of the factors.
fn product_kind(kind: Option<&str>, found: &mut Vec<OperandProblem>) {
    let Some(kind) = kind else { return };
    let is_word = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric());
    let are_sizes = |sizes: &str| {
        let sizes: Vec<&str> = sizes.split('x').collect();
        sizes.len() == 3 && sizes.iter().all(|size| size.parse::<u32>().is_ok_and(|size| size > 0))
    };
    let mut parts = kind.split('_');
    let is_kind = parts.next().is_some_and(is_word) && parts.next().is_some_and(are_sizes) && parts.all(is_word);
    if !is_kind {
        found.push(OperandProblem::ProductKind(kind.to_owned()));
    }
}

/// Whether a type has a number.
fn fits(value: f64, dtype: &str) -> bool {
    integers(dtype).is_none_or(|(least, most)| value.fract() == 0.0 && (least..=most).contains(&value))
}
