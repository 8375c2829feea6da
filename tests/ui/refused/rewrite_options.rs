use sexpr_core::{StructuralEq, custom::VirtualFields};

#[derive(StructuralEq)]
#[seq(rewrite, with = list)]
struct WithAFunction {
    arguments: Vec<u8>,
}

fn list<'a>(call: &'a WithAFunction, fields: &mut VirtualFields<'a>) {
    fields.field("arguments", sexpr_core::reflect::Def::Inherit, &call.arguments);
}

#[derive(StructuralEq)]
#[seq(rewrite)]
struct WithALifetime<'source> {
    text: &'source str,
}

#[derive(Clone)]
struct Symbol(String);

fn text(symbol: &Symbol) -> &str {
    &symbol.0
}

#[derive(StructuralEq)]
#[seq(rewrite)]
enum RenamedInAnotherForm {
    Var(#[seq(var, via = text)] Symbol),
    Neg(Box<RenamedInAnotherForm>),
}

fn main() {}
