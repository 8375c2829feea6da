use std::sync::Arc;

use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    ty: u32,
}

#[derive(StructuralEq)]
#[seq(kind = "const-tree")]
struct Constant<T> {
    value: T,
}

#[derive(StructuralEq)]
struct ArgumentIsOpen {
    constant: Constant<Arc<Var>>,
}

#[derive(StructuralEq)]
struct Typed<T> {
    value: T,
    ty: Arc<Var>,
}

#[derive(StructuralEq)]
#[seq(kind = "const-tree")]
struct ReachesVariable<T> {
    value: Typed<T>,
}

fn main() {}
