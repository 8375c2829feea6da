//! Options of `serde`.

use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(tag = "type")]
struct Node {
    #[seq(default)]
    value: u32,
}

fn main() {}
