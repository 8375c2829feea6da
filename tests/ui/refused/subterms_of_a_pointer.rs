use sexpr_core::{StructuralEq, terms::CommonSubexpressions};

#[derive(StructuralEq)]
enum Expr {
    Int(i64),
    Neg(Box<Expr>),
}

fn main() {
    let program = Expr::Neg(Box::new(Expr::Int(1)));
    let common = CommonSubexpressions::new().of::<Box<Expr>>().run(&program);
    assert_eq!(common.len(), 1);
}
