//! Tensors one after the other.

use super::{Question, TypeRelation, Undecided};
use crate::relay::ir::{Dim, DimOp, Type};

/// The tensors of a tuple, one after the other along `axis`: alike in all other dimensions.
pub(super) struct Concatenate;

impl TypeRelation for Concatenate {
    fn name(&self) -> &str {
        "Concatenate"
    }

    fn types(&self) -> usize {
        2
    }

    fn attributes(&self) -> &[&str] {
        &["axis"]
    }

    fn relate(&self, question: &mut Question<'_>) -> Result<(), Undecided> {
        let tuple = match question.arg(0) {
            Type::Tuple(tuple) => tuple,
            Type::Incomplete(_) => return Err(Undecided::Unknown),
            other => return Err(Undecided::fails(format!("the argument must be a tuple of tensors, found `{other}`"))),
        };
        let Some((first, others)) = tuple.fields.split_first() else {
            return Err(Undecided::fails("the tuple must have at least one tensor"));
        };
        let first = question.as_tensor(first, "member 0")?;
        let mut dims = question.dims(&first.shape)?;
        let axis = question.axis(question.int("axis")?.unwrap_or(0), dims.len())?;
        for (index, other) in others.iter().enumerate() {
            let what = format!("member {}", index + 1);
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
}
