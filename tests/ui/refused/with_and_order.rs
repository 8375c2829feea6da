use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(with = list, order(1, 0))]
struct Node(u32, u32);

fn main() {}
