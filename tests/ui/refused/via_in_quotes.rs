use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Node {
    #[seq(via = "Half::to_bits")]
    value: u16,
}

fn main() {}
