//! Relations in which shapes stay what they are.

use super::rule::{Rule, Value};
use super::{Question, Undecided};
use crate::relay::ir::{BaseType, Type};

/// The relations in which shapes stay what they are.
pub(super) fn rules() -> Vec<Rule> {
    vec![
        Rule::new("Identity", 2, &[], identity),
        Rule::new("Elementwise", 2, &[], elementwise),
        Rule::new("Clip", 2, &[("a_min", Value::Number), ("a_max", Value::Number)], elementwise),
        Rule::new("LeakyRelu", 2, &[("alpha", Value::Number)], elementwise),
        Rule::new("Negation", 2, &[], negation),
        Rule::reading("Dropout", 2, &["rate"], dropout),
        Rule::reading("Softmax", 2, &["axis"], softmax),
        Rule::reading("Cast", 2, &["dtype"], cast),
        Rule::reading("BiasAdd", 3, &["axis"], bias_add),
    ]
}

/// `Identity(I, I)`: the result is what the argument is.
fn identity(question: &mut Question<'_>) -> Result<(), Undecided> {
    question.unify(1, &question.arg(0))
}

/// The result is a tensor like the argument. Attributes are numbers.
fn elementwise(question: &mut Question<'_>) -> Result<(), Undecided> {
    question.unify(1, &question.arg(0))?;
    question.tensor(0).map(drop)
}

/// The same, of truth values.
fn negation(question: &mut Question<'_>) -> Result<(), Undecided> {
    question.unify(1, &question.arg(0))?;
    question.truth_values(0).map(drop)
}

/// The result is a tensor like the argument, and another one that tells which elements were dropped.
fn dropout(question: &mut Question<'_>) -> Result<(), Undecided> {
    question.number("rate")?;
    let tensor = Type::Tensor(question.tensor(0)?);
    question.unify(1, &Type::tuple(vec![tensor.clone(), tensor]))
}

/// What is done along `axis`, the last one without it: the result is what the argument is.
fn softmax(question: &mut Question<'_>) -> Result<(), Undecided> {
    let axis = question.int("axis")?.unwrap_or(-1);
    question.unify(1, &question.arg(0))?;
    let dims = question.dims(&question.tensor(0)?.shape)?;
    question.axis(axis, dims.len()).map(drop)
}

/// The result is a tensor of the same shape, of the base type that the attribute `dtype` names.
fn cast(question: &mut Question<'_>) -> Result<(), Undecided> {
    let dtype =
        question.data_type("dtype")?.ok_or_else(|| Undecided::fails("the attribute `dtype=\"…\"` is missing"))?;
    let tensor = question.tensor(0)?;
    question.unify(1, &Type::tensor(tensor.shape.clone(), BaseType::Data(dtype)))
}

/// The second argument is as long as the first one is along `axis`, and is added along it: the result is what the first
/// argument is.
fn bias_add(question: &mut Question<'_>) -> Result<(), Undecided> {
    let data = question.tensor(0)?;
    let dims = question.dims(&data.shape)?;
    let axis = question.axis(question.int("axis")?.unwrap_or(1), dims.len())?;
    let bias = Type::tensor(super::Shape::Dims(vec![dims[axis].clone()]), data.dtype.clone());
    question.unify(1, &bias)?;
    question.unify(2, &question.arg(0))
}
