//! What the text of a graph is made of: nodes are known by their names.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::unique;
use crate::wave::graph::TensorType;
use crate::wave::index::{Condition, Symbol};

/// A graph.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GraphText {
    #[serde(default)]
    pub(super) name: String,
    pub(super) nodes: Vec<NodeText>,
}

/// A node. Its operation is read by itself, so that what is said of a mistake tells where it is.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NodeText {
    pub(super) name: String,
    #[serde(deserialize_with = "unique::object")]
    pub(super) op: Map<String, Value>,
    #[serde(default, deserialize_with = "unique::object", skip_serializing_if = "Map::is_empty")]
    pub(super) attributes: Map<String, Value>,
}

/// An operation that has to do with regions.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum StructureText {
    Placeholder {
        #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
        ty: Option<TensorType>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lifted: Option<String>,
    },
    IterArg {
        #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
        ty: Option<TensorType>,
    },
    GetResult {
        value: String,
        index: usize,
    },
    Output {
        values: Vec<String>,
    },
    Iterate {
        axis: Symbol,
        init: Vec<String>,
        body: Vec<NodeText>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        implicit_captures: Vec<String>,
    },
    Conditional {
        guard: GuardText,
        body: Vec<NodeText>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        implicit_captures: Vec<String>,
    },
}

/// What decides whether a region is done: `{"value": "x"}` or `{"symbols": "$T0 < 8"}`.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum GuardText {
    Value(String),
    Symbols(Condition),
}

/// The names of operations that are a [`StructureText`].
pub(super) const STRUCTURE: [&str; 6] = ["placeholder", "iter_arg", "get_result", "output", "iterate", "conditional"];
