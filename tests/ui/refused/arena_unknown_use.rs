//! Ids and an arena.

use sexpr_core::{StructuralEq, arena::Id};

#[derive(Clone, Copy)]
struct ExprId(u32);

impl Id for ExprId {
    type Node = Expr;
    fn index(&self) -> u64 {
        self.0.into()
    }
}
sexpr_core::id!(ExprId);

#[derive(StructuralEq)]
struct Expr(Option<ExprId>);

#[derive(StructuralEq)]
struct Module {
    #[seq(arena = "all")]
    expressions: Vec<Expr>,
    root: ExprId,
}

fn main() {}
