use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(order(2, 1))]
struct Let(u32, u32);

fn main() {}
