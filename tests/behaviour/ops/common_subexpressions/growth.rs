//! What it takes to find common subexpressions: no native stack, and no more than near-linear work.

use std::{mem, sync::Arc};

use sexpr_core::{
    StructuralEq,
    terms::{Subterms, hash_cons},
};
use sexpr_test_support::stack::with_stack;

#[derive(StructuralEq)]
#[seq(kind = "var", rewrite)]
struct Var {
    #[seq(ignore)]
    name: u32,
}

#[derive(StructuralEq)]
#[seq(rewrite)]
enum Expr {
    Int(i64),
    Use(Arc<Var>),
    Next(Arc<Expr>),
    Pair(Arc<Expr>, Arc<Expr>),
    #[seq(scope)]
    Lambda {
        #[seq(def)]
        param: Arc<Var>,
        body: Arc<Expr>,
    },
}

fn chain(length: usize) -> Arc<Expr> {
    (0..length).fold(Arc::new(Expr::Int(1)), |chain, _| Arc::new(Expr::Next(chain)))
}

/// `λx₁. … λxₙ. x₁ + (x₂ + (… + xₙ))`.
fn nested(depth: u32) -> Arc<Expr> {
    let vars: Vec<Arc<Var>> = (0..depth).map(|name| Arc::new(Var { name })).collect();
    let used = |var: &Arc<Var>| Arc::new(Expr::Use(var.clone()));
    let body = vars.iter().fold(Arc::new(Expr::Int(0)), |body, var| Arc::new(Expr::Pair(used(var), body)));
    vars.into_iter().fold(body, |body, param| Arc::new(Expr::Lambda { param, body }))
}

#[test]
fn two_chains_of_half_a_million_are_found_and_merged_in_a_small_stack() {
    with_stack(256, || {
        const LENGTH: usize = 500_000;
        let pair = Expr::Pair(chain(LENGTH), chain(LENGTH));
        let common = Subterms::new().common(&pair);
        assert_eq!(common.len(), LENGTH + 1);
        assert_eq!(common[0][0].size(), LENGTH as u64 + 1);
        drop(common);
        let pair = hash_cons(pair).expect("no ids");
        let Expr::Pair(left, right) = &pair else { panic!() };
        assert!(Arc::ptr_eq(left, right));
        mem::forget(pair);
    });
}

#[test]
fn a_node_that_is_reached_by_many_paths_is_one_member() {
    let tower = || (0..200).fold(Arc::new(Expr::Int(1)), |below, _| Arc::new(Expr::Pair(below.clone(), below)));
    let towers = Expr::Pair(tower(), tower());
    let common = Subterms::new().common(&towers);
    assert_eq!(common.len(), 201);
    assert!(common.iter().all(|class| class.len() == 2));
    assert_eq!(common[0][0].size(), u64::MAX);
    assert!(Subterms::new().common(&tower()).is_empty());
}

#[test]
fn memory_grows_almost_as_terms_do() {
    let bytes = |depth: u32| {
        let pair = Expr::Pair(nested(depth), nested(depth));
        let mut classes = 0;
        let counted = allocation_counter::measure(|| classes = Subterms::new().common(&pair).len());
        // The whole, and the integers.
        assert_eq!(classes, 2);
        mem::forget(pair);
        counted.bytes_total
    };
    let [small, large] = [1_000, 10_000].map(bytes);
    assert!(large < 15 * small, "{small} bytes, then {large}");
}
