use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "singleton", unordered(left, right))]
struct Pair {
    left: u32,
    right: u32,
}

fn main() {}
