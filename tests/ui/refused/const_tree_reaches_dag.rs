use std::sync::Arc;

use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "dag")]
struct Node {
    size: u32,
}

#[derive(StructuralEq)]
#[seq(kind = "const-tree")]
struct Constant(u64, Arc<Node>);

fn main() {}
