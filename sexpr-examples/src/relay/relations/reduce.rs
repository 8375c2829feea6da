//! Tensors with some dimensions taken together.

use super::rule::{Rule, Value};
use super::{Question, Undecided};
use crate::relay::ir::{BaseType, DataType, Dim, TypeCode};

/// The relations of reductions.
pub(super) fn rules() -> Vec<Rule> {
    vec![
        Rule::reading("Reduce", 2, &["axis keepdims exclude"], reduce),
        Rule::reading("ReduceToIndex", 2, &["axis keepdims exclude select_last_index"], reduce_to_index),
        Rule::reading("ReduceBool", 2, &["axis keepdims exclude"], reduce_bool),
        Rule::new("Variance", 3, &[AXIS, KEEPDIMS, ("unbiased", Value::Flag)], variance),
        Rule::new("Scan", 2, &[("axis", Value::Int), ("dtype", Value::DataType), ("exclusive", Value::Flag)], scan),
    ]
}

const AXIS: (&str, Value) = ("axis", Value::Ints);
const KEEPDIMS: (&str, Value) = ("keepdims exclude", Value::Flag);

/// [`reduce`], with a mean that was computed before.
fn variance(question: &mut Question<'_>) -> Result<(), Undecided> {
    let dims = reduced(question)?;
    let data = question.tensor(0)?;
    question.unify_base_types(&data.dtype, &question.tensor(1)?.dtype.clone())?;
    question.gives(dims, &data.dtype)
}

/// Sums or products of all elements up to each one along `axis`; of all elements in a row, without it.
fn scan(question: &mut Question<'_>) -> Result<(), Undecided> {
    let axis = question.int("axis")?;
    let dtype = question.data_type("dtype")?;
    let data = question.tensor(0)?;
    let dims = question.dims(&data.shape)?;
    let dims = match axis {
        None => vec![question.product(&dims)?],
        Some(axis) => {
            question.axis(axis, dims.len())?;
            dims
        }
    };
    question.gives(dims, &dtype.map_or_else(|| data.dtype.clone(), BaseType::Data))
}

/// The argument without the dimensions of `axis`, or, with `keepdims`, with 1 in their places. Without `axis`, or
/// where it is empty, these are all; with `exclude`, all others.
fn reduce(question: &mut Question<'_>) -> Result<(), Undecided> {
    let dims = reduced(question)?;
    question.gives(dims, &question.tensor(0)?.dtype.clone())
}

/// The same, with indices for elements.
fn reduce_to_index(question: &mut Question<'_>) -> Result<(), Undecided> {
    question.flag("select_last_index")?;
    let dims = reduced(question)?;
    question.gives(dims, &BaseType::Data(DataType::INT32))
}

/// The same, of truth values.
fn reduce_bool(question: &mut Question<'_>) -> Result<(), Undecided> {
    let dtype = question.truth_values(0)?;
    let dims = reduced(question)?;
    question.gives(dims, &dtype)
}

fn reduced(question: &Question<'_>) -> Result<Vec<Dim>, Undecided> {
    let tensor = question.tensor(0)?;
    let dims = question.dims(&tensor.shape)?;
    let keeps = question.flag("keepdims")?.unwrap_or(false);
    let excludes = question.flag("exclude")?.unwrap_or(false);
    let named = match question.ints("axis")?.filter(|axes| !axes.is_empty()) {
        Some(axes) => question.marked_once("axis", &axes, dims.len())?,
        None if excludes => return Err(Undecided::fails("`exclude` needs `axis`")),
        None => vec![true; dims.len()],
    };
    let kept = dims.into_iter().zip(named).filter_map(|(dim, is_named)| match is_named != excludes {
        true => keeps.then_some(Dim::Constant(1)),
        false => Some(dim),
    });
    Ok(kept.collect())
}

impl Question<'_> {
    /// The base type of an argument's elements, which are truth values.
    ///
    /// # Errors
    ///
    /// They are something else, or too little is known to tell.
    pub(super) fn truth_values(&self, index: usize) -> Result<BaseType, Undecided> {
        match self.base_type(&self.tensor(index)?.dtype) {
            BaseType::Data(data) if data.code() == TypeCode::Bool => Ok(BaseType::Data(data)),
            BaseType::Incomplete(_) => Err(Undecided::Unknown),
            other => Err(Undecided::fails(format!("the elements must be truth values, found `{other}`"))),
        }
    }
}
