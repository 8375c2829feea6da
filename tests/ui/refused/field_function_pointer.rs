use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Node {
    value: u32,
    other: fn(u32) -> u32,
}

fn main() {}
