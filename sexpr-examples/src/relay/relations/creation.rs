//! Tensors that are made of nothing, or of a shape.

use super::broadcast::broadcast_shapes;
use super::rule::{Rule, Value, not_negative};
use super::{Question, Undecided};
use crate::relay::ir::{BaseType, DataType, Dim, Shape, Type};

const SHAPE: (&str, Value) = ("shape", Value::Ints);
const DTYPE: (&str, Value) = ("dtype", Value::DataType);

/// The relations of tensors that are filled.
pub(super) fn rules() -> Vec<Rule> {
    vec![
        Rule::new("Init", 1, &[SHAPE, DTYPE], init),
        Rule::new("Full", 2, &[SHAPE, DTYPE], full),
        Rule::new("FullLike", 3, &[], full_like),
        Rule::new("LikeSecond", 3, &[], like_second),
        Rule::new("BroadcastTo", 2, &[SHAPE, DTYPE], broadcast_to),
        Rule::new("ArangeConst", 4, &[("start stop step", Value::Number), DTYPE], arange)
            .with_arguments(&["start", "stop", "step"]),
        Rule::new("OneHot", 4, &[("depth", Value::Int), ("axis", Value::Int), DTYPE], one_hot),
        Rule::new("ShapeOf", 2, &[DTYPE], shape_of),
    ]
}

fn dtype(question: &Question<'_>, default: DataType) -> Result<BaseType, Undecided> {
    Ok(BaseType::Data(question.data_type("dtype")?.unwrap_or(default)))
}

/// The dimensions that `shape` says.
fn shape(question: &Question<'_>) -> Result<Vec<Dim>, Undecided> {
    let size = |size: i64| not_negative("shape", size).map(Dim::Constant);
    question.needed_ints("shape")?.into_iter().map(size).collect()
}

/// A tensor of `shape` and `dtype`.
fn init(question: &mut Question<'_>) -> Result<(), Undecided> {
    let (dims, dtype) = (shape(question)?, dtype(question, DataType::FLOAT32)?);
    question.gives(dims, &dtype)
}

/// The same, filled with a scalar, whose data type it has if none is said.
fn full(question: &mut Question<'_>) -> Result<(), Undecided> {
    let dims = shape(question)?;
    let value = question.scalar(0)?;
    let dtype = question.data_type("dtype")?.map_or(value, BaseType::Data);
    question.gives(dims, &dtype)
}

/// The first argument's type, filled with the second, a scalar.
fn full_like(question: &mut Question<'_>) -> Result<(), Undecided> {
    question.scalar(1)?;
    let data = question.arg(0);
    question.tensor(0)?;
    question.unify(2, &data)
}

/// The first argument's elements in the second one's shape.
fn like_second(question: &mut Question<'_>) -> Result<(), Undecided> {
    let (data, like) = (question.tensor(0)?, question.tensor(1)?);
    question.unify(2, &Type::tensor(like.shape.clone(), data.dtype.clone()))
}

/// The argument, broadcast to `shape`.
fn broadcast_to(question: &mut Question<'_>) -> Result<(), Undecided> {
    let wanted = Shape::Dims(shape(question)?);
    let data = question.tensor(0)?;
    let common = broadcast_shapes(question, &data.shape, &wanted)?;
    question.unify_shapes(&common, &wanted)?;
    let dims = question.dims(&wanted)?;
    question.gives(dims, &data.dtype)
}

/// Numbers from the first argument to before the second, in steps of the third. How many there are is only known when
/// the program runs, unless all three are literals.
fn arange(question: &mut Question<'_>) -> Result<(), Undecided> {
    let dtype = dtype(question, DataType::FLOAT32)?;
    for argument in 0..3 {
        question.scalar(argument)?;
    }
    let [start, stop, step] = ["start", "stop", "step"].map(|name| question.number(name));
    let length = match (start?, stop?, step?) {
        (Some(_), Some(_), Some(0.0)) => return Err(Undecided::fails("`step` must not be 0")),
        (Some(start), Some(stop), Some(step)) => {
            let count = ((stop - start) / step).ceil();
            if count < 1.0 {
                return Err(Undecided::fails(format!("there are no steps of {step} from {start} to {stop}")));
            }
            // Larger ones are not exact.
            const MOST: f64 = (1_u64 << f64::MANTISSA_DIGITS) as f64;
            if count < MOST { Dim::Constant(count as u64) } else { Dim::Any }
        }
        _ => Dim::Any,
    };
    question.gives(vec![length], &dtype)
}

/// For each index, `depth` elements along a new `axis`: the second argument at the index, and the third elsewhere.
fn one_hot(question: &mut Question<'_>) -> Result<(), Undecided> {
    let depth = not_negative("depth", question.needed_int("depth")?)?;
    let dtype = dtype(question, DataType::FLOAT32)?;
    let axis = question.int("axis")?.unwrap_or(-1);
    let indices = question.tensor(0)?;
    question.scalar(1)?;
    question.scalar(2)?;
    let mut dims = question.dims(&indices.shape)?;
    let axis = question.axis(axis, dims.len() + 1)?;
    dims.insert(axis, Dim::Constant(depth));
    question.gives(dims, &dtype)
}

/// How long the argument is in each direction.
fn shape_of(question: &mut Question<'_>) -> Result<(), Undecided> {
    let dtype = dtype(question, DataType::INT32)?;
    let count = question.dims(&question.tensor(0)?.shape)?.len();
    question.gives(vec![Dim::Constant(count as u64)], &dtype)
}
