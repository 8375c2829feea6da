use sexpr_core::{StructuralEq, custom::VirtualFields};

#[derive(StructuralEq)]
#[seq(with = list)]
struct Use {
    #[seq(var)]
    name: String,
}

fn list<'n>(_: &'n Use, _: &mut VirtualFields<'n>) {}

fn main() {}
