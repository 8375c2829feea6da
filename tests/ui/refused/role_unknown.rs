use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Node {
    value: u32,
    #[seq(ingore)]
    span: u32,
}

fn main() {}
