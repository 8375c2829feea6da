use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
enum Expr {
    #[seq(scope)]
    #[seq(order(1, 0), scope)]
    Let(#[seq(def, var)] String, Box<Expr>),
    Int(i64),
}

fn main() {}
