use std::sync::Arc;

use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    ty: u32,
}

#[derive(StructuralEq)]
enum Expr {
    Var(Arc<Var>),
    #[seq(kind = "const-tree")]
    Constant(u64, Arc<Expr>),
}

fn main() {}
