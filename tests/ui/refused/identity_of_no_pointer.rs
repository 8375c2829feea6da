use std::collections::HashMap;

use sexpr_core::{ByIdentity, StructuralEq};

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    name: String,
}

#[derive(StructuralEq)]
struct Frame {
    values: HashMap<ByIdentity<Var>, i64>,
    result: ByIdentity<Box<Var>>,
}

fn main() {}
