use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(knid = "var")]
struct Var(u32);

fn main() {}
