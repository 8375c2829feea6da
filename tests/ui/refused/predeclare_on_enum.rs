use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(scope(predeclare = 0))]
enum Expr {
    Use(#[seq(var)] String),
    Block(Vec<Expr>),
    Def(#[seq(var, def)] String),
}

fn main() {}
