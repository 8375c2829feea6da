use std::collections::HashMap;

use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Node {
    attributes: HashMap<Vec<u8>, u32>,
}

fn main() {}
