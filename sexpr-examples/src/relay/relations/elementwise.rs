//! Relations in which shapes stay what they are.

use super::{Question, TypeRelation, Undecided};
use crate::relay::ir::{BaseType, Type};

/// `Identity(I, I)`: the result is what the argument is.
pub(super) struct Identity;

/// The result is a tensor like the argument. Attributes are numbers.
pub(super) struct Elementwise {
    pub(super) name: &'static str,
    pub(super) numbers: &'static [&'static str],
}

/// The same, of truth values.
pub(super) struct Negation;

/// The result is a tensor like the argument, and another one that tells which elements were dropped.
pub(super) struct Dropout;

/// What is done along `axis`, the last one without it: the result is what the argument is.
pub(super) struct Softmax;

impl TypeRelation for Identity {
    fn name(&self) -> &str {
        "Identity"
    }

    fn types(&self) -> usize {
        2
    }

    fn relate(&self, question: &mut Question<'_>) -> Result<(), Undecided> {
        question.unify(1, &question.arg(0))
    }
}

impl TypeRelation for Elementwise {
    fn name(&self) -> &str {
        self.name
    }

    fn types(&self) -> usize {
        2
    }

    fn attributes(&self) -> &[&str] {
        self.numbers
    }

    fn relate(&self, question: &mut Question<'_>) -> Result<(), Undecided> {
        for number in self.numbers {
            question.number(number)?;
        }
        question.unify(1, &question.arg(0))?;
        question.tensor(0).map(drop)
    }
}

impl TypeRelation for Negation {
    fn name(&self) -> &str {
        "Negation"
    }

    fn types(&self) -> usize {
        2
    }

    fn relate(&self, question: &mut Question<'_>) -> Result<(), Undecided> {
        question.unify(1, &question.arg(0))?;
        question.truth_values(0).map(drop)
    }
}

impl TypeRelation for Dropout {
    fn name(&self) -> &str {
        "Dropout"
    }

    fn types(&self) -> usize {
        2
    }

    fn attributes(&self) -> &[&str] {
        &["rate"]
    }

    fn relate(&self, question: &mut Question<'_>) -> Result<(), Undecided> {
        question.number("rate")?;
        let tensor = Type::Tensor(question.tensor(0)?);
        question.unify(1, &Type::tuple(vec![tensor.clone(), tensor]))
    }
}

impl TypeRelation for Softmax {
    fn name(&self) -> &str {
        "Softmax"
    }

    fn types(&self) -> usize {
        2
    }

    fn attributes(&self) -> &[&str] {
        &["axis"]
    }

    fn relate(&self, question: &mut Question<'_>) -> Result<(), Undecided> {
        let axis = question.int("axis")?.unwrap_or(-1);
        question.unify(1, &question.arg(0))?;
        let dims = question.dims(&question.tensor(0)?.shape)?;
        question.axis(axis, dims.len()).map(drop)
    }
}

/// The result is a tensor of the same shape, of the base type that the attribute `dtype` names.
pub(super) struct Cast;

impl TypeRelation for Cast {
    fn name(&self) -> &str {
        "Cast"
    }

    fn types(&self) -> usize {
        2
    }

    fn attributes(&self) -> &[&str] {
        &["dtype"]
    }

    fn relate(&self, question: &mut Question<'_>) -> Result<(), Undecided> {
        let dtype =
            question.data_type("dtype")?.ok_or_else(|| Undecided::fails("the attribute `dtype=\"…\"` is missing"))?;
        let tensor = question.tensor(0)?;
        question.unify(1, &Type::tensor(tensor.shape.clone(), BaseType::Data(dtype)))
    }
}

/// The second argument is as long as the first one is along `axis`, and is added along it: the result is what the first
/// argument is.
pub(super) struct BiasAdd;

impl TypeRelation for BiasAdd {
    fn name(&self) -> &str {
        "BiasAdd"
    }

    fn types(&self) -> usize {
        3
    }

    fn attributes(&self) -> &[&str] {
        &["axis"]
    }

    fn relate(&self, question: &mut Question<'_>) -> Result<(), Undecided> {
        let data = question.tensor(0)?;
        let dims = question.dims(&data.shape)?;
        let axis = question.axis(question.int("axis")?.unwrap_or(1), dims.len())?;
        let bias = Type::tensor(super::Shape::Dims(vec![dims[axis].clone()]), data.dtype.clone());
        question.unify(1, &bias)?;
        question.unify(2, &question.arg(0))
    }
}
