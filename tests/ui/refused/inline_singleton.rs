use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "singleton")]
struct Op {
    name: String,
}

#[derive(StructuralEq)]
enum Expr {
    Call(Op, Vec<Expr>),
    Int(i64),
}

fn main() {}
