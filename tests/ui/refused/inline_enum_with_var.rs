use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
enum Expr {
    #[seq(kind = "var")]
    Var(u32),
    Not(Box<Expr>),
}

fn main() {}
