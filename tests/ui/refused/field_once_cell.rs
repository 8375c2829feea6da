use std::cell::OnceCell;

use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Node {
    value: u32,
    other: OnceCell<u32>,
}

fn main() {}
