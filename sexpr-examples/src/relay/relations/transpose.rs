//! Dimensions in another order.

use super::{Question, Undecided};

/// The dimensions in the order of `axes`; without it, reversed.
pub(super) fn transpose(question: &mut Question<'_>) -> Result<(), Undecided> {
    let tensor = question.tensor(0)?;
    let dims = question.dims(&tensor.shape)?;
    let axes = match question.ints("axes")? {
        None => (0..dims.len()).rev().collect(),
        Some(axes) => axes.iter().map(|axis| question.axis(*axis, dims.len())).collect::<Result<Vec<_>, _>>()?,
    };
    let mut is_named = vec![false; dims.len()];
    axes.iter().for_each(|axis| is_named[*axis] = true);
    if axes.len() != dims.len() || is_named.contains(&false) {
        return Err(Undecided::fails(format!("`axes` must name each of the {} dimension(s) once", dims.len())));
    }
    question.gives(axes.into_iter().map(|axis| dims[axis].clone()).collect(), &tensor.dtype)
}
