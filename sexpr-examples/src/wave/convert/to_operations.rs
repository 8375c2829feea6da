//! From a graph to operations.

use std::collections::HashMap;
use std::sync::Arc;

use sexpr_core::structural_equal;

use crate::wave::graph::{Attributes, Graph, Guard, Instruction, Node, Op, Region, is_semantic};
use crate::wave::index::roles::split;
use crate::wave::operations::{
    Block, Defined, Function, Operation, OperationAttributes, OperationGuard, OperationKind, Value,
};

/// Why a graph cannot be written as operations.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OperationsError {
    /// A node is used that is not listed before.
    #[error("`{user}` uses `{used}`, which is not listed before it, here or around")]
    NotListed {
        /// The node that uses it.
        user: String,
        /// The node that is used.
        used: String,
    },
    /// A node is used as a value, and has none, or several.
    #[error("`{user}` uses `{used}`, which has no value of its own; a loop's values are taken with get_result")]
    NoValue {
        /// The node that uses it.
        user: String,
        /// The node that is used.
        used: String,
    },
    /// A node takes a result of another one that has no such result.
    #[error("`{node}` takes result {index} of `{of}`, which has {count}")]
    NoResult {
        /// The node.
        node: String,
        /// The node whose result it takes.
        of: String,
        /// Which one.
        index: usize,
        /// How many there are.
        count: usize,
    },
    /// Two nodes take the same result, and more is known of one than of the other.
    #[error("`{0}` takes a result that another node takes, too, and other things are known of it")]
    ResultTwice(String),
    /// A placeholder of a region stands for nothing.
    #[error("the placeholder `{0}` is in a region, and stands for no node around it")]
    NotLifted(String),
    /// A placeholder of the graph itself stands for a node.
    #[error("the placeholder `{0}` is around all regions, and stands for a node")]
    Lifted(String),
    /// A loop has not an argument for each value that it carries.
    #[error("the loop `{node}` carries {expected} values, and its region has {found} arguments for them")]
    Carried {
        /// The loop.
        node: String,
        /// How many values it carries.
        expected: usize,
        /// How many arguments there are.
        found: usize,
    },
    /// A loop's argument stands where no loop is.
    #[error("`{0}` is an argument of a loop, and is in none")]
    NoLoop(String),
}

/// The operations that do what a graph does. Placeholders that stand for outer nodes become captures; direct uses of
/// outer nodes stay direct. Lists of captures are not looked at.
///
/// # Errors
///
/// The graph is not well formed, or two nodes take one result and say different things of it, which has one place for
/// both.
pub fn to_operations(graph: &Graph) -> Result<Function, OperationsError> {
    let mut converter = Converter::default();
    takers(&graph.body, &mut converter.takers);
    let mut block = Block::default();
    for node in &graph.body.nodes {
        match &node.op {
            Op::Placeholder { lifted: Some(_), .. } => return Err(OperationsError::Lifted(node.name.clone())),
            Op::Placeholder { lifted: None, .. } => block.arguments.push(converter.define(node)),
            Op::IterArg { .. } => return Err(OperationsError::NoLoop(node.name.clone())),
            _ => {}
        }
    }
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

    fn value(&self, user: &Node, used: &Arc<Node>) -> Result<Arc<Value>, OperationsError> {
        self.values.get(&Arc::as_ptr(used)).cloned().ok_or_else(|| {
            let (user, used_name) = (user.name.clone(), used.name.clone());
            let has_none = match &used.op {
                Op::Do(instruction) => !instruction.has_value(),
                Op::Output { .. } | Op::Iterate { .. } | Op::Conditional { .. } => true,
                _ => false,
            };
            match has_none {
                true => OperationsError::NoValue { user, used: used_name },
                false => OperationsError::NotListed { user, used: used_name },
            }
        })
    }

    fn all(&self, user: &Node, used: &[Arc<Node>]) -> Result<Vec<Arc<Value>>, OperationsError> {
        used.iter().map(|node| self.value(user, node)).collect()
    }

    fn operations(&mut self, region: &Region, block: &mut Block) -> Result<(), OperationsError> {
        for node in &region.nodes {
            let mut results = Vec::new();
            let mut index = Vec::new();
            let mut within = None;
            let kind = match &node.op {
                Op::Placeholder { .. } | Op::IterArg { .. } => continue,
                Op::GetResult { value, index } => {
                    let taken = self.taken(node, value, *index)?;
                    self.values.insert(Arc::as_ptr(node), taken);
                    continue;
                }
                Op::Output { values } => OperationKind::Yield { values: self.all(node, values)? },
                Op::Iterate { axis, init, body, .. } => {
                    let init = self.all(node, init)?;
                    let (captures, region) = self.region(node, body, true)?;
                    within = Some(region);
                    results = self.results_of(node, init.len())?;
                    OperationKind::Iterate { axis: axis.clone(), init, captures }
                }
                Op::Conditional { guard, body, .. } => {
                    let guard = match guard {
                        Guard::Value(value) => OperationGuard::Value(self.value(node, value)?),
                        Guard::Symbols(condition) => OperationGuard::Symbols(condition.clone()),
                    };
                    let (captures, region) = self.region(node, body, false)?;
                    within = Some(region);
                    results = self.results_of(node, body.outputs().len())?;
                    OperationKind::Conditional { guard, captures }
                }
                Op::Do(instruction) => {
                    let kind = OperationKind::Do(instruction.try_map(|used| self.value(node, used))?);
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
    fn region(
        &mut self,
        holder: &Node,
        region: &Region,
        is_loop: bool,
    ) -> Result<(Vec<Arc<Value>>, Block), OperationsError> {
        let (mut captures, mut carried, mut captured) = (Vec::new(), Vec::new(), Vec::new());
        for node in &region.nodes {
            match &node.op {
                Op::Placeholder { lifted: Some(outer), .. } => {
                    captures.push(self.value(node, outer)?);
                    captured.push(self.define(node));
                }
                Op::Placeholder { lifted: None, .. } => return Err(OperationsError::NotLifted(node.name.clone())),
                Op::IterArg { .. } if is_loop => carried.push(self.define(node)),
                Op::IterArg { .. } => return Err(OperationsError::NoLoop(node.name.clone())),
                _ => {}
            }
        }
        if let Op::Iterate { init, .. } = &holder.op
            && init.len() != carried.len()
        {
            let (expected, found) = (init.len(), carried.len());
            return Err(OperationsError::Carried { node: holder.name.clone(), expected, found });
        }
        carried.append(&mut captured);
        let mut block = Block { arguments: carried, operations: Vec::new() };
        self.operations(region, &mut block)?;
        Ok((captures, block))
    }

    /// The value that a node takes of another one's.
    fn taken(&self, node: &Node, of: &Arc<Node>, index: usize) -> Result<Arc<Value>, OperationsError> {
        let Some(results) = self.results.get(&Arc::as_ptr(of)) else {
            let (user, used) = (node.name.clone(), of.name.clone());
            return match of.op.region() {
                Some(_) => Err(OperationsError::NotListed { user, used }),
                None => Err(OperationsError::NoResult { node: user, of: used, index, count: 0 }),
            };
        };
        results.get(index).cloned().ok_or_else(|| OperationsError::NoResult {
            node: node.name.clone(),
            of: of.name.clone(),
            index,
            count: results.len(),
        })
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
