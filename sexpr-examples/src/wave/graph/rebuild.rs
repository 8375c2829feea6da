//! Graphs made from others, node by node.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Call, Guard, Node, Op, Region};

/// Makes a region from another one: each node in order, those of a region within before the one that holds it.
pub struct Rebuild<F> {
    each: F,
    /// How many regions are around.
    level: u32,
    /// What stands for a node of the original, where it can be used.
    instead: HashMap<*const Node, Arc<Node>>,
    /// The nodes that were gone through, in order.
    visited: Vec<*const Node>,
}

/// What becomes of a node.
pub enum Rebuilt {
    /// It is listed, and used.
    Listed(Node),
    /// It is listed, and used, and someone else has it, too.
    Shared(Arc<Node>),
    /// It is not listed any more; what used it uses this one.
    Replaced(Arc<Node>),
}

impl<F: FnMut(&Arc<Node>, Node, u32) -> Rebuilt> Rebuild<F> {
    /// The function decides what becomes of each node: it is given the original, the node with what became of all that
    /// it uses, and how many regions are around it.
    pub fn new(each: F) -> Self {
        Self { each, level: 0, instead: HashMap::new(), visited: Vec::new() }
    }

    /// Has a node that is not of the region be replaced by another one.
    pub fn replace(&mut self, node: &Arc<Node>, by: Arc<Node>) {
        self.instead.insert(Arc::as_ptr(node), by);
    }

    /// The region that results.
    pub fn region(&mut self, region: &Region) -> Region {
        let mut nodes = Vec::with_capacity(region.nodes.len());
        for node in &region.nodes {
            let copy = Node {
                op: self.op(&node.op),
                name: node.name.clone(),
                attributes: node.attributes.clone(),
                found: node.found.clone(),
            };
            let instead = match (self.each)(node, copy, self.level) {
                Rebuilt::Listed(node) => listed(&mut nodes, Arc::new(node)),
                Rebuilt::Shared(node) => listed(&mut nodes, node),
                Rebuilt::Replaced(node) => node,
            };
            self.instead.insert(Arc::as_ptr(node), instead);
            self.visited.push(Arc::as_ptr(node));
        }
        if self.level == 0 {
            // Not before, since a node may have been replaced by one within a region that it is not in. Those that are
            // listed last go first: a node is freed while those that it uses are still held.
            while let Some(node) = self.visited.pop() {
                self.instead.remove(&node);
            }
        }
        Region { nodes }
    }

    fn inside(&mut self, region: &Region) -> Region {
        self.level += 1;
        let inside = self.region(region);
        self.level -= 1;
        inside
    }

    fn get(&self, node: &Arc<Node>) -> Arc<Node> {
        self.instead.get(&Arc::as_ptr(node)).unwrap_or(node).clone()
    }

    fn all(&self, nodes: &[Arc<Node>]) -> Vec<Arc<Node>> {
        nodes.iter().map(|node| self.get(node)).collect()
    }

    fn op(&mut self, op: &Op) -> Op {
        match op {
            Op::Placeholder { ty, lifted } => {
                Op::Placeholder { ty: ty.clone(), lifted: lifted.as_ref().map(|node| self.get(node)) }
            }
            Op::IterArg { ty } => Op::IterArg { ty: ty.clone() },
            Op::GetResult { value, index } => Op::GetResult { value: self.get(value), index: *index },
            Op::Output { values } => Op::Output { values: self.all(values) },
            Op::Iterate { axis, init, body, implicit_captures } => Op::Iterate {
                axis: axis.clone(),
                init: self.all(init),
                body: self.inside(body),
                implicit_captures: self.all(implicit_captures),
            },
            Op::Conditional { guard, body, implicit_captures } => Op::Conditional {
                guard: match guard {
                    Guard::Value(node) => Guard::Value(self.get(node)),
                    Guard::Symbols(condition) => Guard::Symbols(condition.clone()),
                },
                body: self.inside(body),
                implicit_captures: self.all(implicit_captures),
            },
            Op::Do(instruction) => Op::Do(instruction.map(|node| self.get(node))),
            Op::Call(call) => Op::Call(Call {
                name: call.name.clone(),
                operands: self.all(&call.operands),
                fields: call.fields.clone(),
                regions: call.regions.iter().map(|region| self.inside(region)).collect(),
                results: call.results,
            }),
        }
    }
}

fn listed(nodes: &mut Vec<Arc<Node>>, node: Arc<Node>) -> Arc<Node> {
    nodes.push(node.clone());
    node
}
