//! What it takes to find common subexpressions: no native stack, and no more than near-linear work.

use std::{mem, sync::Arc};

use sexpr_core::terms::{Subterms, hash_cons};
use sexpr_test_support::stack::with_stack;

use crate::lambda::{Expr, call, lambda, used, var};

fn chain(length: usize) -> Arc<Expr> {
    (0..length).fold(Arc::new(Expr::Int(1)), |chain, _| call([chain]))
}

/// `λx₁. … λxₙ. x₁ + (x₂ + (… + xₙ))`.
fn nested(depth: u32) -> Arc<Expr> {
    let vars: Vec<_> = (0..depth).map(|_| var("x")).collect();
    let body = vars.iter().fold(Arc::new(Expr::Int(0)), |body, var| Arc::new(Expr::Add(used(var), body)));
    vars.iter().fold(body, |body, var| lambda(var, body))
}

#[test]
fn two_chains_of_half_a_million_are_found_and_merged_in_a_small_stack() {
    with_stack(256, || {
        const LENGTH: usize = 500_000;
        let pair = Expr::Add(chain(LENGTH), chain(LENGTH));
        let common = Subterms::new().common(&pair);
        assert_eq!(common.len(), LENGTH + 1);
        assert_eq!(common[0][0].size(), LENGTH as u64 + 1);
        drop(common);
        let pair = hash_cons(pair).expect("no ids");
        let Expr::Add(left, right) = &pair else { panic!() };
        assert!(Arc::ptr_eq(left, right));
        mem::forget(pair);
    });
}

#[test]
fn a_node_that_is_reached_by_many_paths_is_one_member() {
    let tower = || (0..200).fold(Arc::new(Expr::Int(1)), |below, _| Arc::new(Expr::Add(below.clone(), below)));
    let towers = Expr::Add(tower(), tower());
    let common = Subterms::new().common(&towers);
    assert_eq!(common.len(), 201);
    assert!(common.iter().all(|class| class.len() == 2));
    assert_eq!(common[0][0].size(), u64::MAX);
    assert!(Subterms::new().common(&tower()).is_empty());
}

#[test]
fn memory_grows_almost_as_terms_do() {
    let bytes = |depth: u32| {
        let pair = Expr::Add(nested(depth), nested(depth));
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
