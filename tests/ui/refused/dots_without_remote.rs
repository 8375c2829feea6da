use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(..)]
struct Point {
    x: i32,
}

fn main() {}
