//! What the text of a graph is made of: nodes are known by their names.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::wave::graph::Type;
use crate::wave::index::{Condition, Symbol};

/// A graph.
#[derive(Serialize)]
pub(super) struct GraphText {
    pub(super) name: String,
    pub(super) nodes: Vec<Value>,
}

/// A node.
#[derive(Serialize)]
pub(super) struct NodeText {
    pub(super) name: String,
    pub(super) op: Value,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub(super) ty: Option<Type>,
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub(super) attributes: Map<String, Value>,
}

/// An operation that has to do with regions.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum StructureText {
    Placeholder {
        #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
        ty: Option<Type>,
        #[serde(skip_serializing_if = "Option::is_none")]
        lifted: Option<String>,
    },
    IterArg {
        #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
        ty: Option<Type>,
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
        body: Vec<Value>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        implicit_captures: Vec<String>,
    },
    Conditional {
        guard: GuardText,
        body: Vec<Value>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        implicit_captures: Vec<String>,
    },
}

/// An operation that is not in the list of instructions.
#[derive(Serialize)]
pub(super) struct CallText {
    pub(super) operands: Vec<String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) fields: BTreeMap<String, Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) regions: Vec<Vec<Value>>,
    #[serde(skip_serializing_if = "is_one")]
    pub(super) results: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_one(results: &usize) -> bool {
    *results == 1
}

/// What decides whether a region is done: `{"value": "x"}` or `{"symbols": "$T0 < 8"}`.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum GuardText {
    Value(String),
    Symbols(Condition),
}
