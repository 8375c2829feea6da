//! Rewritings of what cannot be rewritten, and with callbacks that answer with something else.

use sexpr_core::{
    StructuralEq,
    rewrite::{RewritableMap, Rewrite},
    terms::rename_bound,
};

#[derive(StructuralEq)]
#[seq(rewrite)]
struct Literal {
    value: i64,
}

#[derive(StructuralEq)]
struct Fixed {
    value: i64,
}

#[derive(StructuralEq, Clone)]
#[seq(rewrite)]
struct Sum {
    values: Vec<i64>,
}

struct Table;

fn rewrite(_: &impl RewritableMap) {}

fn main() {
    Rewrite::new().after(|literal: &Literal, _| Literal { value: literal.value + 1 }).run(Literal { value: 1 });
    Rewrite::new().after(|literal: &Literal, _| Some(literal.value)).run(Literal { value: 1 });
    Rewrite::new().run(Fixed { value: 1 });
    rename_bound(Sum { values: vec![] }, |sum: &Sum, _| sum.clone()).unwrap();
    rewrite(&Table);
}
