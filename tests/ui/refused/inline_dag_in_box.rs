use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "dag")]
struct Node {
    children: Vec<u32>,
}

#[derive(StructuralEq)]
struct Root {
    node: Box<Node>,
}

fn main() {}
