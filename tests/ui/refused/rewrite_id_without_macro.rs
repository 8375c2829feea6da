//! Ids that are compared, and not rewritten.

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

#[derive(StructuralEq, Clone)]
#[seq(rewrite)]
struct Expr(Option<ExprId>);

#[derive(StructuralEq)]
#[seq(rewrite)]
struct Function {
    #[seq(arena(ExprId))]
    expressions: Vec<Expr>,
    result: ExprId,
}

fn main() {}
