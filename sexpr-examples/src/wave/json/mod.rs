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
//! numbers. What an attribute is, is told by its form:
//!
//! | JSON | attribute |
//! |---|---|
//! | `true`, `16`, `0.5`, `"K"`, `[1, 2]` | itself |
//! | `{"M": ["$T0", 1, 1]}`, and any object called `index` | an index: start, size and stride for each dimension |
//! | `{"M": 16, "N": "M // 2"}` | a number for each dimension |
//! | `{"float:": "-inf"}`, `{"index:": {}}`, `{"sizes:": {}}` | what could not be told otherwise |

mod attribute;
mod index;
pub(super) mod number;
mod read;
mod text;
mod unique;
mod write;

pub use self::read::read;
pub use self::write::write;

/// Why a text is no graph, or a graph has no text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JsonError {
    /// It is no JSON, or not of this form.
    #[error("line {line}, column {column}: {message}")]
    Form {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What is wrong.
        message: String,
    },
    /// A node is not of a form that there is.
    #[error("the node `{node}`: {message}")]
    Node {
        /// The node.
        node: String,
        /// What is wrong.
        message: String,
    },
    /// Two nodes have one name.
    #[error("there are two nodes called `{0}`; each needs a name of its own, in regions, too")]
    Twice(String),
    /// A node is used that is not listed before.
    #[error("`{user}` uses `{used}`, and no node of this name is listed before it, here or around")]
    NotListed {
        /// The node that uses it.
        user: String,
        /// The name.
        used: String,
    },
    /// What would be written could not be read again.
    #[error("what would be written cannot be read again: {reason}")]
    Unreadable {
        /// Why not.
        reason: String,
    },
}

impl JsonError {
    /// What is wrong, without the place.
    fn form(error: &serde_json::Error) -> Self {
        let text = error.to_string();
        let message = text.split(" at line ").next().unwrap_or(&text).to_owned();
        Self::Form { line: error.line(), column: error.column(), message }
    }
}
