use std::{collections::HashMap, sync::Arc};

use sexpr_core::{StructuralEq, StructuralKey};

#[derive(StructuralEq)]
#[seq(kind = "dag")]
struct Block {
    size: u32,
}

#[derive(StructuralEq)]
struct Cache {
    values: HashMap<StructuralKey<Arc<Block>>, u32>,
}

fn main() {}
