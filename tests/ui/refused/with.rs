//! Beside `with`, `custom` and `process_local`, what they rule out.

use std::sync::Arc;

use sexpr_core::{
    StructuralEq,
    custom::{CustomStructural, EqualParts, HashParts, VirtualFields},
};

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    ty: u32,
}

#[derive(StructuralEq)]
#[seq(with = list, custom)]
struct AndCustom(u32);

#[derive(StructuralEq)]
#[seq(with = list)]
struct AndDef {
    #[seq(def)]
    param: Arc<Var>,
}

#[derive(StructuralEq)]
#[seq(with = list, order(1, 0))]
struct AndOrder(u32, u32);

#[derive(StructuralEq)]
#[seq(with = list)]
struct AndVar {
    #[seq(var)]
    name: String,
}

fn list<'n>(_: &'n AndVar, _: &mut VirtualFields<'n>) {}

#[derive(StructuralEq)]
#[seq(with = |node, fields| {})]
struct Closure(u32);

#[derive(StructuralEq)]
#[seq(with = "list")]
struct InQuotes(u32);

#[derive(StructuralEq)]
#[seq(kind = "const-tree", with = list)]
struct OfConstTree(u32);

#[derive(StructuralEq)]
#[seq(kind = "singleton", with = list)]
struct OfSingleton(u32);

#[derive(StructuralEq)]
#[seq(custom)]
struct CustomAndOpaque {
    #[seq(opaque)]
    span: u32,
}

#[derive(StructuralEq)]
#[seq(custom, process_local)]
struct ProcessLocalAndCustom(u32);

impl CustomStructural for ProcessLocalAndCustom {
    fn s_equal<'n>(&'n self, _: &'n Self, _: &mut EqualParts<'n>) -> bool {
        true
    }
    fn s_hash<'n>(&'n self, _: &mut HashParts<'n>) {}
}

#[derive(StructuralEq)]
#[seq(kind = "dag", process_local)]
struct ProcessLocalOfDag {
    #[seq(key)]
    index: u32,
}

fn main() {}
