use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(order(value, name, value))]
struct Let {
    name: u32,
    value: u32,
}

fn main() {}
