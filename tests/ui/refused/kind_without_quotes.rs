use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = dag)]
struct Node(u32);

fn main() {}
