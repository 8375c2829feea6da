//! Equal subterms with unordered parts: they are found, and become one.

use std::{collections::BTreeSet, sync::Arc};

use proptest::prelude::*;
use sexpr_core::{
    StructuralEq, assert_structural_equal, structural_equal,
    terms::{Subterms, hash_cons},
};

use super::language::numbers;

#[derive(Debug, StructuralEq)]
#[seq(kind = "var", rewrite)]
struct Var(u8);

#[derive(Clone, Debug, StructuralEq)]
#[seq(rewrite)]
enum Expr {
    Int(u64),
    Use(Arc<Var>),
    Neg(Arc<Expr>),
    Pair(Vec<Arc<Expr>>),
    Sum(#[seq(unordered)] Vec<Arc<Expr>>),
    #[seq(unordered(lhs, rhs))]
    Max {
        lhs: Arc<Expr>,
        rhs: Arc<Expr>,
    },
    #[seq(scope)]
    Lambda {
        #[seq(def)]
        params: Vec<Arc<Var>>,
        body: Arc<Expr>,
    },
}
use Expr::{Int, Lambda, Max, Neg, Pair, Sum, Use};

fn int(of: u64) -> Arc<Expr> {
    Arc::new(Int(of))
}

fn neg(of: Arc<Expr>) -> Arc<Expr> {
    Arc::new(Neg(of))
}

fn sum(of: impl IntoIterator<Item = Arc<Expr>>) -> Arc<Expr> {
    Arc::new(Sum(of.into_iter().collect()))
}

fn x(of: &Arc<Var>) -> Arc<Expr> {
    Arc::new(Use(of.clone()))
}

fn max(lhs: Arc<Expr>, rhs: Arc<Expr>) -> Arc<Expr> {
    Arc::new(Max { lhs, rhs })
}

/// Whether two terms become one beside each other.
fn become_one(one: Arc<Expr>, other: Arc<Expr>) -> bool {
    let pair = Arc::new(Pair(vec![one, other]));
    let merged = hash_cons(pair.clone()).expect("no ids");
    assert_structural_equal!(&merged, &pair);
    let Pair(parts) = &*merged else { unreachable!() };
    Arc::ptr_eq(&parts[0], &parts[1])
}

#[test]
fn terms_in_another_order_become_one() {
    assert!(become_one(sum([1, 2, 3].map(int)), sum([3, 1, 2].map(int))));
    assert!(!become_one(sum([1, 2, 2].map(int)), sum([1, 1, 2].map(int))));
    assert!(become_one(sum([neg(int(1)), sum([1, 2].map(int))]), sum([sum([2, 1].map(int)), neg(int(1))])));
    assert!(become_one(max(int(1), neg(int(2))), max(neg(int(2)), int(1))));
    assert!(!become_one(max(int(1), int(2)), max(int(1), int(1))));
    assert!(!become_one(Arc::new(Pair([1, 2].map(int).into())), Arc::new(Pair([2, 1].map(int).into()))));
}

#[test]
fn the_order_that_is_met_first_stays() {
    let merged = hash_cons(Pair(vec![sum([3, 1, 2].map(int)), sum([1, 2, 3].map(int))])).expect("no ids");
    let Pair(parts) = &merged else { unreachable!() };
    let Sum(operands) = &*parts[1] else { unreachable!() };
    let operands = operands.iter().map(|operand| if let Int(of) = **operand { of } else { 0 });
    assert_eq!(operands.collect::<Vec<_>>(), [3, 1, 2]);
}

#[test]
fn common_subexpressions_are_found_in_any_order() {
    let free = Arc::new(Var(0));
    let one = sum([x(&free), int(1)]);
    let other = sum([int(1), x(&free)]);
    let root = Pair(vec![neg(one), neg(other)]);
    let found = Subterms::new().common(&root);
    let paths: BTreeSet<Vec<String>> =
        found.iter().map(|class| class.iter().map(|node| node.path().to_string()).collect()).collect();
    assert!(paths.contains(&["[0]", "[1]"].map(String::from)[..]), "{paths:?}");
}

/// A term of some operators, with variables that are free or bound around it.
fn term(numbers: &mut impl FnMut(usize) -> usize, bound: &mut Vec<Arc<Var>>, depth: usize) -> Arc<Expr> {
    let kind = if depth == 0 { numbers(2) } else { numbers(7) };
    let mut below = |bound: &mut Vec<Arc<Var>>| term(numbers, bound, depth - 1);
    match kind {
        0 => int(numbers(2) as u64),
        1 => x(&bound[numbers(bound.len())]),
        2 => neg(below(bound)),
        3 => max(below(bound), below(bound)),
        4 => {
            bound.push(Arc::new(Var(0)));
            let body = below(bound);
            Arc::new(Lambda { params: vec![bound.pop().unwrap()], body })
        }
        _ => sum([below(bound), below(bound), below(bound)]),
    }
}

proptest! {
    /// Whatever becomes one is equal, and what is equal in place becomes one.
    #[test]
    fn what_becomes_one_is_equal(seed in any::<u64>()) {
        let mut numbers = numbers(seed);
        let mut free = vec![Arc::new(Var(0)), Arc::new(Var(0))];
        let terms: Vec<_> = (0..24).map(|_| term(&mut numbers, &mut free, 3)).collect();
        let merged = hash_cons(Pair(terms.clone())).expect("no ids");
        prop_assert!(structural_equal(&merged, &Pair(terms.clone())));
        let Pair(parts) = &merged else { unreachable!() };
        for (at, one) in terms.iter().enumerate() {
            for (other, part) in terms[..at].iter().zip(parts) {
                prop_assert_eq!(Arc::ptr_eq(part, &parts[at]), structural_equal(one, other));
            }
        }
    }
}
