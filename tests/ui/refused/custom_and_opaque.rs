use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(custom)]
struct Node {
    #[seq(opaque)]
    span: u32,
}

fn main() {}
