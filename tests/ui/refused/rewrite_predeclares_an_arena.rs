//! Nodes that are predeclared without their ids.

use sexpr_core::{StructuralEq, arena::{FromIndex, Id}};

#[derive(Clone, Copy)]
struct ExprId(u32);

impl Id for ExprId {
    type Node = Expr;
    fn index(&self) -> u64 {
        self.0.into()
    }
}
impl FromIndex for ExprId {
    fn from_index(index: usize) -> Self {
        ExprId(index as u32)
    }
}
sexpr_core::id!(ExprId);
sexpr_core::rewritable!(id ExprId);

#[derive(StructuralEq, Clone)]
#[seq(rewrite)]
struct Expr {
    #[seq(var, def)]
    name: String,
    next: Option<ExprId>,
}

#[derive(StructuralEq)]
#[seq(rewrite, scope(predeclare = items))]
struct Block {
    #[seq(arena(ExprId, whole))]
    items: Vec<Expr>,
}

fn main() {}
