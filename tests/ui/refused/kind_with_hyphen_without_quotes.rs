use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = const-tree)]
struct Node(u32);

fn main() {}
