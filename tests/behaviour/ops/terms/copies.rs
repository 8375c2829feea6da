//! Terms below more and more binders of one variable: each level doubles the ways to what is below.

use std::sync::Arc;

use sexpr_core::{
    first_structural_mismatch,
    rewrite::Rewrite,
    structural_fingerprint,
    terms::{Subterms, bound_variables, contains, count_nodes, free_variables, hash_cons, rename_bound, substitute},
    walk::{node_refs, nodes},
};

use crate::lambda::{Expr, Var, lambda, used, var, variable_of};

/// More than can be walked: 2⁶⁴ ways lead to what is below.
const LEVELS: usize = 64;

/// `e ↦ Add(e, λv. e)`, from a use of the variable and a number.
fn copies(variable: &Arc<Var>, number: i64) -> Arc<Expr> {
    let bottom = Expr::Add(used(variable), Arc::new(Expr::Int(number)));
    (0..LEVELS).fold(Arc::new(bottom), |copy, _| Arc::new(Expr::Add(copy.clone(), lambda(variable, copy))))
}

#[test]
fn each_operation_visits_what_is_below_as_often_as_it_means_something_new() {
    let v = var("v");
    let term = copies(&v, 1);
    assert_eq!(free_variables::<Var, _>(&term).len(), 1);
    assert_eq!(bound_variables::<Var, _>(&term).len(), 1);
    assert!(contains(&term, &Expr::Int(1)) && !contains(&term, &Expr::Int(2)));
    assert_eq!(count_nodes(&term).distinct, 2 * LEVELS + 4);
    assert_eq!((nodes::<Expr>(&term).count(), node_refs::<Expr>(&term).count()), (2 * LEVELS + 3, 2 * LEVELS + 3));
    assert!(first_structural_mismatch(&term, &copies(&v, 2)).is_some());
    assert!(structural_fingerprint(&term).is_err(), "a variable is free");
    assert!(Subterms::new().common(&term).is_empty(), "each term is there once");
    assert!(!Subterms::new().fingerprints(&term).is_empty());
}

#[test]
fn each_rewriting_does_so_too() {
    let v = var("v");
    let fresh = |var: &Var, number: usize| Var { name: format!("{}{number}", var.name) };
    let mut met = 0;
    let looked_at = Rewrite::new().with_bindings().after(|_: &Var, _| {
        met += 1;
        None::<Var>
    });
    looked_at.run(copies(&v, 1));
    assert!(met < 8 * LEVELS, "{met}");
    rename_bound(copies(&v, 1), fresh).expect("all are renamed");
    // `v` in the place of a free variable is captured by each lambda, whose variable is renamed.
    let outer = Expr::Add(used(&var("free")), copies(&v, 1));
    let by_v = |variable: &Var| (variable.name == "free").then(|| Expr::Use(v.clone()));
    substitute(outer, variable_of, by_v, fresh).expect("nothing else is captured");
    hash_cons(copies(&v, 1)).expect("there are no ids");
}
