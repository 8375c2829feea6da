use std::sync::Arc;

use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    ty: u32,
}

#[derive(StructuralEq)]
struct Lambda {
    #[seq(def = simple)]
    param: Arc<Var>,
}

fn main() {}
