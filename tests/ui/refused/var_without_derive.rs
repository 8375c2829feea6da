use sexpr_core::StructuralEq;

struct Ident(String);

#[derive(StructuralEq)]
enum Expr {
    Use(#[seq(var)] Ident),
    Lambda(#[seq(var, def)] Option<Ident>, Box<Expr>),
}

fn main() {}
