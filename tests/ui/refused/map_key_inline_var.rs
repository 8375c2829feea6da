use std::collections::{BTreeMap, HashMap};

use sexpr_core::StructuralEq;

#[derive(StructuralEq, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[seq(kind = "var")]
struct Var {
    name: String,
}

#[derive(StructuralEq)]
struct Scope {
    types: HashMap<Var, u32>,
    values: BTreeMap<Var, u32>,
}

fn main() {}
