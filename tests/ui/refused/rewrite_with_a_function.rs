use sexpr_core::{StructuralEq, custom::VirtualFields};

#[derive(StructuralEq)]
#[seq(rewrite, with = list)]
struct Call {
    arguments: Vec<u8>,
}

fn list<'a>(call: &'a Call, fields: &mut VirtualFields<'a>) {
    fields.field("arguments", sexpr_core::reflect::Def::Inherit, &call.arguments);
}

fn main() {}
