use std::cell::Cell;

use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Node {
    value: u32,
    other: Cell<u32>,
}

fn main() {}
