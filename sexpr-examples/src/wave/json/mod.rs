//! Graphs as JSON.
//!
//! ```json
//! {
//!   "name": "scale",
//!   "nodes": [
//!     {"name": "a", "op": {"placeholder": {"type": {"space": "global", "shape": ["M"], "dtype": "f32"}}}},
//!     {"name": "x", "op": {"read": {"memory": "a"}}, "attributes": {"index": {"M": ["$T0", 1, 1]}}},
//!     {"name": "y", "op": {"unary": {"function": "neg", "arg": "x"}}},
//!     {"name": "w", "op": {"write": {"value": "y", "memory": "a"}}},
//!     {"name": "end", "op": {"output": {"values": []}}}
//!   ]
//! }
//! ```
//!
//! A node is known by its name, in regions, too, and is listed before it is used. Index expressions are texts or
//! numbers. A node may have a `type`, unless that is a field of its operation. What an attribute is, is told by its
//! form:
//!
//! | JSON | attribute |
//! |---|---|
//! | `true`, `16`, `0.5`, `"K"`, `[1, 2]` | itself |
//! | `{"M": ["$T0", 1, 1]}`, and any object called `index` | an index: start, size and stride for each dimension |
//! | `{"M": 16, "N": "M // 2"}` | a number for each dimension |
//! | `{"expr:": "M * 2"}`, `{"expr:": "$T0 < M"}`, `{"expr:": ["M", 2]}` | what is computed of integers |
//! | `{"type:": "f32"}`, `{"fields:": {"to": 1}}` | a type; other attributes by name |
//! | `{"float:": "-inf"}`, `{"index:": {}}`, `{"sizes:": {}}` | what could not be told otherwise |
//!
//! The [reference](super::reference) has every operation with its fields.

mod attribute;
mod fields;
mod index;
pub(super) mod number;
mod parts;
mod read;
mod text;
mod tree;
mod write;

use std::fmt;

pub(crate) use self::attribute::text as attribute_text;
pub(crate) use self::parts::parts_of;
pub(crate) use self::read::read_to_check;
pub use self::read::{Places, read, read_with_places};
pub use self::write::write;
use super::graph::Attribute;
use crate::text::{elided, shortened};

/// A place in a text. It displays as `line 1, column 2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
}

impl Position {
    /// That of a byte of a text.
    pub(super) fn of(text: &str, at: usize) -> Self {
        let before = text.get(..at).unwrap_or(text);
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        Self { line: before.matches('\n').count() + 1, column: before[start..].chars().count() + 1 }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Why a text is no graph, or a graph has no text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JsonError {
    /// It is no JSON, or not of this form.
    #[error("{position}: {message}")]
    Form {
        /// Where.
        position: Position,
        /// What is wrong.
        message: String,
        /// The section of the [reference](super::reference) that describes what is expected.
        row: &'static str,
    },
    /// A node is not of a form that there is.
    #[error("{position}: the node `{}`: {message}", elided(node))]
    Node {
        /// Where.
        position: Position,
        /// The node.
        node: String,
        /// What is wrong.
        message: String,
        /// The section of the [reference](super::reference) that describes what is expected.
        row: &'static str,
    },
    /// Two nodes have one name.
    #[error("{position}: there are two nodes called `{}`; each needs a name of its own, in regions, too", elided(node))]
    Twice {
        /// Where the second one is.
        position: Position,
        /// The name.
        node: String,
        /// The section of the [reference](super::reference) that describes what is expected.
        row: &'static str,
    },
    /// A node is used that is not listed before.
    #[error(
        "{position}: `{}` uses `{}`, and no node of this name is listed before it, here or around",
        elided(user),
        elided(used)
    )]
    NotListed {
        /// Where.
        position: Position,
        /// The node that uses it.
        user: String,
        /// The name.
        used: String,
        /// The section of the [reference](super::reference) that describes what is expected.
        row: &'static str,
    },
    /// What would be written could not be read again.
    #[error("what would be written cannot be read again: {reason}")]
    Unreadable {
        /// Why not.
        reason: String,
    },
}

impl JsonError {
    /// The place in the text; `None` if there is no text.
    pub fn position(&self) -> Option<Position> {
        match self {
            Self::Form { position, .. }
            | Self::Node { position, .. }
            | Self::Twice { position, .. }
            | Self::NotListed { position, .. } => Some(*position),
            Self::Unreadable { .. } => None,
        }
    }

    /// The section of the [reference](super::reference) that describes what is expected; `None` if there is no text.
    pub fn row(&self) -> Option<&'static str> {
        match self {
            Self::Form { row, .. } | Self::Node { row, .. } | Self::Twice { row, .. } | Self::NotListed { row, .. } => {
                Some(row)
            }
            Self::Unreadable { .. } => None,
        }
    }
}

/// An attribute as a value. By the name `index`, any object is an index.
pub(super) fn attribute_value(name: &str, of: &Attribute) -> serde_json::Value {
    attribute::write(name, of)
}

/// The attribute that a value is; what is wrong with it, in words.
pub(super) fn attribute_of(value: &serde_json::Value) -> Result<Attribute, String> {
    attribute::read_value(value)
}

/// What is wrong with a value, in the words of this format: serde's are about Rust.
pub(super) fn message(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let text = text.split(" at line ").next().unwrap_or(&text);
    let words = [
        ("expected usize", "expected an integer from 0"),
        ("expected i64", "expected an integer"),
        ("a string", "a text"),
        ("a sequence", "a list"),
        ("invalid type: string", "invalid type: the text"),
        ("invalid type: integer", "invalid type: the number"),
        ("invalid type: floating point", "invalid type: the number"),
        ("invalid type: map", "invalid type: an object"),
        ("invalid type: sequence", "invalid type: a list"),
        ("invalid type: null", "invalid type: `null`"),
        ("a tuple of size", "a list of length"),
    ];
    let text = words.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to));
    shortened(text)
}
