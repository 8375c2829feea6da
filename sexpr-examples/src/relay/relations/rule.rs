//! Relations that are made from functions.

use super::{Question, TypeRelation, Undecided};

/// What a relation does with a question.
pub(super) type Relate = fn(&mut Question<'_>) -> Result<(), Undecided>;

/// What the value of an attribute may be.
#[derive(Clone, Copy, Debug)]
pub(super) enum Value {
    Int,
    /// A list of integers, or one of them.
    Ints,
    Number,
    Flag,
    /// The name of a data type.
    DataType,
    /// One of these texts.
    OneOf(&'static [&'static str]),
    /// What the relation reads itself.
    Other,
}

/// A relation from a function, which is asked once the attributes are found to be what they may be.
pub(super) struct Rule {
    name: &'static str,
    types: usize,
    names: Vec<&'static str>,
    values: Vec<Value>,
    arguments: &'static [&'static str],
    relate: Relate,
}

impl Rule {
    /// A relation between so many types, the result included.
    pub(super) fn new(name: &'static str, types: usize, attributes: &[(&'static str, Value)], relate: Relate) -> Self {
        let (names, values) = attributes.iter().copied().unzip();
        Self { name, types, names, values, arguments: &[], relate }
    }

    /// The same, where arguments that are literals are also given as these attributes.
    pub(super) fn with_arguments(self, arguments: &'static [&'static str]) -> Self {
        Self { arguments, ..self }
    }
}

impl TypeRelation for Rule {
    fn name(&self) -> &str {
        self.name
    }

    fn types(&self) -> usize {
        self.types
    }

    fn attributes(&self) -> &[&str] {
        &self.names
    }

    fn arguments(&self) -> &[&str] {
        self.arguments
    }

    fn relate(&self, question: &mut Question<'_>) -> Result<(), Undecided> {
        for (name, value) in self.names.iter().zip(&self.values) {
            match value {
                Value::Int => drop(question.int(name)?),
                Value::Ints => drop(question.ints(name)?),
                Value::Number => drop(question.number(name)?),
                Value::Flag => drop(question.flag(name)?),
                Value::DataType => drop(question.data_type(name)?),
                Value::OneOf(texts) => drop(question.one_of(name, texts)?),
                Value::Other => {}
            }
        }
        (self.relate)(question)
    }
}

/// A relation from a closure, for an operator of one's own.
pub(super) struct Custom<F> {
    pub(super) name: String,
    pub(super) types: usize,
    pub(super) attributes: &'static [&'static str],
    pub(super) relate: F,
}

impl<F: Fn(&mut Question<'_>) -> Result<(), Undecided> + Send + Sync> TypeRelation for Custom<F> {
    fn name(&self) -> &str {
        &self.name
    }

    fn types(&self) -> usize {
        self.types
    }

    fn attributes(&self) -> &[&str] {
        self.attributes
    }

    fn relate(&self, question: &mut Question<'_>) -> Result<(), Undecided> {
        (self.relate)(question)
    }
}

impl Question<'_> {
    /// One of these texts, if one is given.
    ///
    /// # Errors
    ///
    /// It is another one, or none.
    pub fn one_of(&self, name: &str, texts: &[&'static str]) -> Result<Option<&'static str>, Undecided> {
        let Some(text) = self.text(name)? else { return Ok(None) };
        let found = texts.iter().find(|known| **known == text).copied();
        let wrong = || Undecided::fails(format!("`{name}=\"{text}\"` must be one of `{}`", texts.join("`, `")));
        found.ok_or_else(wrong).map(Some)
    }

    /// An integer that has to be given.
    ///
    /// # Errors
    ///
    /// It is something else, or not given.
    pub fn needed_int(&self, name: &str) -> Result<i64, Undecided> {
        self.int(name)?.ok_or_else(|| Undecided::fails(format!("the attribute `{name}=…` is missing")))
    }

    /// Integers that have to be given.
    ///
    /// # Errors
    ///
    /// They are something else, or not given.
    pub fn needed_ints(&self, name: &str) -> Result<Vec<i64>, Undecided> {
        self.ints(name)?.ok_or_else(|| Undecided::fails(format!("the attribute `{name}=[…]` is missing")))
    }
}
