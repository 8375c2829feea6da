use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Node {
    value: u32,
    other: *const u32,
}

fn main() {}
