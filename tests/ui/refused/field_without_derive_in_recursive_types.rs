//! One mistake, told once, wherever the type can be reached from.

use sexpr_core::StructuralEq;

struct Span(u32);

#[derive(StructuralEq)]
struct Node {
    span: Span,
    next: Option<Box<Node>>,
    list: List<u32>,
}

#[derive(StructuralEq)]
struct List<T> {
    first: T,
    rest: Vec<List<T>>,
    node: Box<Node>,
}

#[derive(StructuralEq)]
struct Holder {
    nodes: Vec<Node>,
    list: List<Node>,
}

fn main() {}
