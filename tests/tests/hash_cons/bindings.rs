//! Variables that are the same object under several binders.

use std::sync::Arc;

use sexpr_core::{first_structural_mismatch, hash_cons};

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
        let mismatch = first_structural_mismatch(&hash_cons(given.clone()), &same);
        assert!(mismatch.is_none(), "{mismatch:?}");
        let mismatch = first_structural_mismatch(&hash_cons(given), &same);
        assert!(mismatch.is_none(), "{mismatch:?}");
    }
}
