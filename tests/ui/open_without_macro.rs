use std::sync::Arc;

use sexpr_core::{DynStructural, StructuralEq};

trait Op: DynStructural {}

#[derive(StructuralEq)]
struct Block {
    ops: Vec<Arc<dyn Op>>,
}

fn main() {}
