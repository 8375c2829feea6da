//! What `arena(...)` and `id(...)` take, and beside what they stand.

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
struct AsAWholeAndOpaque {
    #[seq(arena = "whole", opaque)]
    expressions: Box<[u32]>,
}

#[derive(StructuralEq)]
#[seq(kind = "const-tree")]
struct OfConstTree {
    #[seq(arena(ExprId))]
    expressions: Vec<Expr>,
    size: u32,
}

#[derive(StructuralEq)]
struct Twice {
    #[seq(arena(ExprId))]
    expressions: Vec<Expr>,
    #[seq(arena(ExprId))]
    others: Vec<Expr>,
    root: ExprId,
}

#[derive(StructuralEq)]
struct UnknownUse {
    #[seq(arena = "all")]
    expressions: Vec<Expr>,
    root: ExprId,
}

#[derive(StructuralEq)]
struct WithDef {
    #[seq(def, arena(ExprId))]
    expressions: Vec<Expr>,
    root: ExprId,
}

#[derive(StructuralEq)]
struct WithoutTypeOfIds {
    #[seq(arena)]
    expressions: Vec<Expr>,
    root: ExprId,
}

#[derive(StructuralEq)]
struct IdWithAs {
    #[seq(id(IdWithAs), as = "_")]
    operand: u32,
}

#[derive(StructuralEq)]
struct IdWithoutANode {
    #[seq(id)]
    operand: u32,
}

fn main() {}
