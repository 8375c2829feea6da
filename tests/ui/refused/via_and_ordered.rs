use std::collections::BTreeMap;

use sexpr_core::StructuralEq;

struct Foreign(BTreeMap<String, u32>);

fn map(foreign: &Foreign) -> &BTreeMap<String, u32> {
    &foreign.0
}

#[derive(StructuralEq)]
struct Node {
    #[seq(via = map, ordered)]
    attributes: Foreign,
}

fn main() {}
