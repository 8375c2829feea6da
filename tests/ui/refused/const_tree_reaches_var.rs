use std::sync::Arc;

use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    ty: u32,
}

#[derive(StructuralEq)]
#[seq(kind = "const-tree")]
struct Constant {
    bits: u64,
    size: Option<Arc<Var>>,
}

fn main() {}
