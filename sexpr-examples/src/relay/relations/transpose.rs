//! Dimensions in another order.

use super::{Question, TypeRelation, Undecided};

/// The dimensions in the order of `axes`; without it, reversed.
pub(super) struct Transpose;

impl TypeRelation for Transpose {
    fn name(&self) -> &str {
        "Transpose"
    }

    fn types(&self) -> usize {
        2
    }

    fn attributes(&self) -> &[&str] {
        &["axes"]
    }

    fn relate(&self, question: &mut Question<'_>) -> Result<(), Undecided> {
        let tensor = question.tensor(0)?;
        let dims = question.dims(&tensor.shape)?;
        let axes = match question.ints("axes")? {
            None => (0..dims.len()).rev().collect(),
            Some(axes) => axes.iter().map(|axis| question.axis(*axis, dims.len())).collect::<Result<Vec<_>, _>>()?,
        };
        let is_permutation = axes.len() == dims.len() && (0..dims.len()).all(|axis| axes.contains(&axis));
        if !is_permutation {
            return Err(Undecided::fails(format!("`axes` names each of the {} dimension(s) once", dims.len())));
        }
        question.gives(axes.into_iter().map(|axis| dims[axis].clone()).collect(), &tensor.dtype)
    }
}
