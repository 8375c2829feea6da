use std::sync::Arc;

use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    ty: u32,
}

#[derive(StructuralEq)]
enum Type {
    Int,
    Tensor(Vec<Arc<Dim>>),
}

#[derive(StructuralEq)]
enum Dim {
    Of(Arc<Type>),
    Var(Arc<Var>),
}

#[derive(StructuralEq)]
#[seq(kind = "const-tree")]
struct Constant {
    ty: Type,
    next: Option<Arc<Constant>>,
}

fn main() {}
