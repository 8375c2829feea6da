use std::sync::Arc;

use sexpr_core::{StructuralEq, custom::DynStructural};

trait Op: DynStructural {}

#[derive(StructuralEq)]
struct Block {
    ops: Vec<Arc<dyn Op>>,
}

fn main() {}
