use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
enum Expr {
    #[seq(order(value))]
    Hole,
    Int(i64),
}

fn main() {}
