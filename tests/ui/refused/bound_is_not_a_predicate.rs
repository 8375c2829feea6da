use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(bound = "T")]
struct Node<T>(Vec<T>);

fn main() {}
