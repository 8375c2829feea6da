use sexpr_core::{StructuralEq, terms::Subterms};

#[derive(StructuralEq)]
enum Expr {
    Int(i64),
    Neg(Box<Expr>),
}

fn main() {
    let program = Expr::Neg(Box::new(Expr::Int(1)));
    let common = Subterms::new().of::<Box<Expr>>().common(&program);
    assert_eq!(common.len(), 1);
}
