//! What `scope(predeclare = ...)` takes: a field with terms.

use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Name(#[seq(var, def)] String);

#[derive(StructuralEq)]
#[seq(scope, predeclare = names)]
struct BesideScope {
    #[seq(var, def)]
    names: Vec<String>,
}

#[derive(StructuralEq)]
#[seq(scope(predeclare = cache))]
struct Ignored {
    #[seq(ignore)]
    cache: Vec<Ignored>,
    #[seq(var, def)]
    names: Vec<String>,
    values: Vec<Ignored>,
}

#[derive(StructuralEq)]
#[seq(scope(predeclare = "names"))]
struct InQuotes {
    #[seq(var, def)]
    names: Vec<String>,
    values: Vec<InQuotes>,
}

#[derive(StructuralEq)]
#[seq(kind = "dag", scope(predeclare = name))]
struct Key {
    #[seq(key)]
    name: String,
    items: Vec<Name>,
}

#[derive(StructuralEq)]
#[seq(scope(predeclare = 0))]
enum OnEnum {
    Use(#[seq(var)] String),
    Block(Vec<OnEnum>),
    Def(#[seq(var, def)] String),
}

#[derive(StructuralEq)]
#[seq(scope)]
struct OnField {
    #[seq(predeclare)]
    names: Vec<Name>,
}

#[derive(StructuralEq)]
#[seq(scope(predeclare = entries))]
struct Ordered {
    #[seq(ordered)]
    entries: std::collections::BTreeMap<u32, Ordered>,
    #[seq(var, def)]
    names: Vec<String>,
    values: Vec<Ordered>,
}

#[derive(StructuralEq)]
#[seq(scope(declare = names))]
struct UnknownOption {
    #[seq(var, def)]
    names: Vec<String>,
    values: Vec<UnknownOption>,
}

#[derive(StructuralEq)]
#[seq(scope(predeclare = names), with = parts)]
struct WithFunction {
    names: Vec<Name>,
}

fn parts<'a>(group: &'a WithFunction, fields: &mut sexpr_core::custom::VirtualFields<'a>) {
    fields.field("names", sexpr_core::reflect::Def::Inherit, &group.names);
}

#[derive(StructuralEq)]
#[seq(scope(predeclare))]
struct WithoutField {
    #[seq(var, def)]
    names: Vec<String>,
    values: Vec<WithoutField>,
}

#[derive(StructuralEq)]
enum WithoutFields {
    #[seq(scope(predeclare = items))]
    Empty,
    Use(#[seq(var)] String),
}

fn main() {}
