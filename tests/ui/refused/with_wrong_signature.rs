use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(with = list)]
struct Node(u32);

fn list(_: &Node) -> u32 {
    0
}

fn main() {}
