use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(crate = "not a path")]
struct Node(u32);

fn main() {}
