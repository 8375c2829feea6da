use sexpr_core::{StructuralEq, walk::Walk};

#[derive(StructuralEq)]
struct Literal(i64);

fn main() {
    Walk::new().on(|literal: &Literal, _| literal.0).run(&Literal(1));
}
