use sexpr_core::{StructuralEq, custom::DynStructural};

trait Op: DynStructural {}
sexpr_core::open!(Op);

#[derive(StructuralEq)]
struct Load<'a> {
    name: &'a str,
}

impl Op for Load<'_> {}

fn main() {}
