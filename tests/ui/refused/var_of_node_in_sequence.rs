use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
enum Expr {
    #[seq(kind = "var")]
    Var(#[seq(key)] String),
    Lambda(#[seq(var, def)] Vec<Expr>, Box<Expr>),
}

fn main() {}
