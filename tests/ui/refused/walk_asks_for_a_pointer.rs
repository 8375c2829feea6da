use std::sync::Arc;

use sexpr_core::{StructuralEq, walk::Walk};

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var(u32);

#[derive(StructuralEq)]
struct Use(Arc<Var>);

fn main() {
    let program = Use(Arc::new(Var(32)));
    Walk::new().with_bindings().on(|used: &Use, at| assert!(at.meaning(&used.0).is_none())).run(&program);
}
