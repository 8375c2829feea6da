use std::collections::HashMap;

use sexpr_core::StructuralEq;

#[derive(PartialEq, Eq, Hash)]
struct Id(u32);

#[derive(StructuralEq)]
struct Function {
    names: HashMap<Id, u32>,
}

fn main() {}
