//! Free and bound variables.

use std::sync::Arc;

use sexpr_core::{
    StructuralEq,
    terms::{bound_variables, free_variables},
};

#[derive(StructuralEq, Debug, PartialEq)]
#[seq(kind = "var")]
struct Var {
    #[seq(ignore)]
    name: &'static str,
    ty: Option<Arc<Expr>>,
}

#[derive(StructuralEq, Debug, PartialEq)]
enum Expr {
    Use(Arc<Var>),
    Call(Vec<Arc<Expr>>),
    #[seq(scope)]
    Lambda(#[seq(def)] Arc<Var>, Arc<Expr>),
}

fn var(name: &'static str) -> Arc<Var> {
    Arc::new(Var { name, ty: None })
}

fn used(var: &Arc<Var>) -> Arc<Expr> {
    Arc::new(Expr::Use(var.clone()))
}

fn names(variables: &[&Var]) -> Vec<&'static str> {
    variables.iter().map(|variable| variable.name).collect()
}

#[test]
fn a_variable_may_be_free_at_one_place_and_bound_at_another() {
    let x = var("x");
    let shared = used(&x);
    let term = Expr::Call(vec![Arc::new(Expr::Lambda(x.clone(), shared.clone())), shared.clone(), shared]);
    assert_eq!(names(&free_variables(&term)), ["x"]);
    assert_eq!(names(&bound_variables(&term)), ["x"]);
    let Expr::Call(parts) = &term else { unreachable!() };
    assert!(free_variables::<Var, _>(&parts[0]).is_empty());
}

#[test]
fn variables_in_the_fields_of_variables_are_found() {
    let n = var("n");
    let x = Arc::new(Var { name: "x", ty: Some(used(&n)) });
    // In a pattern, the unbound variables in the fields of one that is bound are bound as well.
    assert_eq!(names(&bound_variables(&Expr::Lambda(x.clone(), used(&n)))), ["x", "n"]);
    assert_eq!(names(&free_variables(&Expr::Use(x))), ["x", "n"]);
}

#[test]
fn a_graph_with_more_paths_than_one_can_walk_is_no_trouble() {
    let x = var("x");
    let body = (0..200).fold(used(&x), |body, _| Arc::new(Expr::Call(vec![body.clone(), body])));
    let term = Expr::Call(vec![Arc::new(Expr::Lambda(x, body.clone())), body]);
    assert_eq!(names(&free_variables(&term)), ["x"]);
    assert_eq!(names(&bound_variables(&term)), ["x"]);
}
