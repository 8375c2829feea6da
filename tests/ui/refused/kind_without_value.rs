use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind)]
struct Node(u32);

fn main() {}
