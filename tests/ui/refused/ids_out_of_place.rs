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
enum Expr {
    Number(i64),
    Negate(ExprId),
}

#[derive(StructuralEq)]
struct InKeyOfMap {
    of: std::collections::HashMap<sexpr_core::StructuralKey<Expr>, u32>,
}

#[derive(StructuralEq)]
struct BesideAnArenaOfOtherIds {
    #[seq(arena(ExprId))]
    expressions: Vec<Expr>,
    #[seq(id(Expr))]
    result: u32,
}

fn main() {}
