use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(opaque)]
struct Node(u32);

fn main() {}
