//! Fields whose types are unfit, or are so for their roles.

use std::{collections::BTreeMap, sync::Arc};

use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Closures {
    name: String,
    run: Box<dyn Fn(i64) -> i64>,
}

struct Token(u32);

#[derive(StructuralEq)]
struct TwiceWithoutDerive {
    from: Token,
    to: Token,
}

#[derive(StructuralEq)]
struct Uses {
    #[seq(var)]
    first: Token,
    #[seq(var)]
    last: Token,
}

struct Foreign(f64);

#[derive(StructuralEq)]
struct OpaqueWithoutEq {
    #[seq(opaque)]
    foreign: Foreign,
}

#[derive(StructuralEq)]
struct OrderedSequence {
    #[seq(ordered)]
    children: Vec<u32>,
}

/// A map has no order anyway.
#[derive(StructuralEq)]
struct UnorderedMap {
    #[seq(unordered)]
    entries: BTreeMap<String, u64>,
}

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    #[seq(ignore)]
    name: String,
}

#[derive(StructuralEq)]
struct VarOfNode {
    #[seq(var, def)]
    param: Arc<Var>,
}

struct Ident(String);

#[derive(StructuralEq)]
enum VarWithoutDerive {
    Use(#[seq(var)] Ident),
    Lambda(#[seq(var, def)] Option<Ident>, Box<VarWithoutDerive>),
}

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct KeyNotMadeOfLeaves {
    #[seq(key)]
    path: Vec<String>,
}

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct NameThatCannotBeDisplayed {
    #[seq(ignore, name)]
    name: Option<String>,
}

fn main() {}
