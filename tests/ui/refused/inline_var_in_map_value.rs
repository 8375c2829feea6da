use std::collections::HashMap;

use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    ty: u32,
}

#[derive(StructuralEq)]
struct Table {
    entries: HashMap<String, Var>,
}

fn main() {}
