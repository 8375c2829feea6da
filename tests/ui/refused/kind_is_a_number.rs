use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = 3)]
struct Node(u32);

fn main() {}
