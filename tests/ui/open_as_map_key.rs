use std::{collections::HashMap, sync::Arc};

use sexpr_core::{ByIdentity, DynStructural, StructuralEq};

trait Op: DynStructural {}
sexpr_core::open!(Op);

#[derive(StructuralEq)]
struct Environment {
    values: HashMap<ByIdentity<Arc<dyn Op>>, u32>,
}

fn main() {}
