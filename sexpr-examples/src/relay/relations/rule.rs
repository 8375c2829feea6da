//! Relations that are made from functions.

use super::{Question, TypeRelation, Undecided};

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
    name: String,
    types: usize,
    names: Vec<&'static str>,
    values: Vec<Value>,
    arguments: &'static [&'static str],
    relate: Box<Relate>,
}

/// What a relation does with a question.
type Relate = dyn Fn(&mut Question<'_>) -> Result<(), Undecided> + Send + Sync;

impl Rule {
    /// A relation between so many types, the result included. Attributes of one kind may be written in one text.
    pub(super) fn new(
        name: impl Into<String>,
        types: usize,
        attributes: &[(&'static str, Value)],
        relate: impl Fn(&mut Question<'_>) -> Result<(), Undecided> + Send + Sync + 'static,
    ) -> Self {
        let (names, values) =
            attributes.iter().flat_map(|(names, value)| names.split(' ').map(move |name| (name, *value))).unzip();
        Self { name: name.into(), types, names, values, arguments: &[], relate: Box::new(relate) }
    }

    /// The same, where the function reads all attributes itself.
    pub(super) fn reading(
        name: impl Into<String>,
        types: usize,
        attributes: &[&'static str],
        relate: impl Fn(&mut Question<'_>) -> Result<(), Undecided> + Send + Sync + 'static,
    ) -> Self {
        let attributes: Vec<_> = attributes.iter().map(|name| (*name, Value::Other)).collect();
        Self::new(name, types, &attributes, relate)
    }

    /// The same, where arguments that are literals are also given as these attributes.
    pub(super) fn with_arguments(self, arguments: &'static [&'static str]) -> Self {
        Self { arguments, ..self }
    }
}

impl TypeRelation for Rule {
    fn name(&self) -> &str {
        &self.name
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

/// A size that an attribute gives.
pub(super) fn not_negative(name: &str, size: i64) -> Result<u64, Undecided> {
    u64::try_from(size).map_err(|_| Undecided::fails(format!("`{name}` must not be negative")))
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
