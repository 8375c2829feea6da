use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(lifetime = "long")]
struct Var(u32);

fn main() {}
