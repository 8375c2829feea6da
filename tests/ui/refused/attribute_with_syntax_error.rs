use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind "var")]
struct Var(u32);

fn main() {}
