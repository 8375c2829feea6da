use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Node {
    #[seq = "ignore"]
    span: u32,
}

fn main() {}
