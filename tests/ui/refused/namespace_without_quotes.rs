use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Use(#[seq(var = types)] String);

fn main() {}
