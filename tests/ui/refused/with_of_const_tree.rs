use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "const-tree", with = list)]
struct Node(u32);

fn main() {}
