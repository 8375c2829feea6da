use sexpr_core::{StructuralEq, rewrite::Rewrite, terms::rename_bound};

#[derive(StructuralEq)]
struct Literal {
    value: i64,
}

#[derive(StructuralEq, Clone)]
#[seq(rewrite)]
struct Sum {
    values: Vec<i64>,
}

fn main() {
    Rewrite::new().run(Literal { value: 1 });
    rename_bound(Sum { values: vec![] }, |sum: &Sum, _| sum.clone()).unwrap();
}
