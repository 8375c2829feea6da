//! The cases as the files hold them, and their reader.

use std::{fs, io, path::Path};

use serde::{Deserialize, Serialize};

use super::NodeSpec;
use crate::model::Options;

/// Two graphs, an option, and the verdict.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// The objects, children before parents. One index is one object.
    pub nodes: Vec<NodeSpec>,
    /// The left root.
    pub lhs: usize,
    /// The right root.
    pub rhs: usize,
    /// The option of this name.
    pub map_free_vars: bool,
    /// The option of this name; left out where it is not asked for.
    #[serde(default, skip_serializing_if = "is_false")]
    pub skip_payload: bool,
    /// The verdict.
    pub equal: bool,
    /// Whether another implementation gives both sides the same hash.
    pub peer_hash_equal: bool,
    /// Where the first difference is, on the left; left out where that hangs on the order of a map.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lhs_path: Option<Vec<PathStep>>,
    /// Where it is on the right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rhs_path: Option<Vec<PathStep>>,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

/// A step of a path.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PathStep {
    /// A field.
    Attr(String),
    /// An element.
    ArrayItem(usize),
    /// A map's value.
    MapItem(StepKey),
    /// A field that this side lacks.
    AttrMissing(String),
    /// An element that this side lacks.
    ArrayItemMissing(usize),
    /// A key that this side lacks.
    MapItemMissing(StepKey),
}

/// A key in a path.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(untagged)]
pub enum StepKey {
    /// A string.
    Text(String),
    /// A node.
    Node {
        /// Its index.
        node: usize,
    },
}

/// What is wrong with a file of cases.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// It cannot be read.
    #[error("{file}: {source}")]
    File {
        /// The file.
        file: String,
        /// Why.
        source: io::Error,
    },
    /// A line is not a case.
    #[error("{file}:{line}: {message}")]
    Line {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// Why.
        message: String,
    },
}

/// Reads a file of cases. Each comes with its line, from 1; blank lines are passed over.
pub fn read_file(path: &Path) -> Result<Vec<(usize, Case)>, ReadError> {
    let file = path.display().to_string();
    match fs::read_to_string(path) {
        Ok(text) => read_str(&file, &text),
        Err(source) => Err(ReadError::File { file, source }),
    }
}

/// Reads cases from text; `file` is its name in messages.
pub fn read_str(file: &str, text: &str) -> Result<Vec<(usize, Case)>, ReadError> {
    let lines = (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty());
    lines
        .map(|(line, text)| {
            let case = serde_json::from_str::<Case>(text).map_err(|error| without_position(&error));
            case.and_then(|case| case.validate().map(|()| (line, case))).map_err(|message| ReadError::Line {
                file: file.into(),
                line,
                message,
            })
        })
        .collect()
}

/// The message with the column alone: each line is parsed by itself, so the line would always be 1.
fn without_position(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.rsplit_once(" at line ") {
        Some((message, _)) if error.column() > 0 => format!("{message} at column {}", error.column()),
        _ => text,
    }
}

impl Case {
    /// The options under which the sides are compared.
    pub fn options(&self) -> Options {
        Options { map_free_vars: self.map_free_vars, skip_payload: self.skip_payload }
    }

    /// The case as a line of a file.
    pub fn line(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|error| error.to_string())
    }

    /// Every reference names an object of the right type that stands before the one that refers to it.
    fn validate(&self) -> Result<(), String> {
        for (index, node) in self.nodes.iter().enumerate() {
            let (any, variables) = node.references();
            if let Some(to) = any.iter().chain(&variables).find(|to| **to >= index) {
                return Err(format!("node {index} refers to node {to}, which does not stand before it"));
            }
            for to in variables {
                if !self.nodes[to].is_variable() {
                    return Err(format!("node {index} needs a variable, and node {to} is none"));
                }
            }
            if matches!(node, NodeSpec::Shapes { nested, .. } if nested.len() > 1) {
                return Err(format!("node {index} nests more than one option"));
            }
        }
        match [self.lhs, self.rhs].into_iter().find(|root| *root >= self.nodes.len()) {
            Some(root) => Err(format!("the root {root} is not among the {} nodes", self.nodes.len())),
            None => Ok(()),
        }
    }
}
