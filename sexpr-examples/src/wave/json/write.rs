//! From a graph to a text.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use serde::Serialize;
use serde_json::{Map, Value};

use super::text::{CallText, GraphText, GuardText, NodeText, StructureText};
use super::{JsonError, attribute, read};
use crate::wave::graph::{Graph, Guard, Node, Op, Region, TYPE};

/// The text of a graph. Nodes that share a name are told apart by numbers.
///
/// # Errors
///
/// A node is used that is not listed before; or the text could not be read again: regions, expressions or lists are
/// nested too deeply for that, or an expression is too large to be known by more than its number.
pub fn write(graph: &Graph) -> Result<String, JsonError> {
    let mut writer = Writer::default();
    writer.reserve(&graph.body);
    let text = GraphText { name: graph.name.clone(), nodes: writer.region(&graph.body)? };
    let text = serde_json::to_string_pretty(&text).map_err(|error| unreadable(&error))?;
    match read(&text) {
        Ok(_) => Ok(text + "\n"),
        Err(error) => Err(JsonError::Unreadable { reason: error.to_string() }),
    }
}

#[derive(Default)]
struct Writer {
    names: HashMap<*const Node, String>,
    taken: HashSet<String>,
    /// Names that nodes have, each of which the first of these keeps.
    reserved: HashSet<String>,
    /// For each name, the number that was last put after it.
    numbers: HashMap<String, usize>,
}

impl Writer {
    fn reserve(&mut self, region: &Region) {
        for node in &region.nodes {
            self.reserved.insert(node.name.clone());
            node.op.regions().iter().for_each(|inside| self.reserve(inside));
        }
    }

    fn name(&mut self, node: &Arc<Node>) -> String {
        let mut name = node.name.clone();
        let number = self.numbers.entry(node.name.clone()).or_default();
        // A name that another node has is left to that one.
        while self.taken.contains(&name) || (name != node.name && self.reserved.contains(&name)) {
            *number += 1;
            name = format!("{}_{number}", node.name);
        }
        self.taken.insert(name.clone());
        self.names.insert(Arc::as_ptr(node), name.clone());
        name
    }

    fn region(&mut self, region: &Region) -> Result<Vec<Value>, JsonError> {
        let texts = region.nodes.iter().map(|node| self.node(node)).collect();
        // What is in a region is not seen around it.
        for node in &region.nodes {
            self.names.remove(&Arc::as_ptr(node));
        }
        texts
    }

    fn node(&mut self, node: &Arc<Node>) -> Result<Value, JsonError> {
        let op = self.op(node)?;
        let mut attributes = attribute::write_all(&node.attributes);
        let ty = node.attributes.ty().cloned();
        if ty.is_some() {
            attributes.remove(TYPE);
        }
        value(&NodeText { name: self.name(node), op, ty, attributes })
    }

    fn get(&self, user: &Node, used: &Arc<Node>) -> Result<String, JsonError> {
        let reason = || format!("`{}` uses `{}`, which is not listed before it", user.name, used.name);
        let not_listed = || JsonError::Unreadable { reason: reason() };
        self.names.get(&Arc::as_ptr(used)).cloned().ok_or_else(not_listed)
    }

    fn all(&self, user: &Node, used: &[Arc<Node>]) -> Result<Vec<String>, JsonError> {
        used.iter().map(|used| self.get(user, used)).collect()
    }

    /// The names of a list of captures, which may be out of date: nodes that are not seen are left out.
    fn captures(&self, listed: &[Arc<Node>]) -> Vec<String> {
        listed.iter().filter_map(|node| self.names.get(&Arc::as_ptr(node)).cloned()).collect()
    }

    fn op(&mut self, node: &Node) -> Result<Value, JsonError> {
        let structure = match &node.op {
            Op::Do(instruction) => return value(&instruction.try_map(|used| self.get(node, used))?),
            Op::Call(call) => {
                let operands = self.all(node, &call.operands)?;
                let regions = call.regions.iter().map(|region| self.region(region)).collect::<Result<_, _>>()?;
                let fields = call.fields.iter().map(|(name, field)| (name.clone(), attribute::write(name, field)));
                let text = CallText { operands, fields: fields.collect(), regions, results: call.results };
                return Ok(Value::Object(Map::from_iter([(call.name.clone(), value(&text)?)])));
            }
            Op::Placeholder { ty, lifted } => StructureText::Placeholder {
                ty: ty.clone(),
                lifted: lifted.as_ref().map(|used| self.get(node, used)).transpose()?,
            },
            Op::IterArg { ty } => StructureText::IterArg { ty: ty.clone() },
            Op::GetResult { value, index } => StructureText::GetResult { value: self.get(node, value)?, index: *index },
            Op::Output { values } => StructureText::Output { values: self.all(node, values)? },
            Op::Iterate { axis, init, body, implicit_captures } => StructureText::Iterate {
                axis: axis.clone(),
                init: self.all(node, init)?,
                implicit_captures: self.captures(implicit_captures),
                body: self.region(body)?,
            },
            Op::Conditional { guard, body, implicit_captures } => StructureText::Conditional {
                guard: match guard {
                    Guard::Value(used) => GuardText::Value(self.get(node, used)?),
                    Guard::Symbols(condition) => GuardText::Symbols(condition.clone()),
                },
                implicit_captures: self.captures(implicit_captures),
                body: self.region(body)?,
            },
        };
        value(&structure)
    }
}

fn value(of: &impl Serialize) -> Result<Value, JsonError> {
    serde_json::to_value(of).map_err(|error| unreadable(&error))
}

fn unreadable(error: &serde_json::Error) -> JsonError {
    JsonError::Unreadable { reason: super::message(error) }
}
