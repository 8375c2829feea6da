use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
enum Node {
    #[seq(type_key = "ir::Leaf")]
    Leaf(u32),
    Inner(Vec<Node>),
}

fn main() {}
