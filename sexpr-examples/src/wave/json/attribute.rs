//! Attributes as JSON: what one is, is told by its form, as the table of [`json`](super) says.

use std::collections::HashMap;

use serde_json::{Map, Value};

use crate::text::elided;
use crate::wave::graph::{Attribute, Attributes, Size, TYPE, Term, Type, is_semantic};
use crate::wave::index::{Index, IndexExpr, IndexSequence, Symbol};

/// The expressions that were read: many are written often in one graph, and each is kept once.
#[derive(Default)]
pub(super) struct Expressions {
    known: HashMap<String, IndexExpr>,
}

/// An attribute of a node; what is wrong with it, in words.
pub(super) fn read_one(name: &str, value: &Value, expressions: &mut Expressions) -> Result<Attribute, String> {
    match name {
        // It stands beside the operation when nodes are compared.
        "op" => return Err("no attribute is called `op`, which is the operation".to_owned()),
        TYPE => return Err("no attribute is called `type`; write it beside `op`, as the node's type".to_owned()),
        _ => {}
    }
    match read(name, value, expressions) {
        Err(_) if !is_semantic(name) => Ok(Attribute::Text(value.to_string())),
        read => read.map_err(|reason| format!("its attribute `{}`: {reason}", elided(name))),
    }
}

/// A field of an operation that is not in the list of instructions; what is wrong with it, in words.
pub(super) fn read_field(name: &str, value: &Value, expressions: &mut Expressions) -> Result<Attribute, String> {
    read(name, value, expressions).map_err(|reason| format!("its field `{}`: {reason}", elided(name)))
}

/// Attributes as a text.
pub(super) fn write_all(attributes: &Attributes) -> Map<String, Value> {
    attributes.iter().map(|(name, attribute)| (name.to_owned(), write(name, attribute))).collect()
}

/// An attribute of no particular name.
pub(super) fn read_value(value: &Value) -> Result<Attribute, String> {
    read("", value, &mut Expressions::default())
}

fn read(name: &str, value: &Value, expressions: &mut Expressions) -> Result<Attribute, String> {
    Ok(match value {
        Value::Null => return Err("`null` is no value; what is not set is left out".to_owned()),
        Value::Bool(flag) => Attribute::Flag(*flag),
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(int), _) => Attribute::Int(int),
            (None, Some(float)) if number.is_f64() => Attribute::Float(float),
            _ => return Err(format!("{number} is too large for an integer")),
        },
        Value::String(text) => Attribute::Text(text.clone()),
        Value::Array(items) => {
            Attribute::List(items.iter().map(|item| read("", item, expressions)).collect::<Result<Vec<_>, _>>()?)
        }
        Value::Object(object) => return read_object(name, object, expressions),
    })
}

fn read_object(name: &str, object: &Map<String, Value>, expressions: &mut Expressions) -> Result<Attribute, String> {
    let only = if object.len() == 1 { object.iter().next() } else { None };
    match only.map(|(key, value)| (key.as_str(), value)) {
        Some(("float:", Value::String(text))) => {
            return match text.as_str() {
                "inf" => Ok(Attribute::Float(f64::INFINITY)),
                "-inf" => Ok(Attribute::Float(f64::NEG_INFINITY)),
                "nan" => Ok(Attribute::Float(f64::NAN)),
                _ => Err(format!("`{}` is to be `inf`, `-inf` or `nan`", elided(text))),
            };
        }
        Some(("index:", Value::Object(object))) => return read_index(object, expressions).map(Attribute::Index),
        Some(("sizes:", Value::Object(object))) => return read_sizes(object, expressions),
        Some(("expr:", value)) => {
            let term: Term = serde_json::from_value(value.clone()).map_err(|error| super::message(&error))?;
            return Ok(Attribute::Expr(term));
        }
        Some(("type:", value)) => {
            let ty: Type = serde_json::from_value(value.clone()).map_err(|error| super::message(&error))?;
            return Ok(Attribute::Type(ty));
        }
        Some(("fields:", Value::Object(object))) => {
            let field = |(name, value): (&String, &Value)| Ok((name.clone(), read("", value, &mut *expressions)?));
            return object.iter().map(field).collect::<Result<_, String>>().map(Attribute::Fields);
        }
        _ => {}
    }
    let is_index = name == "index" || (!object.is_empty() && object.values().all(Value::is_array));
    if is_index { read_index(object, expressions).map(Attribute::Index) } else { read_sizes(object, expressions) }
}

fn read_index(object: &Map<String, Value>, expressions: &mut Expressions) -> Result<Index, String> {
    let one = |(dim, value): (&String, &Value)| {
        let Value::Array(parts) = value else {
            return Err(format!("`{}` is to be a list of start, size and stride", elided(dim)));
        };
        let [start, size, stride] = parts.as_slice() else {
            return Err(format!(
                "`{}` is to have start, size and stride, and has {} part(s)",
                elided(dim),
                parts.len()
            ));
        };
        let mut part = |value| expressions.read(dim, value);
        Ok((read_symbol(dim)?, IndexSequence { start: part(start)?, size: part(size)?, stride: part(stride)? }))
    };
    object.iter().map(one).collect()
}

fn read_sizes(object: &Map<String, Value>, expressions: &mut Expressions) -> Result<Attribute, String> {
    let one = |(dim, value): (&String, &Value)| Ok((read_symbol(dim)?, Size { value: expressions.read(dim, value)? }));
    object.iter().map(one).collect::<Result<_, String>>().map(Attribute::Sizes)
}

impl Expressions {
    fn read(&mut self, dim: &str, value: &Value) -> Result<IndexExpr, String> {
        if let Some(known) = value.as_str().and_then(|text| self.known.get(text)) {
            return Ok(known.clone());
        }
        let expr: IndexExpr = serde_json::from_value(value.clone())
            .map_err(|error| format!("`{}`: {}", elided(dim), super::message(&error)))?;
        if let Value::String(text) = value {
            self.known.insert(text.clone(), expr.clone());
        }
        Ok(expr)
    }
}

fn read_symbol(dim: &str) -> Result<Symbol, String> {
    serde_json::from_value(Value::from(dim)).map_err(|error| error.to_string())
}

/// The text of an attribute of this name.
pub(crate) fn text(name: &str, attribute: &Attribute) -> String {
    write(name, attribute).to_string()
}

pub(super) fn write(name: &str, attribute: &Attribute) -> Value {
    let tagged = |tag: &str, value: Value| Value::Object(Map::from_iter([(tag.to_owned(), value)]));
    match attribute {
        Attribute::Flag(flag) => Value::Bool(*flag),
        Attribute::Int(int) => Value::from(*int),
        Attribute::Float(float) if float.is_finite() => Value::from(*float),
        Attribute::Float(float) => {
            let text = if float.is_nan() {
                "nan"
            } else if *float > 0.0 {
                "inf"
            } else {
                "-inf"
            };
            tagged("float:", Value::from(text))
        }
        Attribute::Text(text) => Value::from(text.as_str()),
        Attribute::List(items) => Value::Array(items.iter().map(|item| write("", item)).collect()),
        Attribute::Index(index) => {
            let sequence = |sequence: &IndexSequence| sequence.components().map(write_expr).to_vec();
            let dims = index.iter().map(|(dim, parts)| (dim.to_string(), Value::Array(sequence(parts))));
            let object = Value::Object(dims.collect());
            if name != "index" && index.is_empty() { tagged("index:", object) } else { object }
        }
        Attribute::Sizes(sizes) => {
            let object =
                Value::Object(sizes.iter().map(|(dim, size)| (dim.to_string(), write_expr(&size.value))).collect());
            if name == "index" { tagged("sizes:", object) } else { object }
        }
        Attribute::Expr(term) => tagged("expr:", serde_json::to_value(term).unwrap_or_default()),
        Attribute::Type(ty) => tagged("type:", serde_json::to_value(ty).unwrap_or_default()),
        Attribute::Fields(fields) => {
            let fields = fields.iter().map(|(name, field)| (name.clone(), write("", field)));
            tagged("fields:", Value::Object(fields.collect()))
        }
    }
}

fn write_expr(expr: &IndexExpr) -> Value {
    let text = expr.to_string();
    match text.parse::<i64>() {
        Ok(value) => Value::from(value),
        Err(_) => Value::from(text),
    }
}
