//! Callbacks of walks that return a value, or that use what was not asked for.
//!
//! Bindings and paths are kept only by walks and rewritings that were asked for them.

use std::sync::Arc;

use sexpr_core::{StructuralEq, rewrite::Rewrite, walk::Walk};

#[derive(StructuralEq)]
#[seq(rewrite)]
enum Expr {
    Int(i64),
    Add(Arc<Expr>, Arc<Expr>),
}

fn main() {
    let root = Arc::new(Expr::Int(1));
    Walk::new().on(|_: &Expr, at| assert!(!at.met_before())).run(&root);
    Walk::new().with_bindings().on(|_: &Expr, at| println!("{}", at.path())).run(&root);
    Walk::new().on(|_: &Expr, _| 1).run(&root);
    Rewrite::new()
        .after(|_: &Expr, at| {
            println!("{}", at.path());
            None
        })
        .run(root);
}
