use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
enum Expr {
    #[seq(var)]
    Var(String),
    Int(i64),
}

fn main() {}
