use sexpr_core::{StructuralEq, custom::VirtualFields, info::Def};

#[derive(StructuralEq)]
#[seq(with = list)]
struct Node {
    size: u32,
}

fn list<'n>(node: &'n Node, fields: &mut VirtualFields<'n>) {
    fields.field("size", Def::Inherit, &node.size);
}

#[derive(StructuralEq)]
#[seq(kind = "const-tree")]
struct Constant(u64, Node);

fn main() {}
