//! Types that are unfit as keys of maps.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use sexpr_core::{ByIdentity, StructuralEq, custom::DynStructural};

#[derive(StructuralEq, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[seq(kind = "var")]
struct Var {
    name: String,
}

#[derive(StructuralEq)]
struct InlineVariables {
    types: HashMap<Var, u32>,
    values: BTreeMap<Var, u32>,
}

#[derive(StructuralEq, PartialEq, Eq, Hash)]
enum Expr {
    Int(i64),
    Not(Box<Expr>),
}

#[derive(StructuralEq)]
struct OfNodes {
    names: HashMap<Box<Expr>, u32>,
}

#[derive(StructuralEq)]
#[seq(kind = "dag")]
struct Block {
    size: u32,
}

#[derive(StructuralEq)]
struct UnkeyedDagNodes {
    names: HashMap<Arc<Block>, u32>,
}

#[derive(StructuralEq, PartialEq, Eq, Hash)]
struct Path {
    name: String,
    path: Vec<String>,
}

#[derive(StructuralEq)]
struct OfPaths {
    names: HashMap<Path, u32>,
}

#[derive(PartialEq, Eq, Hash)]
struct Number(u32);

#[derive(StructuralEq)]
struct WithoutDerive {
    names: HashMap<Number, u32>,
}

trait Op: DynStructural {}
sexpr_core::open!(Op);

#[derive(StructuralEq)]
struct TraitObjects {
    values: HashMap<ByIdentity<Arc<dyn Op>>, u32>,
}

#[derive(StructuralEq)]
struct IdentityOfNoPointer {
    values: HashMap<ByIdentity<Var>, i64>,
    result: ByIdentity<Box<Var>>,
}

fn main() {}
