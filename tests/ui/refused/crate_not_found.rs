use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(crate = "::no_such_crate")]
struct Node(u32);

fn main() {}
