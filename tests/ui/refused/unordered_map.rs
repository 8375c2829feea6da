//! A map has no order anyway.

use std::collections::BTreeMap;

use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Attributes {
    #[seq(unordered)]
    entries: BTreeMap<String, u64>,
}

fn main() {}
