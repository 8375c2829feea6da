use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(custom)]
struct Node(u32);

fn main() {}
