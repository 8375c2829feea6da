//! From a graph to operations.

use std::collections::HashMap;
use std::sync::Arc;

use sexpr_core::structural_equal;

use crate::wave::check::{GraphProblem, check};
use crate::wave::graph::{Attributes, Graph, Guard, Instruction, Node, Op, Region, is_semantic};
use crate::wave::index::roles::split;
use crate::wave::operations::{
    Block, Defined, Function, Operation, OperationAttributes, OperationGuard, OperationKind, Value,
};

/// Why a graph cannot be written as operations.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OperationsError {
    /// It is not well formed.
    #[error(transparent)]
    IllFormed(#[from] GraphProblem),
    /// Two nodes take the same result, and more is known of one than of the other.
    #[error("`{0}` takes a result that another node takes, too, and other things are known of it")]
    ResultTwice(String),
}

/// The operations that do what a graph does. Placeholders that stand for outer nodes become captures; direct uses of
/// outer nodes stay direct. Lists of captures are not looked at.
///
/// # Errors
///
/// The graph is not well formed: the first thing that [`check`](fn@check) finds is told. Or two nodes take one result
/// and say different things of it, for which operations have one place.
pub fn to_operations(graph: &Graph) -> Result<Function, OperationsError> {
    if let Some(problem) = check(graph).into_iter().next() {
        return Err(problem.into());
    }
    let mut converter = Converter::default();
    takers(&graph.body, &mut converter.takers);
    let is_argument = |node: &&Arc<Node>| matches!(node.op, Op::Placeholder { .. });
    let arguments = graph.body.nodes.iter().filter(is_argument).map(|node| converter.define(node)).collect();
    let mut block = Block { arguments, operations: Vec::new() };
    converter.operations(&graph.body, &mut block)?;
    Ok(Function { name: graph.name.clone(), body: block })
}

/// What stands for the nodes that were met.
#[derive(Default)]
struct Converter<'g> {
    takers: HashMap<*const Node, Vec<(usize, &'g Arc<Node>)>>,
    values: HashMap<*const Node, Arc<Value>>,
    /// Of nodes with regions: the results.
    results: HashMap<*const Node, Vec<Arc<Value>>>,
}

impl Converter<'_> {
    fn define(&mut self, node: &Arc<Node>) -> Defined {
        let value = Value::new(node.name.clone(), node.op.ty().cloned());
        self.values.insert(Arc::as_ptr(node), value.clone());
        Defined { value, attributes: attributes(&node.attributes, false) }
    }

    /// What stands for a node, which is listed before in a graph that is well formed.
    fn value(&self, node: &Arc<Node>) -> Arc<Value> {
        self.values[&Arc::as_ptr(node)].clone()
    }

    fn all(&self, nodes: &[Arc<Node>]) -> Vec<Arc<Value>> {
        nodes.iter().map(|node| self.value(node)).collect()
    }

    fn operations(&mut self, region: &Region, block: &mut Block) -> Result<(), OperationsError> {
        for node in &region.nodes {
            let mut results = Vec::new();
            let mut index = Vec::new();
            let mut within = None;
            let kind = match &node.op {
                Op::Placeholder { .. } | Op::IterArg { .. } => continue,
                Op::GetResult { value, index } => {
                    let taken = self.results[&Arc::as_ptr(value)][*index].clone();
                    self.values.insert(Arc::as_ptr(node), taken);
                    continue;
                }
                Op::Output { values } => OperationKind::Yield { values: self.all(values) },
                Op::Iterate { axis, init, body, .. } => {
                    let init = self.all(init);
                    let (captures, region) = self.region(body)?;
                    within = Some(region);
                    results = self.results_of(node, init.len())?;
                    OperationKind::Iterate { axis: axis.clone(), init, captures }
                }
                Op::Conditional { guard, body, .. } => {
                    let guard = match guard {
                        Guard::Value(value) => OperationGuard::Value(self.value(value)),
                        Guard::Symbols(condition) => OperationGuard::Symbols(condition.clone()),
                    };
                    let (captures, region) = self.region(body)?;
                    within = Some(region);
                    results = self.results_of(node, body.outputs().len())?;
                    OperationKind::Conditional { guard, captures }
                }
                Op::Do(instruction) => {
                    let kind = OperationKind::Do(instruction.map(|used| self.value(used)));
                    if instruction.has_value() {
                        let value = self.define(node).value;
                        results.push(Defined::new(value));
                    }
                    if let Some(own) = node.attributes.index() {
                        match instruction {
                            Instruction::Mma { .. } => {
                                let parts = split(own);
                                index = vec![parts.lhs, parts.rhs, parts.acc.clone(), parts.acc];
                            }
                            _ => index.push(own.clone()),
                        }
                    }
                    kind
                }
            };
            let takes_index = matches!(node.op, Op::Do(_));
            let attributes = attributes(&node.attributes, takes_index);
            block.operations.push(Operation { kind, index, attributes, region: within, results });
        }
        Ok(())
    }

    /// The results of a node with a region. What takes one of them says what it is called, and what is known of it.
    fn results_of(&mut self, node: &Arc<Node>, count: usize) -> Result<Vec<Defined>, OperationsError> {
        let takers = self.takers.get(&Arc::as_ptr(node)).map_or(&[][..], Vec::as_slice);
        let mut results: Vec<Option<Defined>> = vec![None; count];
        for (index, taker) in takers {
            let known = attributes(&taker.attributes, false);
            match results.get_mut(*index) {
                Some(Some(result)) if !structural_equal(&semantic(&result.attributes), &semantic(&known)) => {
                    return Err(OperationsError::ResultTwice(taker.name.clone()));
                }
                Some(result @ None) => {
                    *result = Some(Defined { value: Value::new(taker.name.clone(), None), attributes: known });
                }
                _ => {}
            }
        }
        let unused = || Defined::new(Value::new(node.name.clone(), None));
        let results: Vec<Defined> = results.into_iter().map(|result| result.unwrap_or_else(unused)).collect();
        let values = results.iter().map(|result| result.value.clone()).collect();
        self.results.insert(Arc::as_ptr(node), values);
        Ok(results)
    }

    /// A region, with what it captures explicitly.
    fn region(&mut self, region: &Region) -> Result<(Vec<Arc<Value>>, Block), OperationsError> {
        let (mut captures, mut arguments, mut captured) = (Vec::new(), Vec::new(), Vec::new());
        for node in &region.nodes {
            match &node.op {
                Op::Placeholder { lifted, .. } => {
                    captures.extend(lifted.iter().map(|outer| self.value(outer)));
                    captured.push(self.define(node));
                }
                Op::IterArg { .. } => arguments.push(self.define(node)),
                _ => {}
            }
        }
        arguments.append(&mut captured);
        let mut block = Block { arguments, operations: Vec::new() };
        self.operations(region, &mut block)?;
        Ok((captures, block))
    }
}

/// The nodes that take results, by what they take them of.
fn takers<'g>(region: &'g Region, found: &mut HashMap<*const Node, Vec<(usize, &'g Arc<Node>)>>) {
    for node in &region.nodes {
        if let Op::GetResult { value, index } = &node.op {
            found.entry(Arc::as_ptr(value)).or_default().push((*index, node));
        }
        if let Some(inside) = node.op.region() {
            takers(inside, found);
        }
    }
}

/// Those that count when graphs are compared.
fn semantic(attributes: &OperationAttributes) -> OperationAttributes {
    attributes.iter().filter(|(name, _)| is_semantic(name)).map(|(name, value)| (name.clone(), value.clone())).collect()
}

/// A node's attributes, without the index where that stands by itself.
fn attributes(of: &Attributes, without_index: bool) -> OperationAttributes {
    let is_index = |name: &str| without_index && name == "index" && of.index().is_some();
    of.iter()
        .filter(|(name, _)| !is_index(name))
        .map(|(name, attribute)| (name.to_owned(), attribute.clone()))
        .collect()
}
