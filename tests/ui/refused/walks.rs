//! Types that walks cannot find, and variables of which they cannot tell.

use std::sync::Arc;

use sexpr_core::{
    StructuralEq,
    terms::Subterms,
    walk::{Walk, nodes},
};

#[derive(StructuralEq)]
#[seq(kind = "singleton")]
struct Marker;

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var(u32);

#[derive(StructuralEq)]
struct Use(Arc<Var>);

#[derive(StructuralEq)]
struct Expr<T> {
    value: T,
    operands: Vec<Expr<T>>,
}

#[derive(StructuralEq)]
enum Sign {
    Int(i64),
    Neg(Box<Sign>),
}

fn main() {
    nodes::<Marker>(&Marker).count();
    Walk::new().on(|_: &Marker, _| {}).run(&Marker);
    let used = Use(Arc::new(Var(32)));
    Walk::new().with_bindings().on(|used: &Use, at| assert!(at.meaning(&used.0).is_none())).run(&used);
    let expr = Expr { value: 1_u32, operands: vec![] };
    assert_eq!(nodes::<Expr<u32>>(&expr).count(), 1);
    Walk::new().on(|_: &Expr<u32>, _| {}).run(&expr);
    let program = Sign::Neg(Box::new(Sign::Int(1)));
    Subterms::new().of::<Box<Sign>>().common(&program);
}
