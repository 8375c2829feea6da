use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(bound = "T: PartialEq")]
struct Node<T>(Vec<T>);

fn main() {}
