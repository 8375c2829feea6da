use std::sync::Arc;

use sexpr_core::{StructuralEq, custom::DynStructural, structural_equal};

trait Op: DynStructural {}
sexpr_core::open!(Op);

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Hole;

impl Op for Hole {}

fn main() {
    let hole: Arc<dyn Op> = Arc::new(Hole);
    assert!(structural_equal(&hole, &hole));
}
