use std::{collections::HashMap, sync::Arc};

use sexpr_core::{StructuralEq, StructuralKey, custom::DynStructural};

trait Op: DynStructural {}
sexpr_core::open!(Op);

#[derive(StructuralEq)]
struct Cache {
    values: HashMap<StructuralKey<Arc<dyn Op>>, u32>,
}

fn main() {}
