use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Node {
    #[seq(ignore = true)]
    span: u32,
}

fn main() {}
