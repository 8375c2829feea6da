//! Tensors one after the other.

use super::{Question, Undecided};
use crate::relay::ir::{Dim, DimOp, Type};

/// The tensors of a tuple, one after the other along `axis`: alike in all other dimensions.
pub(super) fn concatenate(question: &mut Question<'_>) -> Result<(), Undecided> {
    let members = members(question)?;
    let first = question.as_tensor(&members[0], "member 0")?;
    let mut dims = question.dims(&first.shape)?;
    let axis = question.axis(question.int("axis")?.unwrap_or(0), dims.len())?;
    for (index, other) in members.iter().enumerate().skip(1) {
        let what = format!("member {index}");
        let other = question.as_tensor(other, &what)?;
        question.unify_base_types(&first.dtype, &other.dtype)?;
        let more = question.dims(&other.shape)?;
        if more.len() != dims.len() {
            let counts = format!("{} and {} dimensions", dims.len(), more.len());
            return Err(Undecided::fails(format!(
                "the tensors must have the same number of dimensions: {what} and those before it have {counts}"
            )));
        }
        for (at, dim) in more.iter().enumerate() {
            if at == axis {
                dims[at] = question.compute(DimOp::Add, &dims[at], dim)?;
            } else {
                question.unify_dims(&dims[at], dim)?;
                // What is known is kept.
                if matches!(dims[at], Dim::Any) {
                    dims[at] = dim.clone();
                }
            }
        }
    }
    question.gives(dims, &first.dtype)
}

/// The members of the argument, a tuple of one tensor at least.
pub(super) fn members(question: &Question<'_>) -> Result<Vec<Type>, Undecided> {
    match question.arg(0) {
        Type::Tuple(tuple) if tuple.fields.is_empty() => {
            Err(Undecided::fails("the tuple must have at least one tensor"))
        }
        Type::Tuple(tuple) => Ok(tuple.fields.to_vec()),
        Type::Incomplete(_) => Err(Undecided::Unknown),
        other => Err(Undecided::fails(format!("the argument must be a tuple of tensors, found `{other}`"))),
    }
}
