use std::collections::BTreeMap;

use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Let {
    #[seq(var, def)]
    bindings: BTreeMap<String, u32>,
}

fn main() {}
