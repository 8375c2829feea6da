//! An arena in which nothing is replaced.

use sexpr_core::{StructuralEq, arena::{Arena, Id}};

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

#[derive(StructuralEq, Clone)]
#[seq(rewrite)]
struct Expr(Option<ExprId>);

#[derive(StructuralEq)]
#[seq(rewrite)]
struct Function {
    #[seq(arena)]
    expressions: Expressions,
    result: ExprId,
}

#[derive(Clone)]
struct Expressions(Vec<Expr>);

impl Arena<ExprId> for Expressions {
    fn node(&self, id: &ExprId) -> Option<&Expr> {
        self.0.get(id.0 as usize)
    }
    fn nodes(&self) -> impl Iterator<Item = &Expr> {
        self.0.iter()
    }
}

fn main() {}
