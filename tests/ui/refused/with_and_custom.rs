use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(with = list, custom)]
struct Node(u32);

fn main() {}
