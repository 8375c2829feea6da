use std::{collections::HashMap, sync::Arc};

use sexpr_core::{ByIdentity, StructuralEq, custom::DynStructural};

trait Op: DynStructural {}
sexpr_core::open!(Op);

#[derive(StructuralEq)]
struct Environment {
    values: HashMap<ByIdentity<Arc<dyn Op>>, u32>,
}

fn main() {}
