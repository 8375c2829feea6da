use std::sync::Mutex;

use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Node {
    value: u32,
    other: Mutex<u32>,
}

fn main() {}
