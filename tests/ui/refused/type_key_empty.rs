use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(type_key = "")]
struct Node(u32);

fn main() {}
