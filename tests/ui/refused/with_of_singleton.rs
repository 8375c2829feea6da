use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "singleton", with = list)]
struct Node(u32);

fn main() {}
