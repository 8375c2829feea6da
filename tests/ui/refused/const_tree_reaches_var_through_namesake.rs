use std::sync::Arc;

use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    width: u32,
}

mod ast {
    use super::*;

    #[derive(StructuralEq)]
    pub(crate) struct Meta {
        pub(crate) var: Arc<Var>,
    }
}

#[derive(StructuralEq)]
#[seq(kind = "const-tree")]
struct Meta {
    inner: Vec<ast::Meta>,
}

fn main() {}
