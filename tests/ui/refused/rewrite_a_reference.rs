use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(rewrite)]
struct Literal {
    value: i64,
}

#[derive(StructuralEq)]
#[seq(rewrite)]
struct Pair {
    literal: &'static Literal,
}

fn main() {}
