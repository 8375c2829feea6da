use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(type_key = ir::Node)]
struct Node(u32);

fn main() {}
