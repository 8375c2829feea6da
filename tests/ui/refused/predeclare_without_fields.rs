use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
enum Expr {
    #[seq(scope(predeclare = items))]
    Empty,
    Use(#[seq(var)] String),
}

fn main() {}
