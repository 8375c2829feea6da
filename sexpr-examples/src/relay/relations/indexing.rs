//! Elements of tensors, found by indices.

use super::broadcast::broadcast_shapes;
use super::rule::{Rule, Value};
use super::{Question, Undecided};
use crate::relay::ir::{BaseType, DataType, Dim, Shape, Type, TypeCode};

const AXIS: (&str, Value) = ("axis", Value::Int);
const BATCH_DIMS: (&str, Value) = ("batch_dims", Value::Int);
const ORDER: [(&str, Value); 3] = [AXIS, ("is_ascend", Value::Flag), ("dtype", Value::DataType)];

/// The relations of choosing and sorting elements.
pub(super) fn rules() -> Vec<Rule> {
    vec![
        Rule::new("Take", 3, &[AXIS, BATCH_DIMS, ("mode", Value::OneOf(&["clip", "wrap", "fast"]))], take),
        Rule::new("Gather", 3, &[AXIS], gather),
        Rule::new("GatherND", 3, &[BATCH_DIMS, ("index_rank", Value::Int)], gather_nd),
        Rule::new("Where", 4, &[], choose),
        Rule::new("ArgSort", 2, &ORDER, argsort),
        Rule::new("Sort", 2, &ORDER[..2], sort),
        Rule::new(
            "TopK",
            2,
            &[
                ("k", Value::Int),
                ORDER[0],
                ORDER[1],
                ORDER[2],
                ("ret_type", Value::OneOf(&["both", "values", "indices"])),
            ],
            topk,
        ),
    ]
}

fn indices(question: &Question<'_>, index: usize) -> Result<Shape, Undecided> {
    let tensor = question.tensor(index)?;
    match question.base_type(&tensor.dtype) {
        BaseType::Data(dtype) if !matches!(dtype.code(), TypeCode::Int | TypeCode::UInt) => {
            Err(Undecided::fails(format!("indices must be integers, found `{dtype}`")))
        }
        _ => Ok(tensor.shape.clone()),
    }
}

/// For each index, what the data have there along `axis`; of all elements, without it.
fn take(question: &mut Question<'_>) -> Result<(), Undecided> {
    let (axis, batch) = (question.int("axis")?, question.int("batch_dims")?.unwrap_or(0));
    let data = question.tensor(0)?;
    let chosen = question.dims(&indices(question, 1)?)?;
    let Some(axis) = axis else { return question.gives(chosen, &data.dtype) };
    let dims = question.dims(&data.shape)?;
    let axis = question.axis(axis, dims.len())?;
    let batch = match batch {
        ..0 => question.axis(batch, chosen.len())?,
        batch => question.axis(batch, chosen.len() + 1)?,
    };
    if batch > axis {
        return Err(Undecided::fails(format!("`batch_dims={batch}` must not be greater than `axis={axis}`")));
    }
    for (left, right) in dims[..batch].iter().zip(&chosen) {
        question.unify_dims(left, right)?;
    }
    let dims = dims[..axis].iter().chain(&chosen[batch..]).chain(&dims[axis + 1..]).cloned().collect();
    question.gives(dims, &data.dtype)
}

/// For each index, the element that is there along `axis`.
fn gather(question: &mut Question<'_>) -> Result<(), Undecided> {
    let axis = question.needed_int("axis")?;
    let data = question.tensor(0)?;
    let (dims, chosen) = (question.dims(&data.shape)?, question.dims(&indices(question, 1)?)?);
    let axis = question.axis(axis, dims.len())?;
    if dims.len() != chosen.len() {
        let reason = format!(
            "data and indices must have the same number of dimensions, found {} and {}",
            dims.len(),
            chosen.len()
        );
        return Err(Undecided::fails(reason));
    }
    for (at, (left, right)) in dims.iter().zip(&chosen).enumerate() {
        if at != axis {
            question.unify_dims(left, right)?;
        }
    }
    question.gives(chosen, &data.dtype)
}

/// For each column of indices, what the data have there.
fn gather_nd(question: &mut Question<'_>) -> Result<(), Undecided> {
    let batch = question.int("batch_dims")?.unwrap_or(0);
    let data = question.tensor(0)?;
    let (dims, chosen) = (question.dims(&data.shape)?, question.dims(&indices(question, 1)?)?);
    let Some((rows, columns)) = chosen.split_first() else {
        return Err(Undecided::fails("the indices must have at least one dimension"));
    };
    let rows = match rows {
        Dim::Constant(rows) => *rows,
        dim if question.mentions_a_hole(dim) => return Err(Undecided::Unknown),
        dim => {
            return Err(Undecided::fails(format!(
                "the first dimension of the indices must be a number, found `{dim}`"
            )));
        }
    };
    let used = u64::try_from(batch).ok().and_then(|batch| batch.checked_add(rows));
    let used = used.and_then(|used| usize::try_from(used).ok()).filter(|used| *used <= dims.len());
    let Some(used) = used else {
        return Err(Undecided::fails(format!(
            "the data have {} dimension(s), too few for {rows} indices after `batch_dims={batch}`",
            dims.len()
        )));
    };
    question.gives(columns.iter().chain(&dims[used..]).cloned().collect(), &data.dtype)
}

/// Where the first argument is true, the second; elsewhere the third. All are broadcast.
fn choose(question: &mut Question<'_>) -> Result<(), Undecided> {
    let (condition, left, right) = (question.tensor(0)?, question.tensor(1)?, question.tensor(2)?);
    question.unify_base_types(&left.dtype, &right.dtype)?;
    let shape = broadcast_shapes(question, &left.shape, &right.shape)?;
    let shape = broadcast_shapes(question, &condition.shape, &shape)?;
    question.unify(3, &Type::tensor(shape, left.dtype.clone()))
}

fn ordered(question: &Question<'_>) -> Result<(Vec<Dim>, usize), Undecided> {
    let axis = question.int("axis")?.unwrap_or(-1);
    let dims = question.dims(&question.tensor(0)?.shape)?;
    let axis = question.axis(axis, dims.len())?;
    Ok((dims, axis))
}

fn index_type(question: &Question<'_>) -> Result<BaseType, Undecided> {
    Ok(BaseType::Data(question.data_type("dtype")?.unwrap_or(DataType::INT32)))
}

/// The elements in order along `axis`.
fn sort(question: &mut Question<'_>) -> Result<(), Undecided> {
    ordered(question)?;
    let data = question.arg(0);
    question.unify(1, &data)
}

/// Where they come from.
fn argsort(question: &mut Question<'_>) -> Result<(), Undecided> {
    let dtype = index_type(question)?;
    let (dims, _) = ordered(question)?;
    question.gives(dims, &dtype)
}

/// The `k` largest along `axis`, or, with `is_ascend`, the smallest; all, if `k` is less than 1. `ret_type` says whether
/// these, their indices, or both.
fn topk(question: &mut Question<'_>) -> Result<(), Undecided> {
    let k = question.int("k")?.unwrap_or(1);
    let kind = question.text("ret_type")?;
    let dtype = index_type(question)?;
    let (mut dims, axis) = ordered(question)?;
    if let Ok(k @ 1..) = u64::try_from(k) {
        dims[axis] = Dim::Constant(k);
    }
    let values = Type::tensor(Shape::Dims(dims.clone()), question.tensor(0)?.dtype.clone());
    let indices = Type::tensor(Shape::Dims(dims), dtype);
    let result = match kind.as_deref() {
        Some("values") => values,
        Some("indices") => indices,
        _ => Type::tuple(vec![values, indices]),
    };
    question.unify(1, &result)
}
