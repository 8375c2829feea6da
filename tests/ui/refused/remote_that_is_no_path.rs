use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(remote = "(i32, i32)")]
struct Pair(i32, i32);

fn main() {}
