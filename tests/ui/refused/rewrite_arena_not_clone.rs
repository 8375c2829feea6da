//! An arena that cannot be copied with its node.

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
sexpr_core::rewritable!(id ExprId);

#[derive(StructuralEq)]
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
