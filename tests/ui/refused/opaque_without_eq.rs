use sexpr_core::StructuralEq;

struct Foreign(f64);

#[derive(StructuralEq)]
struct Node {
    #[seq(opaque)]
    foreign: Foreign,
}

fn main() {}
