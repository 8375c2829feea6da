//! From functions to texts.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use serde_json::{Map, Value as Json};

use super::forms::{NODE, fields, row};
use super::types;
use super::value::{dictionary, expression_text, index_text, key, text};
use crate::wave::graph::{Instruction, Type};
use crate::wave::json::attribute_value;
use crate::wave::operations::{
    Block, Defined, Function, Operation, OperationAttributes, OperationGuard, OperationKind, Value,
};

/// A function's text. Values of one name are told apart by numbers.
pub fn print(function: &Function) -> String {
    let mut printer =
        Printer { out: String::new(), names: HashMap::new(), taken: HashSet::new(), numbers: HashMap::new() };
    let arguments = printer.defined(&function.body.arguments);
    printer.line(0, &format!("func.func @{}({arguments}) {{", key(&function.name)));
    printer.operations(&function.body, 1);
    printer.line(0, "}");
    printer.out
}

struct Printer {
    out: String,
    names: HashMap<*const Value, String>,
    taken: HashSet<String>,
    /// For each name, the number that was last put after it.
    numbers: HashMap<String, usize>,
}

impl Printer {
    fn line(&mut self, depth: usize, text: &str) {
        self.out.push_str(&"  ".repeat(depth));
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn fresh(&mut self, wanted: &str) -> String {
        let is_plain = |letter: &char| letter.is_ascii_alphanumeric() || *letter == '_';
        let mut wanted: String = wanted.chars().filter(is_plain).collect();
        if wanted.is_empty() {
            wanted.push('v');
        }
        let mut name = format!("%{wanted}");
        let number = self.numbers.entry(wanted.clone()).or_default();
        while !self.taken.insert(name.clone()) {
            *number += 1;
            name = format!("%{wanted}_{number}");
        }
        name
    }

    fn name(&mut self, value: &Arc<Value>) -> String {
        if let Some(name) = self.names.get(&Arc::as_ptr(value)) {
            return name.clone();
        }
        let name = self.fresh(&value.name);
        self.names.insert(Arc::as_ptr(value), name.clone());
        name
    }

    fn values<'v>(&mut self, values: impl IntoIterator<Item = &'v Arc<Value>>) -> String {
        values.into_iter().map(|value| self.name(value)).collect::<Vec<_>>().join(", ")
    }

    /// Arguments with their types and attributes.
    fn defined(&mut self, defined: &[Defined]) -> String {
        let one = |defined: &Defined| {
            let mut text = self.name(&defined.value);
            if defined.value.ty.is_some() || !defined.attributes.is_empty() {
                text.push_str(&format!(": {}", known(defined)));
            }
            text
        };
        defined.iter().map(one).collect::<Vec<_>>().join(", ")
    }

    fn operations(&mut self, block: &Block, depth: usize) {
        for operation in &block.operations {
            self.operation(operation, depth);
        }
    }

    fn operation(&mut self, operation: &Operation, depth: usize) {
        let mut head = self.head(operation, depth);
        let types = self.types(operation);
        if !operation.results.is_empty() {
            let results = self.values(operation.results.iter().map(|result| &result.value));
            head = format!("{results} = {head}");
        }
        if operation.regions.is_empty() {
            return self.line(depth, &(head + &types));
        }
        let is_call = matches!(operation.kind, OperationKind::Call { .. });
        head.push_str(if is_call { " (" } else { "" });
        for (place, region) in operation.regions.iter().enumerate() {
            let captures = self.values(operation.kind.captures(place));
            let captures = if captures.is_empty() { String::new() } else { format!("captures({captures}) ") };
            let before = if place > 0 { "}, " } else { "" };
            // A loop's captures stand before its attributes.
            let captures = if is_call { captures } else { " ".to_owned() };
            self.line(depth, &format!("{}{before}{captures}{{", std::mem::take(&mut head)));
            if !region.arguments.is_empty() {
                let arguments = self.defined(&region.arguments);
                self.line(depth, &format!("^bb0({arguments}):"));
            }
            self.operations(region, depth + 1);
        }
        self.line(depth, &format!("}}{}{types}", if is_call { ")" } else { "" }));
    }

    /// An operation up to its regions and types.
    fn head(&mut self, operation: &Operation, depth: usize) -> String {
        let captures = self.values(operation.kind.captures(0));
        let captures = if captures.is_empty() { String::new() } else { format!(" captures({captures})") };
        let attributes = attributes(operation, Map::new(), &[]);
        let of_region = if attributes.is_empty() { String::new() } else { format!(" attributes{attributes}") };
        match &operation.kind {
            OperationKind::Iterate { axis, init, .. } => {
                format!("wave.iterate @{axis} iter_args({}){captures}{of_region}", self.values(init))
            }
            OperationKind::Conditional { guard, .. } => {
                let guard = match guard {
                    OperationGuard::Value(value) => self.name(value),
                    OperationGuard::Symbols(condition) => format!("[{}]", expression_text(condition)),
                };
                format!("wave.conditional {guard}{captures}{of_region}")
            }
            OperationKind::Yield { values } => {
                let values = self.values(values);
                let name = if depth == 1 { "return" } else { "wave.yield" };
                format!("{name}{}{values}{attributes}", if values.is_empty() { "" } else { " " })
            }
            OperationKind::Do(instruction) => self.instruction(operation, instruction, depth),
            OperationKind::Call { name, operands, fields, .. } => {
                let fields: Vec<(&str, Json)> =
                    fields.iter().map(|(name, field)| (name.as_str(), attribute_value("", field))).collect();
                let fields = match fields.as_slice() {
                    [] => String::new(),
                    fields => format!(" <{}>", dictionary(fields.iter().map(|(name, value)| (*name, value)))),
                };
                let name = Json::from(format!("wave.{name}"));
                format!("{name}({}){fields}{attributes}", self.values(operands))
            }
        }
    }

    fn instruction(&mut self, operation: &Operation, instruction: &Instruction<Arc<Value>>, depth: usize) -> String {
        if let Instruction::Register { ty, value } = instruction {
            let constant = self.fresh("cst");
            let dtype = types::text(&Type::Scalar(ty.dtype.clone()));
            self.line(depth, &format!("{constant} = arith.constant {} : {dtype}", number(*value)));
            return format!("wave.register {constant}{}", attributes(operation, Map::new(), &[]));
        }
        let known = row(instruction.name()).map(fields).unwrap_or_default();
        // Its fields are those that JSON has, but for its operands, which are listed.
        let mut written = match serde_json::to_value(instruction.map(|_| "")) {
            Ok(Json::Object(outer)) => match outer.into_iter().next() {
                Some((_, Json::Object(fields))) => fields,
                _ => Map::new(),
            },
            _ => Map::new(),
        };
        written.retain(|name, _| known.contains(&name.as_str()));
        let name = match instruction {
            Instruction::Unary { function, .. } => function.text(),
            Instruction::Binary { function, .. } => function.text(),
            Instruction::Reduce { function, .. } => function.text(),
            other => other.name(),
        };
        let operands = self.values(instruction.operands().into_iter().map(|(_, value)| value));
        let separator = if operands.is_empty() { "" } else { " " };
        format!("wave.{name}{separator}{operands}{}", attributes(operation, written, &known))
    }

    /// What is known of operands and results, if anything is of a result.
    fn types(&self, operation: &Operation) -> String {
        let results: Vec<String> = operation.results.iter().map(known).collect();
        if let OperationKind::Do(Instruction::Register { ty, .. }) = &operation.kind {
            return format!(" : {}", types::text(&ty.clone().into()));
        }
        if results.iter().all(|result| result == "_") {
            return String::new();
        }
        let operands = match &operation.kind {
            OperationKind::Iterate { init, .. } => init.iter().collect(),
            OperationKind::Conditional { .. } => Vec::new(),
            OperationKind::Call { operands, .. } => operands.iter().collect(),
            kind => kind.operands(),
        };
        let operands: Vec<String> = operands.into_iter().map(|value| types::maybe(value.ty.as_ref())).collect();
        format!(" : ({}) -> ({})", operands.join(", "), results.join(", "))
    }
}

/// What is known of a value where it is defined.
fn known(defined: &Defined) -> String {
    let attributes = object(&defined.attributes, &[]);
    let attributes =
        if attributes.is_empty() { String::new() } else { format!(" {}", text(&Json::Object(attributes))) };
    types::maybe(defined.value.ty.as_ref()) + &attributes
}

/// Fields, index entries and attributes in braces, after a space; nothing, if there are none.
fn attributes(operation: &Operation, fields: Map<String, Json>, known: &[&str]) -> String {
    let field = |(name, value): (&String, &Json)| format!("{} = {}", key(name), text(value));
    let mut parts: Vec<String> = fields.iter().map(field).collect();
    if !operation.index.is_empty() {
        let entries: Vec<String> = operation.index.iter().map(index_text).collect();
        parts.push(format!("index = [{}]", entries.join(", ")));
    }
    parts.extend(object(&operation.attributes, known).iter().map(field));
    if parts.is_empty() { String::new() } else { format!(" {{{}}}", parts.join(", ")) }
}

/// Attributes as values of JSON. Those that are called like one of these fields have another name.
fn object(attributes: &OperationAttributes, fields: &[&str]) -> Map<String, Json> {
    let one = |(name, attribute): (&String, &crate::wave::graph::Attribute)| {
        let is_taken = name == "index" || name.starts_with(NODE) || fields.contains(&name.as_str());
        let value = attribute_value("", attribute);
        (if is_taken { format!("{NODE}{name}") } else { name.clone() }, value)
    };
    attributes.iter().map(one).collect()
}

/// A number, by its bits where it is not finite.
fn number(value: f64) -> String {
    if value.is_finite() { format!("{value:?}") } else { format!("0x{:016X}", value.to_bits()) }
}
