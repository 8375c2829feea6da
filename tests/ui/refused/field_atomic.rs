use std::sync::atomic::AtomicU32;

use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Node {
    value: u32,
    other: AtomicU32,
}

fn main() {}
