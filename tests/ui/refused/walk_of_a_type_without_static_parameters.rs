use sexpr_core::{StructuralEq, walk::{Walk, nodes}};

#[derive(StructuralEq)]
struct Expr<T> {
    value: T,
    operands: Vec<Expr<T>>,
}

fn main() {
    let expr = Expr { value: 1_u32, operands: vec![] };
    assert_eq!(nodes::<Expr<u32>>(&expr).count(), 1);
    Walk::new().on(|_: &Expr<u32>, _| {}).run(&expr);
}
