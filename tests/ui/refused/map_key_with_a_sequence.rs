use std::collections::HashMap;

use sexpr_core::StructuralEq;

#[derive(StructuralEq, PartialEq, Eq, Hash)]
struct Id {
    name: String,
    path: Vec<String>,
}

#[derive(StructuralEq)]
struct Node {
    names: HashMap<Id, u32>,
}

fn main() {}
