use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "var", kind = "dag")]
struct Var(u32);

fn main() {}
