//! Variables that are the same object under several binders.

use std::sync::Arc;

use sexpr_core::{first_structural_mismatch, terms::hash_cons};

use crate::language::{Expr, Var};

#[test]
fn a_variable_with_a_term_in_it_may_be_free_here_and_bound_there() {
    let zero = || Arc::new(Expr::Int(0));
    let z = Arc::new(Var { name: "z".into(), ty: Some(Arc::new(Expr::Inline(zero()))) });
    let used = Arc::new(Expr::Use(z.clone()));
    let term = |used: &Arc<Expr>| {
        let lambda = Expr::Lambda { param: z.clone(), body: used.clone() };
        Arc::new(Expr::Add(zero(), Box::new(Expr::Add(used.clone(), Box::new(lambda)))))
    };
    let same = term(&Arc::new(Expr::Use(z.clone())));
    for given in [term(&used), term(&used)] {
        let mismatch = first_structural_mismatch(&hash_cons(given.clone()).expect("no ids"), &same);
        assert!(mismatch.is_none(), "{mismatch:?}");
        let mismatch = first_structural_mismatch(&hash_cons(given).expect("no ids"), &same);
        assert!(mismatch.is_none(), "{mismatch:?}");
    }
}

#[test]
fn what_binds_only_in_a_term_that_is_given_up_does_not_stay_apart() {
    let name = || Arc::new(Expr::UseName("x".into()));
    let matching = |pattern: &Arc<Expr>| Arc::new(Expr::Match { pattern: pattern.clone(), body: name() });
    let pattern = name();
    let pair = |one, other: Arc<Expr>| Arc::new(Expr::Add(one, Box::new(Expr::Inline(other))));
    let Expr::Add(uses, matches) =
        &*hash_cons(pair(pair(pattern.clone(), name()), pair(matching(&name()), matching(&pattern)))).expect("no ids")
    else {
        panic!()
    };
    let (Expr::Add(one, other), Expr::Inline(matches)) = (&**uses, &**matches) else { panic!() };
    let (Expr::Add(first, second), Expr::Inline(other)) = (&**matches, &**other) else { panic!() };
    let Expr::Inline(second) = &**second else { panic!() };
    assert!(Arc::ptr_eq(first, second), "they are equal");
    assert!(Arc::ptr_eq(one, other), "and none of these is a pattern any more");
}
