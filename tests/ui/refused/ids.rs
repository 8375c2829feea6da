//! Ids and arenas that are none, and ids where they do not fit.

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
struct Number(u32);

/// Ids that are numbers, named by their own type.
#[derive(StructuralEq)]
struct ArenaOfNumbers {
    #[seq(arena(usize))]
    expressions: Vec<Number>,
    root: usize,
}

#[derive(StructuralEq)]
struct ArenaThatIsNone {
    #[seq(arena(ExprId))]
    expressions: Option<Expr>,
    root: ExprId,
}

#[derive(StructuralEq)]
struct KeyOfMap {
    of: std::collections::BTreeMap<ExprId, u32>,
}

#[derive(Clone, Copy)]
struct ForgottenId(u32);

sexpr_core::id!(ForgottenId);

#[derive(StructuralEq)]
enum WithoutImplementation {
    Int(i64),
    Neg(ForgottenId),
}

#[derive(Clone, Copy)]
struct TypeId(u32);

impl Id for TypeId {
    type Node = Expr;
    fn index(&self) -> u64 {
        self.0.into()
    }
}

#[derive(StructuralEq)]
struct WithoutMacro {
    of: TypeId,
}

#[derive(StructuralEq)]
struct ThatIsNoNumber {
    #[seq(id(ThatIsNoNumber))]
    operand: String,
}

fn main() {}
