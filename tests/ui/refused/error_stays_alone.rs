use std::{collections::HashMap, sync::Arc};

use sexpr_core::StructuralEq;

/// The only mistake: everything that uses the type goes on.
#[derive(StructuralEq, PartialEq, Eq, Hash)]
#[seq(kind = "vra")]
struct Name<T> {
    name: T,
}

#[derive(StructuralEq)]
#[seq(kind = "const-tree")]
struct Constant {
    name: Name<u32>,
    names: Vec<Arc<Name<String>>>,
    by_name: HashMap<Name<u8>, u32>,
}

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    #[seq(key)]
    name: Name<u64>,
}

#[derive(StructuralEq)]
struct Lambda {
    #[seq(def)]
    param: Name<u32>,
    #[seq(var)]
    names: Vec<Name<u8>>,
    body: Var,
}

fn main() {}
