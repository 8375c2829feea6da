//! Nodes that hold their parts in vectors.

use std::sync::Arc;

use sexpr_core::StructuralEq;
use sexpr_test_support::{layout::Blocks, random::Random};

/// An operation on others.
#[derive(StructuralEq, PartialEq, Hash)]
pub struct Node {
    /// Which operation.
    pub op: u32,
    /// What it works on.
    pub args: Vec<Arc<Node>>,
}

/// The most operands of an operation.
const ARGS: usize = 4;

/// A random node with so many nodes below and including it. Operations have up to four operands.
pub fn random(nodes: usize, seed: u64) -> Arc<Node> {
    fn node(nodes: usize, random: &mut Random) -> Arc<Node> {
        let op = random.below(100) as u32;
        let mut below = nodes - 1;
        let mut args = Vec::with_capacity(below.min(1 + random.below(ARGS)));
        for others in (0..args.capacity()).rev() {
            // Every later operand has a node at least.
            let size = if others == 0 { below } else { 1 + random.below(below - others) };
            below -= size;
            args.push(node(size, random));
        }
        Arc::new(Node { op, args })
    }
    node(nodes, &mut Random::new(seed))
}

/// What such a node allocates.
pub fn blocks(nodes: usize) -> Vec<Blocks> {
    let buffers = nodes / 2;
    vec![
        Blocks::of_arcs::<Node>(nodes),
        Blocks::of_bytes(3 * size_of::<usize>(), buffers),
        Blocks::of_bytes(4 * size_of::<usize>(), buffers),
    ]
}
