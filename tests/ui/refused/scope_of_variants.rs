use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "const-tree")]
enum Expr {
    #[seq(scope)]
    Constant(i64),
    #[seq(kind = "var", scope)]
    Var(#[seq(key)] String),
    #[seq(scope, kind = "singleton")]
    Op(#[seq(key)] String),
    #[seq(kind = "tree", scope)]
    Lambda(#[seq(def)] Box<Expr>, Box<Expr>),
}

fn main() {}
