use sexpr_core::StructuralEq;

#[derive(Clone)]
struct Symbol(String);

fn text(symbol: &Symbol) -> &str {
    &symbol.0
}

#[derive(StructuralEq)]
#[seq(rewrite)]
enum Expr {
    Var(#[seq(var, via = text)] Symbol),
    Neg(Box<Expr>),
}

fn main() {}
