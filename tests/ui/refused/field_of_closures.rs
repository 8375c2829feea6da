use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Pass {
    name: String,
    run: Box<dyn Fn(i64) -> i64>,
}

fn main() {}
