use sexpr_core::{StructuralEq, rewrite::Rewrite};

#[derive(StructuralEq)]
#[seq(rewrite)]
struct Literal {
    value: i64,
}

fn main() {
    Rewrite::new().after(|literal: &Literal, _| Literal { value: literal.value + 1 }).run(Literal { value: 1 });
    Rewrite::new().after(|literal: &Literal, _| Some(literal.value)).run(Literal { value: 1 });
}
