//! Nodes behind references, which have no counts: nothing tells whether one is shared.

use sexpr_core::StructuralEq;
use sexpr_test_support::{layout::Blocks, random::Random};

/// A tree, or something that shares its parts.
#[derive(StructuralEq, PartialEq, Hash)]
pub enum Node {
    /// A number.
    Int(i64),
    /// Two others.
    Pair(&'static Node, &'static Node),
}

/// A node that holds the next one.
#[derive(StructuralEq, PartialEq, Hash)]
pub struct Chain {
    /// Compared first.
    pub value: i64,
    /// The rest.
    pub next: Option<&'static Chain>,
}

/// A node that is never freed.
pub fn leak<T>(node: T) -> &'static T {
    Box::leak(Box::new(node))
}

/// A random tree of about so many nodes.
pub fn random(nodes: usize, seed: u64) -> &'static Node {
    fn tree(leaves: usize, random: &mut Random) -> &'static Node {
        leak(if leaves > 1 {
            let (left, right) = random.split(leaves);
            Node::Pair(tree(left, random), tree(right, random))
        } else {
            Node::Int(random.below(1000) as i64)
        })
    }
    tree(nodes.div_ceil(2), &mut Random::new(seed))
}

/// A chain of so many nodes.
pub fn chain(nodes: usize) -> &'static Chain {
    let node = |value, next| leak(Chain { value, next });
    (1..nodes).fold(node(0, None), |below, index| node(index as i64, Some(below)))
}

/// What such a tree, or a tower of these nodes, allocates.
pub fn blocks(nodes: usize) -> Vec<Blocks> {
    vec![Blocks::of_boxes::<Node>(nodes)]
}
