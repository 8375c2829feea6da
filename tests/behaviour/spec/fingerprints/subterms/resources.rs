//! Fingerprints of subterms take no native stack, and look at what is shared once.

use std::sync::Arc;

use sexpr_core::{
    StructuralEq,
    terms::{Subterms, drop_iteratively},
};
use sexpr_test_support::stack::with_stack;

#[derive(StructuralEq)]
#[seq(dismantle)]
enum Expr {
    Var(#[seq(var)] u32),
    Add(Box<Expr>, Box<Expr>),
    #[seq(scope)]
    Lambda(#[seq(var, def)] u32, Box<Expr>),
}

/// `λ0. λ1. … 0 + (1 + (2 + …))`, with names from this one on.
fn nested(depth: u32, first: u32) -> Expr {
    let names = first..first + depth;
    let uses = names.clone().map(Expr::Var).rev();
    let body = uses.reduce(|sum, name| Expr::Add(Box::new(name), Box::new(sum))).unwrap();
    names.rev().fold(body, |body, name| Expr::Lambda(name, Box::new(body)))
}

#[test]
fn binders_nested_a_hundred_thousand_deep_need_a_small_stack_and_no_square_of_time() {
    const DEPTH: u32 = if cfg!(miri) { 100 } else { 100_000 };
    let work = || {
        let terms = [nested(DEPTH, 0), nested(DEPTH, DEPTH)];
        let [one, other] = terms.each_ref().map(|term| Subterms::new().fingerprints(term));
        assert_eq!(one.len(), 3 * DEPTH as usize - 1);
        let fingerprints = [&one, &other].map(|subterms| subterms[0].1);
        assert!(fingerprints[0].is_some() && fingerprints[0] == fingerprints[1]);
        // Below the first binder, its variable is free.
        let inner = [&one, &other].map(|subterms| subterms[1].1);
        assert_ne!(inner[0], inner[1]);
        terms.into_iter().for_each(drop_iteratively);
    };
    with_stack(256, work);
}

#[derive(StructuralEq)]
enum Tower {
    Ground(#[seq(var)] u32),
    Floor(Arc<Tower>, Arc<Tower>),
    #[seq(scope)]
    Lambda(#[seq(var, def)] u32, Arc<Tower>),
}

#[test]
fn a_tower_of_shared_nodes_is_looked_at_once_a_floor() {
    let tower = |name| {
        let ground = Arc::new(Tower::Ground(name));
        let top = (0..100).fold(ground, |floor, _| Arc::new(Tower::Floor(floor.clone(), floor)));
        Tower::Lambda(name, top)
    };
    let (one, other) = (tower(0), tower(1));
    let subterms = Subterms::new().fingerprints(&one);
    assert_eq!(subterms.len(), 102);
    let fingerprints = Subterms::new();
    assert_eq!(fingerprints.fingerprint_of_root(&one), fingerprints.fingerprint_of_root(&other));
}

/// Patterns whose fields bind, and hold patterns.
#[derive(StructuralEq)]
#[seq(dismantle)]
enum Pattern {
    Name(#[seq(var)] u32),
    Nested(#[seq(def)] Box<Pattern>),
}

#[test]
fn nested_fields_that_bind_are_walked_twice_and_no_more() {
    const DEPTH: usize = if cfg!(miri) { 100 } else { 50_000 };
    let pattern = |name| (0..DEPTH).fold(Pattern::Name(name), |inner, _| Pattern::Nested(Box::new(inner)));
    let terms = [pattern(0), pattern(1)];
    let [one, other] = terms.each_ref().map(|term| Subterms::new().fingerprints(term));
    assert_eq!(one.len(), DEPTH + 1);
    let pairs = one.iter().zip(other.iter()).enumerate();
    // But for the name by itself, all of them bind it.
    pairs.for_each(|(index, ((_, one), (_, other)))| assert_eq!(one == other, index < DEPTH));
    terms.into_iter().for_each(drop_iteratively);
}
