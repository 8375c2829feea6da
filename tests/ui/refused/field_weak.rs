use std::sync::Weak;

use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Node {
    value: u32,
    other: Weak<Node>,
}

fn main() {}
