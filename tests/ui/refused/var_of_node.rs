use std::sync::Arc;

use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    #[seq(ignore)]
    name: String,
}

#[derive(StructuralEq)]
struct Lambda {
    #[seq(var, def)]
    param: Arc<Var>,
}

fn main() {}
