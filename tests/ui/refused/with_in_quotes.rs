use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(with = "list")]
struct Node(u32);

fn main() {}
