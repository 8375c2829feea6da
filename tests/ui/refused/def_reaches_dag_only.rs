use std::sync::Arc;

use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "dag")]
struct Block {
    size: u32,
}

#[derive(StructuralEq)]
struct Lambda {
    #[seq(def)]
    block: Arc<Block>,
}

fn main() {}
