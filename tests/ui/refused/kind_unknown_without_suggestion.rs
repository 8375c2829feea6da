use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "leaf")]
struct Op(u32);

fn main() {}
