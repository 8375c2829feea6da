//! A trait object may be anything.

use sexpr_core::{StructuralEq, custom::DynStructural, open};

trait Operation: DynStructural {}
open!(Operation);

#[derive(StructuralEq)]
struct Sum {
    #[seq(unordered)]
    operands: Vec<Box<dyn Operation>>,
}

fn main() {}
