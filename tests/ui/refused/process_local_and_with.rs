use sexpr_core::{StructuralEq, custom::VirtualFields};

#[derive(StructuralEq)]
#[seq(process_local, with = list)]
struct Symbol(u32);

fn list<'n>(_: &'n Symbol, _: &mut VirtualFields<'n>) {}

fn main() {}
