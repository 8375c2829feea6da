//! The cases as the files hold them, and their reader.

use std::{fs, io, path::Path};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

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

/// An object. A reference is the index of the object referred to.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(tag = "type", deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are those of the mirrored types")]
pub enum NodeSpec {
    /// A variable.
    Var { name: String, ty: i64, dep: Option<usize> },
    /// An integer.
    Int { value: i64 },
    /// A float, written as text: `nan`, `-0.0`.
    Float {
        #[serde(deserialize_with = "float_from_text", serialize_with = "float_as_text")]
        value: f64,
    },
    /// A string.
    Str { value: String },
    /// A tree node with an ignored field.
    Add { lhs: usize, rhs: usize, span: String },
    /// A tree node with a sequence.
    Tuple { items: Vec<usize> },
    /// Binds variables in a `pattern` region.
    Lambda { params: Vec<usize>, body: usize, span: String },
    /// Binds a variable in a `simple` region.
    Let { value: usize, var: usize, body: usize },
    /// A dag node.
    Dag { value: usize },
    /// A const-tree.
    Meta { tag: String, dims: Vec<i64> },
    /// A singleton.
    Op { name: String },
    /// A map from strings.
    Attrs { entries: Vec<(String, usize)> },
    /// A map from variables.
    Subst { entries: Vec<(usize, usize)> },
    /// A tree node with an optional child.
    Maybe { value: Option<usize> },
    /// Custom traversal: `params` in a `pattern` region, then `body`; never `note`.
    Custom { params: Vec<usize>, body: usize, note: String },
    /// A variable that is known by its name.
    NVar { name: String, dep: Option<usize> },
    /// A scope that binds variables for its body.
    NLam { params: Vec<usize>, body: usize },
    /// A scope that binds a variable for its body.
    NLet { value: usize, var: usize, body: usize },
    /// A scope that binds variables for its values and its body.
    NRec { vars: Vec<usize>, values: Vec<usize>, body: usize },
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

fn float_from_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let text = String::deserialize(deserializer)?;
    text.parse().map_err(|_| D::Error::custom(format!("`{text}` is not a float")))
}

fn float_as_text<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{value:?}"))
}

impl Case {
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
        }
        match [self.lhs, self.rhs].into_iter().find(|root| *root >= self.nodes.len()) {
            Some(root) => Err(format!("the root {root} is not among the {} nodes", self.nodes.len())),
            None => Ok(()),
        }
    }
}

impl NodeSpec {
    /// Whether this may stand where a variable is needed.
    pub fn is_variable(&self) -> bool {
        matches!(self, NodeSpec::Var { .. } | NodeSpec::NVar { .. })
    }

    /// The objects referred to, those that may be of any type apart from those that must be variables.
    pub fn references(&self) -> (Vec<usize>, Vec<usize>) {
        let (mut any, mut variables) = (vec![], vec![]);
        self.clone()
            .each_reference(&mut |to, of_any_type| if of_any_type { any.push(*to) } else { variables.push(*to) });
        (any, variables)
    }

    /// Calls with each reference, and whether it may be to an object of any type: else it must be to a variable.
    pub fn each_reference(&mut self, f: &mut dyn FnMut(&mut usize, bool)) {
        match self {
            NodeSpec::Int { .. }
            | NodeSpec::Float { .. }
            | NodeSpec::Str { .. }
            | NodeSpec::Meta { .. }
            | NodeSpec::Op { .. } => {}
            NodeSpec::Var { dep, .. } | NodeSpec::NVar { dep, .. } => dep.iter_mut().for_each(|to| f(to, true)),
            NodeSpec::Maybe { value } => value.iter_mut().for_each(|to| f(to, true)),
            NodeSpec::Dag { value } => f(value, true),
            NodeSpec::Add { lhs, rhs, .. } => {
                f(lhs, true);
                f(rhs, true);
            }
            NodeSpec::Tuple { items } => items.iter_mut().for_each(|to| f(to, true)),
            NodeSpec::Lambda { params, body, .. }
            | NodeSpec::Custom { params, body, .. }
            | NodeSpec::NLam { params, body } => {
                params.iter_mut().for_each(|to| f(to, false));
                f(body, true);
            }
            NodeSpec::Let { value, var, body } | NodeSpec::NLet { value, var, body } => {
                f(value, true);
                f(var, false);
                f(body, true);
            }
            NodeSpec::NRec { vars, values, body } => {
                vars.iter_mut().for_each(|to| f(to, false));
                values.iter_mut().for_each(|to| f(to, true));
                f(body, true);
            }
            NodeSpec::Attrs { entries } => entries.iter_mut().for_each(|(_, to)| f(to, true)),
            NodeSpec::Subst { entries } => entries.iter_mut().for_each(|(key, to)| {
                f(key, false);
                f(to, true);
            }),
        }
    }
}
