//! Roles where they mean nothing, or beside one that they contradict.

use std::{collections::BTreeMap, sync::Arc};

use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    ty: u32,
}

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct KeyAndPayload {
    #[seq(key, payload)]
    name: String,
}

#[derive(StructuralEq)]
struct KeyOfTree {
    #[seq(key)]
    name: String,
}

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct KeyTwice {
    #[seq(key)]
    module: String,
    #[seq(key)]
    name: String,
}

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct NameAndKey {
    #[seq(name, key)]
    name: String,
}

#[derive(StructuralEq)]
struct NameOfATree {
    #[seq(ignore, name)]
    name: String,
}

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct NameTwice {
    #[seq(ignore, name)]
    name: String,
    #[seq(ignore, name)]
    hint: String,
}

#[derive(StructuralEq)]
enum PayloadInSingletonVariant {
    #[seq(kind = "singleton")]
    Op(#[seq(payload)] String),
    Int(i64),
}

#[derive(StructuralEq)]
#[seq(kind = "singleton")]
struct DefInSingleton {
    #[seq(def)]
    name: String,
}

#[derive(StructuralEq)]
struct OpaqueAndDef {
    #[seq(opaque, def)]
    name: String,
}

#[derive(StructuralEq)]
struct IgnoreAndDef {
    #[seq(ignore, def)]
    param: Arc<Var>,
}

#[derive(StructuralEq)]
struct VarAndOrdered {
    #[seq(var, def, ordered)]
    params: Vec<String>,
}

#[derive(StructuralEq)]
#[seq(kind = "const-tree")]
struct VarInConstTree {
    #[seq(var)]
    name: String,
    at_least: u64,
}

#[derive(StructuralEq)]
struct NamespaceEmpty(#[seq(var = "")] String);

struct Half(u16);

fn bits(half: &Half) -> u16 {
    half.0
}

#[derive(StructuralEq)]
struct ViaAndOpaque {
    #[seq(opaque, via = bits)]
    value: Half,
}

struct Attributes(BTreeMap<String, u32>);

fn map(foreign: &Attributes) -> &BTreeMap<String, u32> {
    &foreign.0
}

#[derive(StructuralEq)]
struct ViaAndOrdered {
    #[seq(via = map, ordered)]
    attributes: Attributes,
}

fn main() {}
