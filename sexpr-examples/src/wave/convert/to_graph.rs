//! From operations to a graph.

use std::collections::HashMap;
use std::sync::Arc;

use crate::wave::graph::{Attribute, Attributes, Call, Graph, Guard, Node, Op, Region, TYPE};
use crate::wave::index::roles::{ByRole, merge};
use crate::wave::operations::{
    Block, Defined, Function, NodeNames, Operation, OperationAttributes, OperationGuard, OperationKind, Value,
    Violation, verify,
};

/// Why operations cannot be read as a graph: everything that is wrong with them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", listed(.0))]
pub struct GraphError(pub Vec<Violation>);

fn listed(violations: &[Violation]) -> String {
    const MOST: usize = 5;
    let mut lines: Vec<String> = violations.iter().take(MOST).map(ToString::to_string).collect();
    if violations.len() > MOST {
        lines.push(format!("and {} more", violations.len() - MOST));
    }
    lines.join("\n")
}

/// The graph that does what operations do. Regions use outer nodes directly; an argument for a capture stays a
/// placeholder only if something is known of it. Lists of captures are those that the operations have.
///
/// # Errors
///
/// The operations are not well formed, by [`verify`].
pub fn to_graph(function: &Function) -> Result<Graph, GraphError> {
    let violations = verify(function);
    if !violations.is_empty() {
        return Err(GraphError(violations));
    }
    let mut converter = Converter::default();
    let mut nodes = Vec::new();
    for argument in &function.body.arguments {
        let op = Op::Placeholder { ty: argument.value.ty.clone(), lifted: None };
        nodes.push(converter.define(argument, op));
    }
    converter.operations(&function.body, &mut nodes);
    Ok(Graph { name: function.name.clone(), body: Region { nodes } })
}

/// What stands for the values that were met. Since they are well formed, each is met before it is used.
#[derive(Default)]
struct Converter {
    nodes: HashMap<*const Value, Arc<Node>>,
    names: NodeNames,
}

impl Converter {
    fn define(&mut self, defined: &Defined, op: Op) -> Arc<Node> {
        let mut known = attributes(&defined.attributes);
        note_type(&mut known, &op, &defined.value);
        let node = Node::with(defined.value.name.clone(), op, known);
        self.nodes.insert(Arc::as_ptr(&defined.value), node.clone());
        node
    }

    fn node(&self, value: &Arc<Value>) -> Arc<Node> {
        match self.nodes.get(&Arc::as_ptr(value)) {
            Some(node) => node.clone(),
            None => Node::new(value.name.clone(), Op::Placeholder { ty: value.ty.clone(), lifted: None }),
        }
    }

    fn all(&self, values: &[Arc<Value>]) -> Vec<Arc<Node>> {
        values.iter().map(|value| self.node(value)).collect()
    }

    fn operations(&mut self, block: &Block, nodes: &mut Vec<Arc<Node>>) {
        for operation in &block.operations {
            self.operation(operation, nodes);
        }
    }

    fn operation(&mut self, operation: &Operation, nodes: &mut Vec<Arc<Node>>) {
        let mut known = attributes(&operation.attributes);
        let op = match (&operation.kind, operation.regions.first()) {
            (OperationKind::Iterate { axis, init, captures }, Some(region)) => Op::Iterate {
                axis: axis.clone(),
                init: self.all(init),
                implicit_captures: self.all(captures),
                body: self.region(region, Some(init.len()), captures),
            },
            (OperationKind::Conditional { guard, captures }, Some(region)) => Op::Conditional {
                guard: match guard {
                    OperationGuard::Value(value) => Guard::Value(self.node(value)),
                    OperationGuard::Symbols(condition) => Guard::Symbols(condition.clone()),
                },
                implicit_captures: self.all(captures),
                body: self.region(region, Some(0), captures),
            },
            (OperationKind::Yield { values }, _) => Op::Output { values: self.all(values) },
            (OperationKind::Do(instruction), _) => {
                let index = match (instruction, operation.index.as_slice()) {
                    (instruction, [lhs, rhs, acc, _]) if instruction.is_product() => {
                        Some(merge(&ByRole { lhs: lhs.clone(), rhs: rhs.clone(), acc: acc.clone() }))
                    }
                    (_, [index]) => Some(index.clone()),
                    _ => None,
                };
                if let Some(index) = index {
                    known.set("index", Attribute::Index(index));
                }
                Op::Do(instruction.map(|value| self.node(value)))
            }
            (OperationKind::Call { name, operands, fields, captures }, _) => {
                if let [index] = operation.index.as_slice() {
                    known.set("index", Attribute::Index(index.clone()));
                }
                let regions = operation.regions.iter().zip(captures);
                Op::Call(Call {
                    name: name.clone(),
                    operands: self.all(operands),
                    fields: fields.clone(),
                    regions: regions.map(|(region, captures)| self.region(region, None, captures)).collect(),
                    results: operation.results.len(),
                })
            }
            // Well-formed operations have a region where they need one.
            (OperationKind::Iterate { .. } | OperationKind::Conditional { .. }, None) => return,
        };
        let takes = op.is_taken_apart();
        let name = match operation.results.as_slice() {
            [result] if !takes => {
                note_type(&mut known, &op, &result.value);
                result.value.name.clone()
            }
            _ => self.names.next(&operation.kind),
        };
        let node = Node::with(name, op, known);
        nodes.push(node.clone());
        for (index, result) in operation.results.iter().enumerate() {
            if takes {
                let taken = self.define(result, Op::GetResult { value: node.clone(), index });
                nodes.push(taken);
            } else {
                self.nodes.insert(Arc::as_ptr(&result.value), node.clone());
            }
        }
    }

    /// The region that a block is. Of its arguments, so many are carried, or all that are no captures.
    fn region(&mut self, region: &Block, carried: Option<usize>, captures: &[Arc<Value>]) -> Region {
        let mut nodes = Vec::new();
        let own = region.arguments.len().saturating_sub(captures.len());
        let (carried, captured) = region.arguments.split_at(carried.unwrap_or(own).min(region.arguments.len()));
        for argument in carried {
            nodes.push(self.define(argument, Op::IterArg { ty: argument.value.ty.clone() }));
        }
        for (argument, outer) in captured.iter().zip(captures) {
            let outer = self.node(outer);
            if argument.says_no_more_than(outer.known_type().as_ref()) {
                self.nodes.insert(Arc::as_ptr(&argument.value), outer);
            } else {
                let op = Op::Placeholder { ty: argument.value.ty.clone(), lifted: Some(outer) };
                nodes.push(self.define(argument, op));
            }
        }
        self.operations(region, &mut nodes);
        Region { nodes }
    }
}

fn attributes(of: &OperationAttributes) -> Attributes {
    of.iter().map(|(name, attribute)| (name.clone(), attribute.clone())).collect()
}

/// Notes the type of a node's value, unless that is a field of its operation.
fn note_type(known: &mut Attributes, op: &Op, value: &Value) {
    if let (Some(ty), false) = (&value.ty, op.says_its_type()) {
        known.set(TYPE, Attribute::Type(ty.clone()));
    }
}
