use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Node {
    #[seq(kind = "var")]
    name: u32,
}

fn main() {}
