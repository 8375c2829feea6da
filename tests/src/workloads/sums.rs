//! Sums of numbers, as a type that has nothing else.

use std::sync::Arc;

use sexpr_core::StructuralEq;
use sexpr_test_support::{layout::Blocks, random::Random};

/// A sum.
#[derive(StructuralEq, PartialEq, Hash)]
pub enum Sum {
    /// A number.
    Int(i64),
    /// A sum.
    Add(Arc<Sum>, Arc<Sum>),
}

/// A random sum of about so many nodes.
pub fn random(nodes: usize, seed: u64) -> Arc<Sum> {
    fn sum(leaves: usize, random: &mut Random) -> Arc<Sum> {
        Arc::new(if leaves > 1 {
            let (left, right) = random.split(leaves);
            Sum::Add(sum(left, random), sum(right, random))
        } else {
            Sum::Int(random.below(1000) as i64)
        })
    }
    sum(nodes.div_ceil(2), &mut Random::new(seed))
}

/// What such a sum allocates.
pub fn blocks(nodes: usize) -> Vec<Blocks> {
    vec![Blocks::of_arcs::<Sum>(nodes)]
}
