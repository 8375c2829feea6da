use std::collections::BTreeMap;

use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Node {
    #[seq(ordered, opaque)]
    attributes: BTreeMap<String, u32>,
}

fn main() {}
