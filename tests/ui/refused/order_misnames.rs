use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(order(vlaue, name))]
struct Let {
    name: u32,
    value: u32,
}

fn main() {}
