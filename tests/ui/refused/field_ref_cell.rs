use std::cell::RefCell;

use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Node {
    value: u32,
    other: Vec<RefCell<u32>>,
}

fn main() {}
