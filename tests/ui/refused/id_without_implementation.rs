use sexpr_core::StructuralEq;

#[derive(Clone, Copy)]
struct ExprId(u32);

sexpr_core::id!(ExprId);

#[derive(StructuralEq)]
enum Expr {
    Int(i64),
    Neg(ExprId),
}

fn main() {}
