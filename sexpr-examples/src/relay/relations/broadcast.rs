//! Broadcasting: shapes are aligned at their right ends, and 1 goes with anything.

use super::rule::Rule;
use super::{Question, Undecided};
use crate::relay::ir::{BaseType, DataType, Dim, Shape, Type};

/// The relations of operations on two tensors.
pub(super) fn rules() -> Vec<Rule> {
    vec![Rule::new("Broadcast", 3, &[], broadcast), Rule::new("BroadcastComp", 3, &[], broadcast_comparison)]
}

/// The result of an operation on two tensors, element by element.
fn broadcast(question: &mut Question<'_>) -> Result<(), Undecided> {
    broadcast_with(question, |base| Ok(base.clone()))
}

/// The same, for comparisons.
fn broadcast_comparison(question: &mut Question<'_>) -> Result<(), Undecided> {
    broadcast_with(question, |base| match base {
        BaseType::Data(dtype) => Ok(BaseType::Data(dtype.as_bool())),
        BaseType::Param(_) => Ok(BaseType::Data(DataType::BOOL)),
        BaseType::Incomplete(_) => Err(Undecided::Unknown),
    })
}

fn broadcast_with(
    question: &mut Question<'_>,
    base_type: impl FnOnce(&BaseType) -> Result<BaseType, Undecided>,
) -> Result<(), Undecided> {
    // Base types are found also where shapes are not known yet.
    let (left, right) = match (question.tensor(0), question.tensor(1)) {
        (Ok(left), Ok(right)) => (left, right),
        (Err(Undecided::Fails(reason)), _) | (_, Err(Undecided::Fails(reason))) => {
            return Err(Undecided::Fails(reason));
        }
        _ => return Err(Undecided::Unknown),
    };
    question.unify_base_types(&left.dtype, &right.dtype)?;
    let shape = broadcast_shapes(question, &left.shape, &right.shape)?;
    let dtype = base_type(&question.base_type(&left.dtype))?;
    question.unify(2, &Type::tensor(shape, dtype))
}

/// The shape that two have together.
pub(super) fn broadcast_shapes(question: &Question<'_>, left: &Shape, right: &Shape) -> Result<Shape, Undecided> {
    let (left, right) = (question.shape(left), question.shape(right));
    let is_scalar = |shape: &Shape| matches!(shape, Shape::Dims(dims) if dims.is_empty());
    match (&left, &right) {
        _ if is_scalar(&left) => return Ok(right),
        _ if is_scalar(&right) => return Ok(left),
        (Shape::Param(one), Shape::Param(other)) if std::sync::Arc::ptr_eq(one, other) => return Ok(left),
        (Shape::Incomplete(one), Shape::Incomplete(other)) if one == other => return Ok(left),
        _ => {}
    }
    Ok(Shape::Dims(broadcast_dims(question, &question.dims(&left)?, &question.dims(&right)?)?))
}

/// The dimensions that two shapes have together.
pub(super) fn broadcast_dims(question: &Question<'_>, left: &[Dim], right: &[Dim]) -> Result<Vec<Dim>, Undecided> {
    let (short, long) = if left.len() < right.len() { (left, right) } else { (right, left) };
    let (leading, aligned) = long.split_at(long.len() - short.len());
    let both = aligned.iter().zip(short).map(|(one, other)| broadcast_dim(question, one, other));
    leading.iter().cloned().map(Ok).chain(both).collect()
}

fn broadcast_dim(question: &Question<'_>, left: &Dim, right: &Dim) -> Result<Dim, Undecided> {
    match (left, right) {
        (Dim::Constant(1), other) | (other, Dim::Constant(1)) => Ok(other.clone()),
        _ if question.same_dims(left, right) => Ok(left.clone()),
        // What is only known when the program runs is 1 or the same, if it goes together at all.
        (Dim::Any, Dim::Constant(known)) | (Dim::Constant(known), Dim::Any) => Ok(Dim::Constant(*known)),
        (Dim::Any, Dim::Incomplete(_)) | (Dim::Incomplete(_), Dim::Any) => Err(Undecided::Unknown),
        (Dim::Any, _) | (_, Dim::Any) => Ok(Dim::Any),
        _ if question.mentions_a_hole(left) || question.mentions_a_hole(right) => Err(Undecided::Unknown),
        _ => Err(Undecided::fails(format!("the dimensions `{left}` and `{right}` cannot be broadcast together"))),
    }
}
