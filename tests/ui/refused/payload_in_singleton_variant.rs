use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
enum Expr {
    #[seq(kind = "singleton")]
    Op(#[seq(payload)] String),
    Int(i64),
}

fn main() {}
