use std::{collections::HashMap, sync::Arc};

use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "dag")]
struct Block {
    size: u32,
}

#[derive(StructuralEq)]
struct Function {
    names: HashMap<Arc<Block>, u32>,
}

fn main() {}
