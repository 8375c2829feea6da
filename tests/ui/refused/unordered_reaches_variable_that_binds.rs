//! Where a variable is met for the first time, its fields would bind.

use std::sync::Arc;

use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Size;

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Tensor {
    #[seq(def)]
    size: Arc<Size>,
}

#[derive(StructuralEq)]
struct Sum {
    #[seq(unordered)]
    operands: Vec<Arc<Tensor>>,
}

fn main() {}
