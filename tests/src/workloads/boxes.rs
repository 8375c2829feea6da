//! Sums of numbers as trees of boxes: nothing is shared, and nothing is counted.

use sexpr_core::StructuralEq;
use sexpr_test_support::{layout::Blocks, random::Random};

/// A sum.
#[derive(StructuralEq, PartialEq, Hash)]
pub enum Tree {
    /// A number.
    Int(i64),
    /// A sum.
    Add(Box<Tree>, Box<Tree>),
}

/// A random tree of about so many nodes.
pub fn random(nodes: usize, seed: u64) -> Box<Tree> {
    fn tree(leaves: usize, random: &mut Random) -> Box<Tree> {
        Box::new(if leaves > 1 {
            let (left, right) = random.split(leaves);
            Tree::Add(tree(left, random), tree(right, random))
        } else {
            Tree::Int(random.below(1000) as i64)
        })
    }
    tree(nodes.div_ceil(2), &mut Random::new(seed))
}

/// What such a tree allocates.
pub fn blocks(nodes: usize) -> Vec<Blocks> {
    vec![Blocks::of_boxes::<Tree>(nodes)]
}
