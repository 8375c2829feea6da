use std::{collections::HashMap, sync::Arc};

use sexpr_core::{ByIdentity, StructuralEq};

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    width: u32,
}

#[derive(StructuralEq)]
struct Function {
    lanes: HashMap<(ByIdentity<Arc<Var>>, u32), u32>,
}

fn main() {}
