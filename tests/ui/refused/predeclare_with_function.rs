use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(scope(predeclare = names), with = parts)]
struct Group {
    names: Vec<Name>,
}

#[derive(StructuralEq)]
struct Name(#[seq(var, def)] String);

fn parts<'a>(group: &'a Group, fields: &mut sexpr_core::custom::VirtualFields<'a>) {
    fields.field("names", sexpr_core::reflect::Def::Inherit, &group.names);
}

fn main() {}
