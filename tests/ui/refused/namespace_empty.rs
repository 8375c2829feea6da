use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Use(#[seq(var = "")] String);

fn main() {}
