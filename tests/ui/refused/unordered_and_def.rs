//! What binds has an order.

use std::sync::Arc;

use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var;

#[derive(StructuralEq)]
#[seq(scope)]
struct Lambda {
    #[seq(def, unordered)]
    params: Vec<Arc<Var>>,
    #[seq(unordered, ordered)]
    uses: Vec<Arc<Var>>,
    #[seq(unordered, opaque)]
    tags: Vec<u8>,
    #[seq(unordered, ignore)]
    notes: Vec<u8>,
}

fn main() {}
