use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
enum Expr {
    #[seq(with = list)]
    Add(u32, u32),
    Int(i64),
}

fn main() {}
