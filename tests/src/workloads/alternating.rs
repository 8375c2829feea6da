//! Two types that hold each other, level by level.

use std::sync::Arc;

use sexpr_core::StructuralEq;
use sexpr_test_support::{layout::Blocks, random::Random};

/// A value, which suspends computations.
#[derive(StructuralEq, PartialEq, Hash)]
pub enum Value {
    /// A number.
    Int(i64),
    /// Two computations that wait.
    Thunks(Arc<Computation>, Arc<Computation>),
}

/// A computation, which works on values.
#[derive(StructuralEq, PartialEq, Hash)]
pub enum Computation {
    /// Gives back a number.
    Return(i64),
    /// Works on two values.
    Apply(Arc<Value>, Arc<Value>),
}

/// A random value of about so many nodes.
pub fn random(nodes: usize, seed: u64) -> Arc<Value> {
    value(nodes.div_ceil(2), &mut Random::new(seed))
}

fn value(leaves: usize, random: &mut Random) -> Arc<Value> {
    Arc::new(if leaves > 1 {
        let (left, right) = random.split(leaves);
        Value::Thunks(computation(left, random), computation(right, random))
    } else {
        Value::Int(random.below(1000) as i64)
    })
}

fn computation(leaves: usize, random: &mut Random) -> Arc<Computation> {
    Arc::new(if leaves > 1 {
        let (left, right) = random.split(leaves);
        Computation::Apply(value(left, random), value(right, random))
    } else {
        Computation::Return(random.below(1000) as i64)
    })
}

/// What such a value allocates: both types are of one size.
pub fn blocks(nodes: usize) -> Vec<Blocks> {
    vec![Blocks::of_arcs::<Value>(nodes)]
}
