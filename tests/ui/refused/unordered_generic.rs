//! A parameter of a type with an unordered field must be fit for it.

use std::sync::Arc;

use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "dag")]
struct Node(u64);

#[derive(StructuralEq)]
struct Sum<T> {
    #[seq(unordered)]
    operands: Vec<T>,
}

#[derive(StructuralEq)]
struct Program {
    sum: Sum<Arc<Node>>,
}

fn main() {}
