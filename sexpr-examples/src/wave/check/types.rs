//! Types that are written, which must go together as far as they are known.

use std::sync::Arc;

use super::GraphProblemKind;
use crate::wave::graph::{Instruction, Memory, Node, Op, Space, Type};
use crate::wave::index::{IndexExpr, Symbol};

/// How types that are written do not go together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TypeProblem {
    /// It has a type, and no value.
    #[error("a type is written of it, and it has no value; remove the type")]
    NoValue,
    /// A type of several values is not of as many as it has.
    #[error("its type is of {found} value(s), and it has {expected}")]
    Count {
        /// How many values it has.
        expected: usize,
        /// How many its type is of.
        found: usize,
    },
    /// Its elements are not what its operation makes of them.
    #[error("the elements of its type are {found}, and its operation makes {expected} of them")]
    Elements {
        /// What the operation makes.
        expected: String,
        /// What is written.
        found: String,
    },
    /// What it chooses by does not tell whether something holds.
    #[error("it chooses by `{node}`, whose elements are {found}; what holds or not is i1")]
    Condition {
        /// What it chooses by.
        node: String,
        /// What its elements are.
        found: String,
    },
    /// It permutes other dimensions than there are.
    #[error("it permutes the dimensions of `{node}`, which are [{}], and has [{}]", listed(expected), listed(found))]
    Permutation {
        /// What it permutes.
        node: String,
        /// The dimensions that there are.
        expected: Vec<IndexExpr>,
        /// The dimensions that it has.
        found: Vec<IndexExpr>,
    },
    /// It reshapes nothing.
    #[error("it reshapes no values; give at least one")]
    NothingToReshape,
    /// It copies to memory that is not shared.
    #[error("it copies to `{0}`, which is no shared memory")]
    NotShared(String),
    /// Registers are not in registers.
    #[error("its type is in {0} memory, and its value is in registers")]
    NoRegister(Space),
}

fn listed(shape: &[IndexExpr]) -> String {
    crate::text::shortened(shape.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
}

/// What is wrong with the types of a node.
pub(super) fn problems(node: &Arc<Node>, memory: &Memory) -> Vec<GraphProblemKind> {
    let mut found = Vec::new();
    let ty = node.ty();
    match (&ty, &node.op) {
        (Some(Type::Tuple(types)), op) if op.is_taken_apart() => {
            let expected = values(op);
            if types.len() != expected {
                found.push(TypeProblem::Count { expected, found: types.len() });
            }
        }
        (Some(_), op) if op.is_taken_apart() && values(op) != 1 => {
            found.push(TypeProblem::Count { expected: values(op), found: 1 });
        }
        (Some(_), Op::Output { .. }) => found.push(TypeProblem::NoValue),
        (Some(_), Op::Do(instruction)) if !instruction.has_value() => found.push(TypeProblem::NoValue),
        _ => {}
    }
    if let Op::Do(instruction) = &node.op {
        found.extend(of_instruction(instruction, ty.as_ref(), memory));
    }
    found.into_iter().map(GraphProblemKind::Type).collect()
}

/// How many values a node has that are taken apart.
fn values(op: &Op) -> usize {
    match op {
        Op::Iterate { init, .. } => init.len(),
        Op::Conditional { body, .. } => body.outputs().len(),
        Op::Call(call) => call.results,
        _ => 1,
    }
}

fn of_instruction(instruction: &Instruction<Arc<Node>>, ty: Option<&Type>, memory: &Memory) -> Option<TypeProblem> {
    let is_in_memory = matches!(instruction, Instruction::Allocate { .. });
    let tensor = ty.and_then(Type::as_tensor);
    match instruction {
        Instruction::Select { cond, .. } => {
            let found = cond.known_type()?.dtype()?.to_owned();
            let holds = matches!(found.as_str(), "i1" | "bool");
            (!holds).then(|| TypeProblem::Condition { node: cond.name.clone(), found })
        }
        Instruction::Permute { arg, shape } => {
            let expected = arg.known_type()?.as_tensor()?.shape.clone();
            let (mut left, mut right) = (texts(&expected), texts(shape));
            left.sort();
            right.sort();
            let (node, found) = (arg.name.clone(), shape.clone());
            (left != right).then_some(TypeProblem::Permutation { node, expected, found })
        }
        Instruction::Reshape { args, .. } if args.is_empty() => Some(TypeProblem::NothingToReshape),
        Instruction::GatherToLds { dst, .. } => {
            let space = match &dst.op {
                Op::Do(Instruction::Allocate { space, .. }) => Some(*space),
                _ => dst.known_type().as_ref().and_then(Type::as_tensor).map(|tensor| tensor.space),
            };
            (memory.may_be(dst) && space == Some(Space::Global)).then(|| TypeProblem::NotShared(dst.name.clone()))
        }
        _ if !is_in_memory
            && !instruction_gives_memory(instruction, memory)
            && tensor.is_some_and(|tensor| tensor.space != Space::Register) =>
        {
            tensor.map(|tensor| TypeProblem::NoRegister(tensor.space))
        }
        Instruction::Cast { dtype, .. } | Instruction::Bitcast { dtype, .. } | Instruction::Allocate { dtype, .. } => {
            let found = ty?.dtype()?;
            let problem = || TypeProblem::Elements { expected: dtype.clone(), found: found.to_owned() };
            (found != dtype).then(problem)
        }
        _ => None,
    }
}

/// Whether it is the same memory as one of its operands, in another form.
fn instruction_gives_memory(instruction: &Instruction<Arc<Node>>, memory: &Memory) -> bool {
    !matches!(instruction, Instruction::Read { .. } | Instruction::Register { .. })
        && instruction.operands().iter().any(|(_, used)| memory.may_be(used))
}

fn texts(shape: &[IndexExpr]) -> Vec<String> {
    shape
        .iter()
        .map(|size| size.as_symbol().map_or_else(|| size.normal_text(), |symbol: &Symbol| symbol.to_string()))
        .collect()
}
