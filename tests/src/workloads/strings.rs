//! Nodes with attributes that are strings.

use std::sync::Arc;

use sexpr_core::StructuralEq;
use sexpr_test_support::random::Random;

/// A node as parsers of attributes leave it.
#[derive(StructuralEq, PartialEq, Hash)]
pub struct Node {
    /// What the node is called.
    pub name: String,
    /// Keys and values.
    pub attributes: Vec<(String, String)>,
    /// The parts.
    pub children: Vec<Arc<Node>>,
}

/// So many nodes with four attributes each, below one.
pub fn nodes(count: usize, seed: u64) -> Arc<Node> {
    let mut random = Random::new(seed);
    let mut node = |children| {
        let mut text = |kind: &str, length: usize| format!("{kind}_{:0length$}", random.below(1000));
        let attributes = (0..4).map(|index| (text("attribute", 1), text("value", 8 * index))).collect();
        Arc::new(Node { name: text("operation", 4), attributes, children })
    };
    let children = (1..count).map(|_| node(Vec::new())).collect();
    node(children)
}
