//! The reference of graphs as JSON: every object that the format has, with its fields. The table that the parser reads objects
//! by is also printed, as Markdown and as a JSON Schema.

mod form;
mod markdown;
mod rows;
mod schema;

pub use self::form::Form;
pub use self::markdown::{page, section};
pub use self::rows::{CALL, GRAPH, NODE, operations};
pub use self::schema::schema;

use serde::de::DeserializeOwned;
use serde_json::Value;

/// An object of the format: an operation, a node, or the graph.
#[derive(Debug)]
pub struct Row {
    /// The name of its section and, for an operation, in texts.
    pub name: &'static str,
    /// What it is, as one or more sentences.
    pub about: &'static str,
    /// Its fields, in order.
    pub fields: &'static [Field],
    /// A node that uses it; of the graph, a graph.
    pub example: &'static str,
}

/// A field of an object.
#[derive(Debug)]
pub struct Field {
    /// Its name in texts.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Which values it takes.
    pub form: Form,
    /// Its value where it is left out; `None` if it is required.
    pub default: Option<&'static str>,
}

impl Row {
    /// The names of its fields.
    pub fn names(&self) -> Vec<&'static str> {
        self.fields.iter().map(|field| field.name).collect()
    }
}

/// Constructors, called like the methods of [`Source`].
#[expect(clippy::extra_unused_type_parameters, reason = "each is told the type of the field, as `value` is")]
impl Field {
    pub(in crate::wave) const fn operand<R>(name: &'static str, about: &'static str) -> Self {
        Self { name, about, form: Form::Name, default: None }
    }

    pub(in crate::wave) const fn optional<R>(name: &'static str, about: &'static str) -> Self {
        Self { name, about, form: Form::Name, default: Some(UNSET) }
    }

    pub(in crate::wave) const fn operands<R>(name: &'static str, about: &'static str) -> Self {
        Self { name, about, form: Form::Names, default: None }
    }

    pub(in crate::wave) const fn value<T: Formed>(name: &'static str, about: &'static str) -> Self {
        Self { name, about, form: T::FORM, default: T::DEFAULT }
    }

    const fn of(name: &'static str, form: Form, default: Option<&'static str>, about: &'static str) -> Self {
        Self { name, about, form, default }
    }
}

/// The default of a field that may be left out.
const UNSET: &str = "null";

/// A type whose values fields hold.
pub trait Formed: DeserializeOwned {
    /// What its values look like.
    const FORM: Form;
    /// The value of a field that is left out, as JSON; `None` if the field is required.
    const DEFAULT: Option<&'static str> = None;

    /// Reads a value.
    ///
    /// # Errors
    ///
    /// The value has another form.
    fn read(value: Value) -> serde_json::Result<Self> {
        serde_json::from_value(value)
    }

    /// The value of a field that is left out; `None` if the field is required.
    fn unset() -> Option<Self> {
        Self::read(serde_json::from_str(Self::DEFAULT?).ok()?).ok()
    }
}

/// The fields of an operation, each of which is read once. `R` is an operand.
pub trait Source<R> {
    /// Why a field cannot be read.
    type Error;

    /// A field that holds an operand.
    ///
    /// # Errors
    ///
    /// The field is missing, or is no operand.
    fn operand(&mut self, field: &'static str) -> Result<R, Self::Error>;

    /// A field that may hold an operand.
    ///
    /// # Errors
    ///
    /// The field is no operand.
    fn optional(&mut self, field: &'static str) -> Result<Option<R>, Self::Error>;

    /// A field that holds any number of operands.
    ///
    /// # Errors
    ///
    /// The field is missing, or is no list of operands.
    fn operands(&mut self, field: &'static str) -> Result<Vec<R>, Self::Error>;

    /// A field that holds a value.
    ///
    /// # Errors
    ///
    /// The field is missing and has no default, or holds something else.
    fn value<T: Formed>(&mut self, field: &'static str) -> Result<T, Self::Error>;
}
