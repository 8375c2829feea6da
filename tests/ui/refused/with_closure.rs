use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(with = |node, fields| {})]
struct Node(u32);

fn main() {}
