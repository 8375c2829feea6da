use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq]
struct Var(u32);

fn main() {}
