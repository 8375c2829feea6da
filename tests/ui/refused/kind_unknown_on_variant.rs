use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
enum Expr {
    #[seq(kind = "variable")]
    Var(u32),
    Int(i64),
}

fn main() {}
