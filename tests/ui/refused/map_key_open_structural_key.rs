use std::{collections::HashMap, sync::Arc};

use sexpr_core::{StructuralEq, StructuralKey};

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    width: u32,
}

#[derive(StructuralEq)]
struct Cache {
    values: HashMap<StructuralKey<Arc<Var>>, u32>,
}

fn main() {}
