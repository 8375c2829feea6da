use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(rewrite = true)]
struct Literal {
    #[seq(rewrite)]
    value: i64,
}

fn main() {}
