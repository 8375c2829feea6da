//! The parts of a node, each as a line.

use serde_json::Value;

use super::attribute;
use crate::wave::graph::{Attribute, Guard, Node, Op, TYPE};

/// A node's operands, type, fields and attributes, by name. An operand is the name of the node. Each dimension of an index
/// is a part of its own: `index N`.
pub(crate) fn parts_of(node: &Node) -> Vec<(String, String)> {
    let mut parts: Vec<(String, String)> = Vec::new();
    for (operand, used) in node.op.operands() {
        match parts.last_mut() {
            Some((name, names)) if name == operand => *names += &format!(", {}", used.name),
            _ => parts.push((operand.to_owned(), used.name.clone())),
        }
    }
    let operands = parts.len();
    parts.extend(node.ty().map(|ty| (TYPE.to_owned(), ty.to_string())));
    let fields: Vec<(String, String)> = match &node.op {
        Op::Do(instruction) => {
            let named = instruction.try_map(|used| Ok::<_, std::convert::Infallible>(used.name.clone()));
            let Ok(named) = named;
            let fields = serde_json::to_value(named).unwrap_or_default();
            let fields = fields.as_object().and_then(|fields| fields.values().next()?.as_object());
            fields.into_iter().flatten().map(|(name, value)| (name.clone(), plain(value))).collect()
        }
        Op::Call(call) => {
            call.fields.iter().map(|(name, field)| (name.clone(), plain(&attribute::write(name, field)))).collect()
        }
        Op::Iterate { axis, .. } => vec![("axis".to_owned(), axis.to_string())],
        Op::Conditional { guard: Guard::Symbols(condition), .. } => vec![("guard".to_owned(), condition.to_string())],
        Op::GetResult { index, .. } => vec![("index".to_owned(), index.to_string())],
        _ => Vec::new(),
    };
    let is_field = |name: &str| name != TYPE && !parts[..operands].iter().any(|(operand, _)| operand == name);
    let fields: Vec<_> = fields.into_iter().filter(|(name, _)| is_field(name)).collect();
    parts.extend(fields);
    let attributes = node.attributes.iter().filter(|(name, _)| *name != TYPE);
    for (name, attribute) in attributes {
        match (attribute, attribute::write(name, attribute)) {
            (Attribute::Index(_), Value::Object(dims)) if dims.keys().all(|dim| !dim.ends_with(':')) => {
                parts.extend(dims.iter().map(|(dim, value)| (format!("{name} {dim}"), plain(value))));
            }
            (_, value) => parts.push((name.to_owned(), plain(&value))),
        }
    }
    parts
}

/// A value without quotes and outer brackets.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => format!("[{}]", items.iter().map(plain).collect::<Vec<_>>().join(", ")),
        Value::Object(fields) => {
            fields.iter().map(|(name, value)| format!("{name}: {}", plain(value))).collect::<Vec<_>>().join("; ")
        }
        value => value.to_string(),
    }
}
