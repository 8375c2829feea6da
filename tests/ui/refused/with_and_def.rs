use std::sync::Arc;

use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    ty: u32,
}

#[derive(StructuralEq)]
#[seq(with = list)]
struct Lambda {
    #[seq(def)]
    param: Arc<Var>,
}

fn main() {}
