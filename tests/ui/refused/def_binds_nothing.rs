//! Fields where `def` would do nothing. What is the key of a map is used, and never bound.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::Arc,
};

use sexpr_core::{ByIdentity, StructuralEq};

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    width: u32,
}

#[derive(StructuralEq, PartialEq, Eq, Hash)]
#[seq(kind = "var")]
struct Named(#[seq(key)] String);

type Variables = HashSet<ByIdentity<Arc<Var>>>;

#[derive(StructuralEq)]
struct SetOfVariables {
    #[seq(def)]
    params: HashSet<ByIdentity<Arc<Var>>>,
}

#[derive(StructuralEq)]
struct KeysOfAMap {
    #[seq(def)]
    params: HashMap<Named, Vec<u32>>,
}

#[derive(StructuralEq)]
struct KeysFarAway {
    #[seq(def)]
    params: Vec<BTreeMap<u32, KeysOfAMapInside>>,
}

#[derive(StructuralEq)]
struct KeysOfAMapInside {
    widths: HashMap<ByIdentity<Arc<Var>>, u32>,
    #[seq(var)]
    names: HashSet<String>,
}

#[derive(StructuralEq)]
struct SetOfNames {
    #[seq(var, def)]
    params: HashSet<String>,
}

/// The values bind.
#[derive(StructuralEq)]
struct Values {
    #[seq(def)]
    params: HashMap<ByIdentity<Arc<Var>>, Arc<Var>>,
}

/// The sequence does.
#[derive(StructuralEq)]
struct Both {
    #[seq(def)]
    params: (Variables, Vec<Arc<Var>>),
    #[seq(var, def)]
    names: Vec<String>,
}

#[derive(StructuralEq)]
struct Leaf {
    #[seq(def)]
    param: String,
}

#[derive(StructuralEq)]
struct Type {
    arguments: Vec<Arc<Type>>,
}

#[derive(StructuralEq)]
struct NoVariable {
    #[seq(def = "simple")]
    ty: Option<Arc<Type>>,
}

fn main() {}
