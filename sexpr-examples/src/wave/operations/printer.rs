//! Functions as texts, in the manner of MLIR.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::sync::Arc;

use super::{Block, Defined, Function, Operation, OperationAttributes, OperationGuard, OperationKind, Value};
use crate::wave::graph::{Attribute, Instruction};
use crate::wave::index::Index;
use crate::wave::mapping::{Entry, IndexMapping};

/// A function's text. Values of one name are told apart by numbers.
pub fn print(function: &Function) -> String {
    let mut printer =
        Printer { out: String::new(), names: HashMap::new(), taken: HashSet::new(), numbers: HashMap::new() };
    let arguments = printer.defined(&function.body.arguments, ", ");
    printer.line(0, format!("func.func @{}({arguments}) {{", word(&function.name)));
    printer.operations(&function.body, 1);
    printer.line(0, "}".to_owned());
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
    fn line(&mut self, depth: usize, text: String) {
        self.out.push_str(&"  ".repeat(depth));
        self.out.push_str(&text);
        self.out.push('\n');
    }

    fn name(&mut self, value: &Arc<Value>) -> String {
        if let Some(name) = self.names.get(&Arc::as_ptr(value)) {
            return name.clone();
        }
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let mut wanted: String = value.name.chars().filter(|letter| is_plain(*letter)).collect();
        if wanted.is_empty() {
            wanted.push('v');
        }
        let mut name = format!("%{wanted}");
        let number = self.numbers.entry(wanted.clone()).or_default();
        while !self.taken.insert(name.clone()) {
            *number += 1;
            name = format!("%{wanted}_{number}");
        }
        self.names.insert(Arc::as_ptr(value), name.clone());
        name
    }

    fn values(&mut self, values: &[Arc<Value>]) -> String {
        values.iter().map(|value| self.name(value)).collect::<Vec<_>>().join(", ")
    }

    /// Arguments with their types and attributes.
    fn defined(&mut self, defined: &[Defined], separator: &str) -> String {
        let one = |defined: &Defined| {
            let mut text = self.name(&defined.value);
            if let Some(ty) = &defined.value.ty {
                let _ = write!(text, ": {ty}");
            }
            text + &written(&[], &defined.attributes)
        };
        defined.iter().map(one).collect::<Vec<_>>().join(separator)
    }

    fn operations(&mut self, block: &Block, depth: usize) {
        for operation in &block.operations {
            self.operation(operation, depth);
        }
    }

    fn operation(&mut self, operation: &Operation, depth: usize) {
        let text = self.kind(&operation.kind);
        let results: Vec<Arc<Value>> = operation.results.iter().map(|result| result.value.clone()).collect();
        let mut line = String::new();
        if !results.is_empty() {
            let _ = write!(line, "{} = ", self.values(&results));
        }
        line.push_str(&text);
        line.push_str(&written(&operation.index, &operation.attributes));
        if operation.regions.is_empty() {
            // What is known of a result alone stands beside its type.
            let is_said = matches!(operation.kind, OperationKind::Do(Instruction::Register { .. }));
            let known: Vec<String> = operation.results.iter().filter(|_| !is_said).filter_map(known_of).collect();
            if !known.is_empty() {
                let _ = write!(line, " : {}", known.join(", "));
            }
            return self.line(depth, line);
        }
        line.push_str(" {");
        for (place, region) in operation.regions.iter().enumerate() {
            self.line(depth, if place == 0 { std::mem::take(&mut line) } else { "}, {".to_owned() });
            if !region.arguments.is_empty() {
                let arguments = self.defined(&region.arguments, ", ");
                self.line(depth, format!("^bb0({arguments}):"));
            }
            self.operations(region, depth + 1);
        }
        let known: Vec<String> = operation.results.iter().filter_map(known_of).collect();
        let known = if known.is_empty() { String::new() } else { format!(" : {}", known.join(", ")) };
        self.line(depth, format!("}}{known}"));
    }

    fn kind(&mut self, kind: &OperationKind) -> String {
        let name = kind.name();
        match kind {
            OperationKind::Iterate { axis, init, captures } => {
                let (init, captures) = (self.values(init), self.values(captures));
                format!("{name} @{axis} iter_args({init}){}", captured(&captures))
            }
            OperationKind::Conditional { guard, captures } => {
                let guard = match guard {
                    OperationGuard::Value(value) => self.name(value),
                    OperationGuard::Symbols(condition) => format!("[{condition}]"),
                };
                let captures = self.values(captures);
                format!("{name} {guard}{}", captured(&captures))
            }
            OperationKind::Yield { values } if values.is_empty() => name,
            OperationKind::Yield { values } => format!("{name} {}", self.values(values)),
            OperationKind::Do(instruction) => self.instruction(&name, instruction),
            OperationKind::Call { operands, fields, captures, .. } => {
                let captures: String = captures.iter().map(|values| captured(&self.values(values))).collect();
                format!("\"{name}\"({}){}{captures}", self.values(operands), written(&[], fields))
            }
        }
    }

    fn instruction(&mut self, name: &str, instruction: &Instruction<Arc<Value>>) -> String {
        let operands: Vec<Arc<Value>> = instruction.operands().into_iter().map(|(_, value)| value.clone()).collect();
        let operands = self.values(&operands);
        match instruction {
            Instruction::Allocate { shape, dtype, space } => {
                let shape: Vec<String> = shape.iter().map(ToString::to_string).collect();
                format!("{name} [{}] {dtype} in {space}", shape.join(", "))
            }
            Instruction::Register { ty, value } => format!("{name} {value:?} : {ty}"),
            Instruction::Read { elements_per_thread, mapping, .. }
            | Instruction::Write { elements_per_thread, mapping, .. } => {
                let mut text = format!("{name} {operands}");
                if let Some(elements) = elements_per_thread {
                    let _ = write!(text, " by [{elements}]");
                }
                if let Some(mapping) = mapping {
                    let _ = write!(text, " map {}", mapping_text(mapping));
                }
                text
            }
            Instruction::Mma { kind, .. } => match kind {
                Some(kind) => format!("{name} {operands} by {kind:?}"),
                None => format!("{name} {operands}"),
            },
            Instruction::Reduce { function, dim, .. } => format!("{name} {} {operands} along @{dim}", function.text()),
            Instruction::Unary { function, .. } => format!("{name} {} {operands}", function.text()),
            Instruction::Binary { function, .. } => format!("{name} {} {operands}", function.text()),
            Instruction::Cast { dtype, .. } => format!("{name} {operands} to {dtype}"),
            Instruction::ApplyExpr { expr, .. } => format!("{name} [{}]({operands})", expr.expr),
            Instruction::Broadcast { shape, .. } => {
                format!("{name} {operands} to [{}]", listed(shape))
            }
            Instruction::ScaledMma { kind, .. } => match kind {
                Some(kind) => format!("{name} {operands} by {kind:?}"),
                None => format!("{name} {operands}"),
            },
            Instruction::Reshape { target, .. } => {
                format!("{name} {operands} to {}", attribute_text(&Attribute::Sizes(target.clone())))
            }
            Instruction::Permute { shape, .. } => format!("{name} {operands} to [{}]", listed(shape)),
            Instruction::Bitcast { dtype, .. } => format!("{name} {operands} to {dtype}"),
            Instruction::Select { .. } | Instruction::GatherToLds { .. } => format!("{name} {operands}"),
            Instruction::SharedMemoryBarrier { .. }
            | Instruction::SharedMemoryBarrierSignal { .. }
            | Instruction::SharedMemoryBarrierWait { .. } => name.to_owned(),
        }
    }
}

fn captured(captures: &str) -> String {
    if captures.is_empty() { String::new() } else { format!(" captures({captures})") }
}

/// What is known of a result, if anything is.
fn known_of(result: &Defined) -> Option<String> {
    let ty = result.value.ty.as_ref().map(ToString::to_string);
    let attributes = written(&[], &result.attributes);
    (ty.is_some() || !attributes.is_empty()).then(|| format!("{}{attributes}", ty.unwrap_or_else(|| "_".to_owned())))
}

/// A name as it is, if it is a word, and else quoted.
fn word(name: &str) -> Cow<'_, str> {
    let is_word =
        !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric() || "_$.".contains(letter));
    if is_word { name.into() } else { format!("{name:?}").into() }
}

/// Attributes in braces, after a space; nothing, if there are none.
fn written(index: &[Index], attributes: &OperationAttributes) -> String {
    let mut parts = Vec::new();
    if !index.is_empty() {
        let entries: Vec<String> = index.iter().map(index_text).collect();
        parts.push(format!("index = [{}]", entries.join(", ")));
    }
    parts.extend(attributes.iter().map(|(name, attribute)| format!("{} = {}", word(name), attribute_text(attribute))));
    if parts.is_empty() { String::new() } else { format!(" {{{}}}", parts.join(", ")) }
}

fn index_text(index: &Index) -> String {
    let dims: Vec<String> = index.iter().map(|(dim, sequence)| format!("{dim} : [{sequence}]")).collect();
    format!("{{{}}}", dims.join(", "))
}

fn attribute_text(attribute: &Attribute) -> String {
    match attribute {
        Attribute::Flag(value) => value.to_string(),
        Attribute::Int(value) => value.to_string(),
        Attribute::Float(value) => format!("{value:?}"),
        Attribute::Text(text) => format!("{text:?}"),
        Attribute::List(items) => format!("[{}]", items.iter().map(attribute_text).collect::<Vec<_>>().join(", ")),
        Attribute::Index(index) => index_text(index),
        Attribute::Expr(term) => format!("({term})"),
        Attribute::Type(ty) => ty.to_string(),
        Attribute::Fields(fields) => written(&[], fields),
        Attribute::Sizes(sizes) => {
            let sizes: Vec<String> = sizes.iter().map(|(dim, size)| format!("{dim} = {}", size.value)).collect();
            format!("{{{}}}", sizes.join(", "))
        }
    }
}

fn mapping_text(mapping: &IndexMapping) -> String {
    let side = |entries: &[Entry]| entries.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    format!("{{{}}} to {{{}}}", side(&mapping.inputs), side(&mapping.outputs))
}

fn listed(shape: &[crate::wave::index::IndexExpr]) -> String {
    shape.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
