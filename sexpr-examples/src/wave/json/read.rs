//! From a text to a graph.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use serde_json::Value;

use super::JsonError;
use super::attribute::{self, Expressions};
use super::text::{GraphText, GuardText, NodeText, STRUCTURE, StructureText};
use crate::wave::graph::{Graph, Guard, Instruction, Node, Op, Region};

/// Reads a graph.
///
/// # Errors
///
/// The text is no JSON, or no graph, or uses names that it does not give before.
pub fn read(text: &str) -> Result<Graph, JsonError> {
    let graph: GraphText = serde_json::from_str(text).map_err(|error| JsonError::form(&error))?;
    let mut reader = Reader::default();
    let body = reader.region(graph.nodes)?;
    Ok(Graph { name: graph.name, body })
}

#[derive(Default)]
struct Reader {
    /// Those that are visible.
    nodes: HashMap<String, Arc<Node>>,
    names: HashSet<String>,
    expressions: Expressions,
}

impl Reader {
    fn region(&mut self, texts: Vec<NodeText>) -> Result<Region, JsonError> {
        let mut region = Region { nodes: Vec::with_capacity(texts.len()) };
        let outcome = texts.into_iter().try_for_each(|text| {
            region.nodes.push(self.node(text)?);
            Ok(())
        });
        // What is in a region is not seen around it.
        for node in &region.nodes {
            self.nodes.remove(&node.name);
        }
        outcome.map(|()| region)
    }

    fn node(&mut self, text: NodeText) -> Result<Arc<Node>, JsonError> {
        let NodeText { name, op, attributes } = text;
        if !self.names.insert(name.clone()) {
            return Err(JsonError::Twice(name));
        }
        let wrong = |message: String| JsonError::Node { node: name.clone(), message };
        let is_structure = match op.keys().next() {
            Some(kind) if op.len() == 1 => STRUCTURE.contains(&kind.as_str()),
            _ => return Err(wrong("`op` has one field: the operation's name, with what belongs to it".to_owned())),
        };
        let attributes = attribute::read_all(attributes, &mut self.expressions).map_err(&wrong)?;
        let op = Value::Object(op);
        let op = if is_structure {
            let structure = serde_json::from_value(op).map_err(|error| wrong(error.to_string()))?;
            self.structure(&name, structure)?
        } else {
            let unknown = |error: &serde_json::Error| match error.to_string() {
                message if message.starts_with("unknown variant") => {
                    format!("{message}, or, with regions, one of `{}`", STRUCTURE.join("`, `"))
                }
                message => message,
            };
            let instruction: Instruction<String> =
                serde_json::from_value(op).map_err(|error| wrong(unknown(&error)))?;
            Op::Do(instruction.try_map(|used| self.get(&name, used))?)
        };
        let node = Node::with(name.clone(), op, attributes);
        self.nodes.insert(name, node.clone());
        Ok(node)
    }

    fn get(&self, user: &str, used: &str) -> Result<Arc<Node>, JsonError> {
        let not_listed = || JsonError::NotListed { user: user.to_owned(), used: used.to_owned() };
        self.nodes.get(used).cloned().ok_or_else(not_listed)
    }

    fn all(&self, user: &str, used: &[String]) -> Result<Vec<Arc<Node>>, JsonError> {
        used.iter().map(|used| self.get(user, used)).collect()
    }

    /// The nodes of a list of captures, which may be out of date: names that there are not are left out.
    fn captures(&self, listed: &[String]) -> Vec<Arc<Node>> {
        listed.iter().filter_map(|name| self.nodes.get(name).cloned()).collect()
    }

    fn structure(&mut self, name: &str, text: StructureText) -> Result<Op, JsonError> {
        Ok(match text {
            StructureText::Placeholder { ty, lifted } => {
                Op::Placeholder { ty, lifted: lifted.map(|used| self.get(name, &used)).transpose()? }
            }
            StructureText::IterArg { ty } => Op::IterArg { ty },
            StructureText::GetResult { value, index } => Op::GetResult { value: self.get(name, &value)?, index },
            StructureText::Output { values } => Op::Output { values: self.all(name, &values)? },
            StructureText::Iterate { axis, init, body, implicit_captures } => Op::Iterate {
                axis,
                init: self.all(name, &init)?,
                implicit_captures: self.captures(&implicit_captures),
                body: self.region(body)?,
            },
            StructureText::Conditional { guard, body, implicit_captures } => Op::Conditional {
                guard: match guard {
                    GuardText::Value(used) => Guard::Value(self.get(name, &used)?),
                    GuardText::Symbols(condition) => Guard::Symbols(condition),
                },
                implicit_captures: self.captures(&implicit_captures),
                body: self.region(body)?,
            },
        })
    }
}
