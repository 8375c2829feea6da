use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
enum Expr {
    Use(#[seq(name)] String),
}

fn main() {}
