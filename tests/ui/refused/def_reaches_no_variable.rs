use std::sync::Arc;

use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Type {
    arguments: Vec<Arc<Type>>,
}

#[derive(StructuralEq)]
struct Lambda {
    #[seq(def = "simple")]
    ty: Option<Arc<Type>>,
}

fn main() {}
