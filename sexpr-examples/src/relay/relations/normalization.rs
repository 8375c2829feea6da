//! Tensors that are shifted and scaled along an axis.

use super::rule::{Rule, Value};
use super::{Question, Undecided};
use crate::relay::ir::{Shape, Type};

const EPSILON: (&str, Value) = ("epsilon", Value::Number);
const SHIFTED: (&str, Value) = ("center scale", Value::Flag);
const AXIS: (&str, Value) = ("axis", Value::Int);

/// The relations of normalizations.
pub(super) fn rules() -> Vec<Rule> {
    vec![
        Rule::new("BatchNorm", 6, &[AXIS, EPSILON, SHIFTED], batch_norm),
        Rule::new("LayerNorm", 4, &[AXIS, EPSILON, SHIFTED], |question| along(question, -1, 2)),
        Rule::new("InstanceNorm", 4, &[AXIS, EPSILON, SHIFTED], |question| along(question, 1, 2)),
        Rule::new("GroupNorm", 4, &[("num_groups", Value::Int), AXIS, EPSILON, SHIFTED], |question| {
            along(question, 1, 2)
        }),
        Rule::new("PRelu", 3, &[AXIS], |question| along(question, 1, 1)),
        Rule::new("L2Normalize", 2, &[("eps", Value::Number), ("axis", Value::Ints)], l2_normalize),
        Rule::new("Lrn", 2, &[("size", Value::Int), AXIS, ("bias alpha beta", Value::Number)], |question| {
            along(question, 1, 0)
        }),
    ]
}

/// The result is what the argument is; so many others are as long as that is along `axis`.
fn along(question: &mut Question<'_>, default: i64, others: usize) -> Result<(), Undecided> {
    vectors(question, default, others)?;
    let data = question.arg(0);
    question.unify(question.result(), &data)
}

/// The same, with the mean and the variance, and these again in the result.
fn batch_norm(question: &mut Question<'_>) -> Result<(), Undecided> {
    let vector = vectors(question, 1, 4)?;
    let data = question.arg(0);
    question.unify(question.result(), &Type::tuple(vec![data, vector.clone(), vector]))
}

fn vectors(question: &mut Question<'_>, default: i64, others: usize) -> Result<Type, Undecided> {
    let axis = question.int("axis")?.unwrap_or(default);
    let data = question.tensor(0)?;
    let dims = question.dims(&data.shape)?;
    let axis = question.axis(axis, dims.len())?;
    let vector = Type::tensor(Shape::Dims(vec![dims[axis].clone()]), data.dtype.clone());
    for other in 1..=others {
        question.unify(other, &vector)?;
    }
    Ok(vector)
}

fn l2_normalize(question: &mut Question<'_>) -> Result<(), Undecided> {
    let dims = question.dims(&question.tensor(0)?.shape)?;
    for axis in question.ints("axis")?.unwrap_or_default() {
        question.axis(axis, dims.len())?;
    }
    let data = question.arg(0);
    question.unify(1, &data)
}
