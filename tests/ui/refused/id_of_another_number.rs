use sexpr_core::{StructuralEq, mirror::IdOf};

#[derive(StructuralEq)]
enum Expr {
    Number(i64),
    Negate(#[seq(id(Expr))] u32),
}

#[derive(StructuralEq)]
struct Function {
    #[seq(arena(IdOf<Expr, u32>))]
    expressions: Vec<Expr>,
    #[seq(id(Expr))]
    result: usize,
}

fn main() {}
