//! The parts of nodes in which graphs differ.

use std::fmt;

use crate::text::elided;
use crate::wave::graph::TYPE;

/// A part of a node, or a place in one. It displays as words: "attribute `vector_shapes` at K".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The part.
    pub of: PartOf,
    /// The place in it: names of dimensions and fields, `start`, `size` and `stride` of an index, numbers of elements from 0.
    pub at: Vec<String>,
}

/// The parts of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartOf {
    /// The operation as a whole.
    Operation,
    /// A field of the operation.
    Field(String),
    /// One of the fields that an operation without a row in the reference has.
    OwnField(String),
    /// An attribute, or the type.
    Attribute(String),
}

/// The parts of an index along a dimension, in the order in which texts list them.
pub(super) const PARTS: [&str; 3] = ["start", "size", "stride"];

impl Part {
    pub(super) fn operation() -> Self {
        Self { of: PartOf::Operation, at: Vec::new() }
    }

    pub(super) fn field(name: &str) -> Self {
        Self { of: PartOf::Field(name.to_owned()), at: Vec::new() }
    }

    pub(super) fn attribute(name: &str) -> Self {
        Self { of: PartOf::Attribute(name.to_owned()), at: Vec::new() }
    }

    /// The name, in a sentence.
    pub(super) fn name(&self) -> String {
        match &self.of {
            PartOf::Operation => "the operation".to_owned(),
            PartOf::Field(name) | PartOf::OwnField(name) | PartOf::Attribute(name) => format!("`{}`", elided(name)),
        }
    }

    /// " at K, start"; nothing, for the part as a whole.
    pub(super) fn place(&self) -> String {
        if self.at.is_empty() { String::new() } else { format!(" at {}", elided(&self.at.join(", "))) }
    }

    /// The name of the field or attribute, and the first step in it, such as a dimension; nothing for the operation as a whole.
    pub(crate) fn name_and_step(&self) -> Option<(&str, Option<&str>)> {
        match &self.of {
            PartOf::Operation => None,
            PartOf::Field(name) | PartOf::OwnField(name) | PartOf::Attribute(name) => {
                // The index of a matrix product is compared in parts.
                let of_product = name.strip_prefix("index of ").and_then(|of| of.split_once(" along "));
                Some(match of_product {
                    Some((_, dimension)) => ("index", Some(dimension)),
                    None => (name, self.at.first().map(String::as_str)),
                })
            }
        }
    }

    /// The names and numbers that lead to it in the node's JSON.
    pub(crate) fn keys(&self) -> Vec<String> {
        let mut keys: Vec<&str> = match &self.of {
            PartOf::Operation => vec!["op"],
            PartOf::Field(name) => vec!["op", name],
            PartOf::OwnField(name) => vec!["op", "fields", name],
            PartOf::Attribute(name) if name == TYPE => vec![TYPE],
            PartOf::Attribute(name) => match self.name_and_step() {
                Some((index, Some(dimension))) if index != name => vec!["attributes", index, dimension],
                _ => vec!["attributes", name],
            },
        };
        // What comes first in an attribute is a dimension, or the name of an entry.
        let is_product = keys.len() > 2 && keys[0] == "attributes";
        keys.extend(self.at.iter().enumerate().map(|(depth, word)| {
            match PARTS.iter().position(|part| part == word).filter(|_| depth > 0 || is_product) {
                Some(0) => "0",
                Some(1) => "1",
                Some(_) => "2",
                None => word,
            }
        }));
        keys.into_iter().map(str::to_owned).collect()
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.of {
            PartOf::Operation => f.write_str("operation"),
            PartOf::Field(_) | PartOf::OwnField(_) => write!(f, "field {}{}", self.name(), self.place()),
            PartOf::Attribute(_) => write!(f, "attribute {}{}", self.name(), self.place()),
        }
    }
}
