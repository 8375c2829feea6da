use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Use(#[seq(var = 1)] String);

fn main() {}
