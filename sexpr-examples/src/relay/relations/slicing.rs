//! Parts of tensors, and tensors put together.

use super::concatenate::members;
use super::rule::{Rule, Value, not_negative};
use super::{Question, Undecided};
use crate::relay::ir::{BaseType, Dim, DimOp, Shape, TensorType, Type};

const AXIS: (&str, Value) = ("axis", Value::Int);

/// The relations of parts.
pub(super) fn rules() -> Vec<Rule> {
    vec![
        Rule::new("Split", 2, &[("indices_or_sections", Value::Ints), AXIS], split),
        Rule::new("Stack", 2, &[AXIS], stack),
        Rule::new(
            "StridedSlice",
            2,
            &[("begin end strides axes", Value::Ints), ("slice_mode", Value::OneOf(&["end", "size"]))],
            strided_slice,
        ),
        Rule::new("SliceLike", 3, &[("axes", Value::Ints)], slice_like),
        Rule::new("Pad", 3, &[("pad_width", Value::Other), MODE], pad),
        Rule::new("PadZero", 2, &[("pad_width", Value::Other), MODE, ("pad_value", Value::Number)], pad),
        Rule::new("Tile", 2, &[("reps", Value::Ints)], tile),
        Rule::new("Repeat", 2, &[("repeats", Value::Int), AXIS], repeat),
        Rule::new("Reverse", 2, &[AXIS], |question| {
            let dims = question.dims(&question.tensor(0)?.shape)?;
            question.axis(question.int("axis")?.unwrap_or(0), dims.len())?;
            let data = question.arg(0);
            question.unify(1, &data)
        }),
    ]
}

const MODE: (&str, Value) = ("pad_mode", Value::OneOf(&["constant", "edge", "reflect"]));

/// How many sections a tensor may be split into: the type of the result has a member for each.
const MOST_SECTIONS: usize = 1_000;
/// How many dimensions the members may have together, where they differ.
const MOST_DIMENSIONS: usize = 1_000_000;

/// Parts along `axis`: so many, or, of a list, ended by these indices.
fn split(question: &mut Question<'_>) -> Result<(), Undecided> {
    let parts = question.needed_ints("indices_or_sections")?;
    let is_list = matches!(question.value("indices_or_sections"), Some(crate::relay::ir::Attribute::List(_)));
    let axis = question.int("axis")?.unwrap_or(0);
    let data = question.tensor(0)?;
    let dims = question.dims(&data.shape)?;
    let axis = question.axis(axis, dims.len())?;
    let part = |size: Dim| {
        let mut dims = dims.clone();
        dims[axis] = size;
        Type::tensor(Shape::Dims(dims), data.dtype.clone())
    };
    let parts = if is_list {
        if parts.len().saturating_mul(dims.len()) > MOST_DIMENSIONS {
            return Err(Undecided::fails("`indices_or_sections` has too many indices"));
        }
        let mut sizes = Vec::new();
        let mut before = Dim::Constant(0);
        for end in parts {
            let end = Dim::Constant(not_negative("indices_or_sections", end)?);
            sizes.push(question.compute(DimOp::Sub, &end, &before)?);
            before = end;
        }
        sizes.push(question.compute(DimOp::Sub, &dims[axis], &before)?);
        sizes.into_iter().map(part).collect()
    } else {
        let count = parts.first().copied().and_then(|count| usize::try_from(count).ok());
        let Some(count @ 1..=MOST_SECTIONS) = count else {
            let reason = format!("`indices_or_sections` must be a list, or between 1 and {MOST_SECTIONS}");
            return Err(Undecided::fails(reason));
        };
        // All have one type, of which there is one copy.
        vec![part(question.divided(&dims[axis], &Dim::Constant(count as u64))?); count]
    };
    question.unify(1, &Type::tuple(parts))
}

/// The tensors of a tuple along a new `axis`.
fn stack(question: &mut Question<'_>) -> Result<(), Undecided> {
    let axis = question.int("axis")?.unwrap_or(0);
    let members = members(question)?;
    let first = question.as_tensor(&members[0], "member 0")?;
    for (index, other) in members.iter().enumerate().skip(1) {
        let other = question.as_tensor(other, &format!("member {index}"))?;
        question.unify_base_types(&first.dtype, &other.dtype)?;
        question.unify_shapes(&first.shape, &other.shape)?;
    }
    let mut dims = question.dims(&first.shape)?;
    let axis = question.axis(axis, dims.len() + 1)?;
    dims.insert(axis, Dim::Constant(members.len() as u64));
    question.gives(dims, &first.dtype)
}

/// From `begin` to before `end`, in steps of `strides`, along `axes`, or all. Indices below 0 are counted from the end;
/// with `slice_mode="size"`, `end` says how many there are, and a number below 0 that all are.
fn strided_slice(question: &mut Question<'_>) -> Result<(), Undecided> {
    let (begin, end) = (question.needed_ints("begin")?, question.needed_ints("end")?);
    let strides = question.ints("strides")?.unwrap_or_default();
    let axes = question.ints("axes")?;
    let counts = question.text("slice_mode")?.as_deref() == Some("size");
    let data = question.tensor(0)?;
    let mut dims = question.dims(&data.shape)?;
    let axes = match axes {
        Some(axes) => {
            question.marked_once("axes", &axes, dims.len())?;
            if begin.len() != axes.len() || end.len() != axes.len() || strides.len() > axes.len() {
                let reason = format!("`begin` and `end` must have one number for each of the {} `axes`", axes.len());
                return Err(Undecided::fails(reason));
            }
            axes.iter().map(|axis| question.axis(*axis, dims.len())).collect::<Result<Vec<_>, _>>()?
        }
        None => (0..begin.len().max(end.len())).collect(),
    };
    for (at, axis) in axes.into_iter().enumerate() {
        let Some(dim) = dims.get(axis).cloned() else {
            return Err(Undecided::fails(format!("there is no axis {axis} among {} dimension(s)", dims.len())));
        };
        let stride = if counts { 1 } else { strides.get(at).copied().unwrap_or(1) };
        let (from, to) = (begin.get(at).copied(), end.get(at).copied());
        let Dim::Constant(length) = dim else {
            if question.mentions_a_hole(&dim) {
                return Err(Undecided::Unknown);
            }
            let is_whole = from.unwrap_or(0) == 0 && to.is_none_or(|to| to >= i64::from(i32::MAX)) && stride == 1;
            if !is_whole {
                dims[axis] = Dim::Any;
            }
            continue;
        };
        let to = match (counts, to) {
            (true, Some(..0)) => None,
            (true, Some(count)) => Some(from_front(from.unwrap_or(0), length).saturating_add(count)),
            (_, to) => to,
        };
        dims[axis] = Dim::Constant(sliced(length, from, to, stride)?);
    }
    question.gives(dims, &data.dtype)
}

/// An index from the front. Of an index below 0, this is counted from the end.
fn from_front(index: i64, length: u64) -> i64 {
    let length = i64::try_from(length).unwrap_or(i64::MAX);
    (if index < 0 { index.saturating_add(length) } else { index }).clamp(0, length)
}

/// How many elements are between two indices.
fn sliced(length: u64, begin: Option<i64>, end: Option<i64>, stride: i64) -> Result<u64, Undecided> {
    let length = i128::from(length);
    let within = |index: i64, least: i128, most: i128| {
        let index = i128::from(index);
        (if index < 0 { index + length } else { index }).clamp(least, most)
    };
    let stride = i128::from(stride);
    let steps = match stride {
        0 => return Err(Undecided::fails("`strides` must not contain 0")),
        1.. => {
            let begin = begin.map_or(0, |begin| within(begin, 0, length));
            let end = end.map_or(length, |end| within(end, 0, length));
            (end - begin).max(0)
        }
        _ => {
            let begin = begin.map_or(length - 1, |begin| within(begin, -1, length - 1));
            let end = end.map_or(-1, |end| within(end, -1, length - 1));
            (begin - end).max(0)
        }
    };
    let by = stride.abs();
    Ok(u64::try_from((steps + by - 1) / by).unwrap_or(u64::MAX))
}

/// The first argument, cut to the length of the second along `axes`, or all of them.
fn slice_like(question: &mut Question<'_>) -> Result<(), Undecided> {
    let axes = question.ints("axes")?.filter(|axes| !axes.is_empty());
    let (data, like) = (question.tensor(0)?, question.tensor(1)?);
    let (mut dims, wanted) = (question.dims(&data.shape)?, question.dims(&like.shape)?);
    let axes = match axes {
        Some(axes) => axes.iter().map(|axis| question.axis(*axis, dims.len())).collect::<Result<Vec<_>, _>>()?,
        None => (0..dims.len().min(wanted.len())).collect(),
    };
    for axis in axes {
        let dim = wanted.get(axis).ok_or_else(|| Undecided::fails(format!("argument 2 has no axis {axis}")))?;
        if let Dim::Constant(length) = dims[axis] {
            match dim {
                Dim::Constant(wanted) if *wanted > length => {
                    let reason = format!("axis {axis} of argument 1 has {length} elements, argument 2 has {wanted}");
                    return Err(Undecided::fails(reason));
                }
                wanted if question.mentions_a_hole(wanted) => return Err(Undecided::Unknown),
                _ => {}
            }
        }
        dims[axis] = dim.clone();
    }
    question.gives(dims, &data.dtype)
}

/// With `pad_width=[[before, after], …]` more elements in each dimension.
fn pad(question: &mut Question<'_>) -> Result<(), Undecided> {
    let widths = question.pairs("pad_width")?;
    let data = question.tensor(0)?;
    if question.result() == 2 {
        question.scalar(1)?;
    }
    let dims = question.dims(&data.shape)?;
    if widths.len() != dims.len() {
        let reason =
            format!("`pad_width` has {} pair(s), but the tensor has {} dimension(s)", widths.len(), dims.len());
        return Err(Undecided::fails(reason));
    }
    let padded = dims.iter().zip(widths).map(|(dim, (before, after))| {
        let more = i128::from(before) + i128::from(after);
        let by = |more: i128| {
            u64::try_from(more).map(Dim::Constant).map_err(|_| Undecided::fails("`pad_width` is too large"))
        };
        if more < 0 {
            question.compute(DimOp::Sub, dim, &by(-more)?)
        } else {
            question.compute(DimOp::Add, dim, &by(more)?)
        }
    });
    let dims = padded.collect::<Result<Vec<_>, _>>()?;
    question.gives(dims, &data.dtype)
}

/// The tensor again and again: `reps` times along each dimension, aligned at their right ends.
fn tile(question: &mut Question<'_>) -> Result<(), Undecided> {
    let reps = question.needed_ints("reps")?;
    let data = question.tensor(0)?;
    let mut dims = question.dims(&data.shape)?;
    let more = reps.len().saturating_sub(dims.len());
    dims.splice(0..0, std::iter::repeat_n(Dim::Constant(1), more));
    let first = dims.len() - reps.len();
    for (dim, reps) in dims[first..].iter_mut().zip(reps) {
        *dim = question.compute(DimOp::Mul, dim, &Dim::Constant(not_negative("reps", reps)?))?;
    }
    question.gives(dims, &data.dtype)
}

/// Each element `repeats` times along `axis`; of all elements, without it.
fn repeat(question: &mut Question<'_>) -> Result<(), Undecided> {
    let repeats = Dim::Constant(not_negative("repeats", question.needed_int("repeats")?)?);
    let axis = question.int("axis")?;
    let data = question.tensor(0)?;
    let mut dims = question.dims(&data.shape)?;
    match axis {
        None => dims = vec![question.compute(DimOp::Mul, &question.product(&dims)?, &repeats)?],
        Some(axis) => {
            let axis = question.axis(axis, dims.len())?;
            dims[axis] = question.compute(DimOp::Mul, &dims[axis], &repeats)?;
        }
    }
    question.gives(dims, &data.dtype)
}

impl Question<'_> {
    /// The base type of an argument that is a scalar, or a tensor of one element.
    ///
    /// # Errors
    ///
    /// It is something else, or too little is known to tell.
    pub fn scalar(&self, index: usize) -> Result<BaseType, Undecided> {
        let tensor: std::sync::Arc<TensorType> = self.tensor(index)?;
        match self.dims(&tensor.shape)?.as_slice() {
            [] | [Dim::Constant(1)] => Ok(self.base_type(&tensor.dtype)),
            dims => Err(Undecided::fails(format!(
                "argument {} must be a scalar, found a tensor with {} dimension(s)",
                index + 1,
                dims.len()
            ))),
        }
    }
}
