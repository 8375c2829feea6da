use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Node {
    #[seq(opaque, def)]
    name: String,
}

fn main() {}
