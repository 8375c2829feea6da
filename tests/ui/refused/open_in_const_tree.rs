use std::sync::Arc;

use sexpr_core::{StructuralEq, custom::DynStructural};

trait Op: DynStructural {}
sexpr_core::open!(Op);

#[derive(StructuralEq)]
#[seq(kind = "const-tree")]
struct Constant {
    op: Option<Arc<dyn Op>>,
}

fn main() {}
