//! Sharing is part of a dag node, and which occurrence is the first depends on the order.

use std::sync::Arc;

use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "dag")]
struct Node(u64);

#[derive(StructuralEq)]
enum Expr {
    Node(Arc<Node>),
    Sum(#[seq(unordered)] Vec<Expr>),
}

fn main() {}
