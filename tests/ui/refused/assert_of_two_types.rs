use sexpr_core::{StructuralEq, assert_structural_equal};

#[derive(StructuralEq)]
struct Node(u32);

fn main() {
    let node = Node(1);
    assert_structural_equal!(&node, Node(1));
}
