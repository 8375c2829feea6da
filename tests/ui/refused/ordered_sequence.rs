use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Node {
    #[seq(ordered)]
    children: Vec<u32>,
}

fn main() {}
