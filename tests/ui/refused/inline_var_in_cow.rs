use std::borrow::Cow;

use sexpr_core::StructuralEq;

#[derive(Clone, StructuralEq)]
#[seq(kind = "var")]
struct Var {
    ty: u32,
}

#[derive(StructuralEq)]
struct Lambda {
    #[seq(def)]
    param: Cow<'static, Var>,
}

fn main() {}
