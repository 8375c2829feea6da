use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(scope)]
enum Expr {
    Int(i64),
    #[seq(kind = "var")]
    Var(#[seq(key)] String),
    Lambda(#[seq(def)] Box<Expr>, Box<Expr>),
}

fn main() {}
