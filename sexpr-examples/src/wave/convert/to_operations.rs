//! From a graph to operations.

use std::collections::HashMap;
use std::sync::Arc;

use sexpr_core::structural_equal;

use crate::text::elided;
use crate::wave::check::{GraphProblem, GraphProblemKind, check};
use crate::wave::graph::{Attributes, Graph, Guard, Node, Op, Region, TYPE, is_semantic};
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
    #[error("`{}` takes a result that another node takes, too, and other things are known of it", elided(.0))]
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
    let is_amiss = |problem: &GraphProblem| !matches!(problem.kind, GraphProblemKind::Operands(_));
    if let Some(problem) = check(graph).into_iter().find(is_amiss) {
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
        let value = Value::new(node.name.clone(), node.ty());
        self.values.insert(Arc::as_ptr(node), value.clone());
        Defined { value, attributes: attributes(&node.attributes, &[TYPE]) }
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
            let mut regions = Vec::new();
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
                    regions.push(region);
                    results = self.results_of(node, init.len())?;
                    OperationKind::Iterate { axis: axis.clone(), init, captures }
                }
                Op::Conditional { guard, body, .. } => {
                    let guard = match guard {
                        Guard::Value(value) => OperationGuard::Value(self.value(value)),
                        Guard::Symbols(condition) => OperationGuard::Symbols(condition.clone()),
                    };
                    let (captures, region) = self.region(body)?;
                    regions.push(region);
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
                            instruction if instruction.is_product() => {
                                let parts = split(own);
                                index = vec![parts.lhs, parts.rhs, parts.acc.clone(), parts.acc];
                            }
                            _ => index.push(own.clone()),
                        }
                    }
                    kind
                }
                Op::Call(call) => {
                    let operands = self.all(&call.operands);
                    let mut captures = Vec::new();
                    for inside in &call.regions {
                        let (captured, region) = self.region(inside)?;
                        captures.push(captured);
                        regions.push(region);
                    }
                    if call.results == 1 {
                        let value = self.define(node).value;
                        results.push(Defined::new(value));
                    } else {
                        results = self.results_of(node, call.results)?;
                    }
                    index.extend(node.attributes.index().cloned());
                    let (name, fields) = (call.name.clone(), call.fields.clone());
                    OperationKind::Call { name, operands, fields, captures }
                }
            };
            let mut apart = Vec::new();
            if !index.is_empty() {
                apart.push("index");
            }
            // The type of the only value stands where that is defined.
            if node.op.has_value() {
                apart.push(TYPE);
            }
            let attributes = attributes(&node.attributes, &apart);
            block.operations.push(Operation { kind, index, attributes, regions, results });
        }
        Ok(())
    }

    /// The results of a node with a region. What takes one of them says what it is called, and what is known of it.
    fn results_of(&mut self, node: &Arc<Node>, count: usize) -> Result<Vec<Defined>, OperationsError> {
        let takers = self.takers.get(&Arc::as_ptr(node)).map_or(&[][..], Vec::as_slice);
        let mut results: Vec<Option<Defined>> = vec![None; count];
        for (index, taker) in takers {
            let known = attributes(&taker.attributes, &[TYPE]);
            match results.get_mut(*index) {
                Some(Some(result))
                    if !structural_equal(&semantic(&result.attributes), &semantic(&known))
                        || result.value.ty != taker.ty() =>
                {
                    return Err(OperationsError::ResultTwice(taker.name.clone()));
                }
                Some(result @ None) => {
                    *result = Some(Defined { value: Value::new(taker.name.clone(), taker.ty()), attributes: known });
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
        node.op.regions().iter().for_each(|inside| takers(inside, found));
    }
}

/// Those that count when graphs are compared.
fn semantic(attributes: &OperationAttributes) -> OperationAttributes {
    attributes.iter().filter(|(name, _)| is_semantic(name)).map(|(name, value)| (name.clone(), value.clone())).collect()
}

/// A node's attributes, without an index or type that stands by itself.
fn attributes(of: &Attributes, apart: &[&str]) -> OperationAttributes {
    let is_apart = |name: &str| match name {
        "index" => apart.contains(&name) && of.index().is_some(),
        TYPE => apart.contains(&name) && of.ty().is_some(),
        _ => false,
    };
    of.iter()
        .filter(|(name, _)| !is_apart(name))
        .map(|(name, attribute)| (name.to_owned(), attribute.clone()))
        .collect()
}
