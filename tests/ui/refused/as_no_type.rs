use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Node {
    #[seq(as = "Vec<")]
    values: Vec<u32>,
}

fn main() {}
