//! The examples that people think of.

use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
};

use sexpr_core::{
    StructuralEq, StructuralKey, first_structural_mismatch, structural_diff, structural_equal, structural_fingerprint,
};

use super::check;
use crate::nodes::{Var, var};

#[derive(Debug, StructuralEq)]
enum Expr {
    Int(i64),
    Use(Arc<Var>),
    Add(#[seq(unordered)] Vec<Expr>),
    Sub(Box<[Expr; 2]>),
    #[seq(scope)]
    Lambda {
        #[seq(def)]
        params: Vec<Arc<Var>>,
        body: Box<Expr>,
    },
}

use Expr::{Add, Int, Sub};

fn lambda(params: &[&Arc<Var>], body: Expr) -> Expr {
    Expr::Lambda { params: params.iter().map(|param| Arc::clone(param)).collect(), body: Box::new(body) }
}

fn x(of: &Arc<Var>) -> Expr {
    Expr::Use(of.clone())
}

#[test]
fn a_sum_is_the_same_in_any_order() {
    check(&Add(vec![Int(1), Int(2), Int(3)]), &Add(vec![Int(3), Int(1), Int(2)]), true);
}

#[test]
fn how_often_an_operand_occurs_counts() {
    check(&Add(vec![Int(1), Int(1), Int(2)]), &Add(vec![Int(1), Int(2), Int(2)]), false);
    check(&Add(vec![Int(1), Int(1)]), &Add(vec![Int(1)]), false);
}

#[test]
fn bound_variables_may_be_renamed_and_operands_reordered() {
    let (a, b, c, d) = (var(), var(), var(), var());
    let one = lambda(&[&a, &b], Add(vec![x(&a), Sub(Box::new([x(&b), Int(1)]))]));
    let other = lambda(&[&c, &d], Add(vec![Sub(Box::new([x(&d), Int(1)])), x(&c)]));
    let swapped = lambda(&[&c, &d], Add(vec![Sub(Box::new([x(&c), Int(1)])), x(&d)]));
    check(&one, &other, true);
    check(&one, &swapped, false);
}

#[test]
fn a_free_variable_equals_itself_alone() {
    let (a, b) = (var(), var());
    check(&Add(vec![x(&a), x(&b)]), &Add(vec![x(&b), x(&a)]), true);
    check(&Add(vec![x(&a), x(&a)]), &Add(vec![x(&a), x(&b)]), false);
}

#[test]
fn every_sequence_may_be_unordered() {
    #[derive(StructuralEq)]
    struct All {
        #[seq(unordered)]
        deque: VecDeque<i64>,
        #[seq(unordered)]
        boxed: Box<[i64]>,
        #[seq(unordered)]
        array: [Box<Expr>; 2],
        #[seq(unordered, payload)]
        payload: Vec<i64>,
    }
    let all = |reversed: bool| {
        let mut numbers = vec![1, 2, 3];
        let mut array = [Box::new(Int(1)), Box::new(Int(2))];
        if reversed {
            numbers.reverse();
            array.reverse();
        }
        All { deque: numbers.clone().into(), boxed: numbers.clone().into(), array, payload: numbers }
    };
    check(&all(false), &all(true), true);
    let mut other = all(true);
    other.boxed[0] = 4;
    check(&all(false), &other, false);
}

fn mismatch(one: &Expr, other: &Expr) -> String {
    first_structural_mismatch(one, other).map(|mismatch| mismatch.to_string()).unwrap_or_default()
}

#[test]
fn a_mismatch_shows_the_operand_without_a_partner_beside_the_one_that_is_most_like_it() {
    let product = |a: i64, b: i64| Sub(Box::new([Int(a), Int(b)]));
    let one = Add(vec![Int(1), product(2, 3), Int(4)]);
    let other = Add(vec![Int(4), Int(7), product(2, 5), Int(1)]);
    insta::assert_snapshot!(mismatch(&one, &other), @r"
    left:  [1][1]
    right: [2][1]
    3 differs from 5
    ");
    let (a, b, c, d) = (var(), var(), var(), var());
    let one = lambda(&[&a, &b], Add(vec![Int(1), x(&a)]));
    let other = lambda(&[&c, &d], Add(vec![x(&d), Int(1)]));
    insta::assert_snapshot!(mismatch(&one, &other), @r"
    left:  .Lambda.body[1]
    right: .Lambda.body[0]
    the variables are bound differently: the left one is bound at `.Lambda.params[0]`, the right one is bound at `.Lambda.params[1]`
    ");
}

#[test]
fn a_mismatch_names_the_first_operand_that_one_side_has_more_often() {
    insta::assert_snapshot!(mismatch(&Add(vec![Int(2), Int(1), Int(1)]), &Add(vec![Int(1), Int(2)])), @r"
    left:  [2]
    right: [2: missing]
    length 3 differs from length 2
    ");
    insta::assert_snapshot!(mismatch(&Add(vec![Int(1), Int(2)]), &Add(vec![Int(2), Int(3), Int(1)])), @r"
    left:  [2: missing]
    right: [1]
    length 2 differs from length 3
    ");
}

#[test]
fn a_diff_pairs_operands_whatever_their_order() {
    let one = Add(vec![Int(1), Int(2), Int(3), Add(vec![Int(4), Int(5)])]);
    let other = Add(vec![Add(vec![Int(5), Int(6)]), Int(3), Int(2)]);
    insta::assert_snapshot!(structural_diff(&one, &other), @r"
    left:  [0]
    right: [3: missing]
    removed, 2 parts
    left:  [3][0]
    right: [0][1]
    4 differs from 6
    ");
}

#[test]
fn terms_in_any_order_are_one_key() {
    #[derive(Debug, StructuralEq)]
    enum Size {
        Constant(u64),
        Product(#[seq(unordered)] Vec<Size>),
    }
    #[derive(Debug, StructuralEq)]
    struct Costs(HashMap<StructuralKey<Size>, u64>);

    let product = |factors: [u64; 3]| StructuralKey::new(Size::Product(factors.map(Size::Constant).into()));
    let costs = |one, other| Costs([(product(one), 1), (product(other), 2)].into());
    assert_eq!(product([1, 2, 3]), product([3, 1, 2]));
    assert_ne!(product([1, 2, 3]), product([3, 1, 3]));
    let one = costs([1, 2, 3], [4, 5, 6]);
    check(&one, &costs([3, 2, 1], [6, 4, 5]), true);
    check(&one, &costs([4, 5, 6], [1, 2, 3]), false);
    assert!(structural_fingerprint(&one).is_ok());
}

/// The elements of an outer sum may be of a type that is generic, so that its table tells what it reaches.
#[test]
fn generic_elements_have_no_order() {
    #[derive(StructuralEq)]
    enum Tree<T> {
        Leaf(T),
        Set(#[seq(unordered)] Vec<Tree<T>>),
    }
    let set = |numbers: [u64; 3]| Tree::Set(numbers.map(Tree::Leaf).into());
    assert!(structural_equal(
        &Tree::Set(vec![set([1, 2, 3]), set([4, 5, 6])]),
        &Tree::Set(vec![set([6, 5, 4]), set([2, 1, 3])])
    ));
    let keys = |one: [u64; 3]| HashMap::from([(StructuralKey::new(set(one)), 1)]);
    check(&keys([1, 2, 3]), &keys([3, 2, 1]), true);
    check(&keys([1, 2, 3]), &keys([3, 2, 2]), false);
}

#[test]
fn what_a_pattern_holds_stands_in_order() {
    #[derive(StructuralEq)]
    #[seq(scope)]
    struct Match {
        #[seq(def)]
        pattern: Arc<Expr>,
        body: Arc<Expr>,
    }
    let (a, b) = (var(), var());
    let pattern = |operands: [&Arc<Var>; 2]| Arc::new(Add(operands.map(x).into()));
    let body = |of: &Arc<Var>| Arc::new(x(of));
    let one = Match { pattern: pattern([&a, &b]), body: body(&a) };
    assert!(structural_equal(&one, &Match { pattern: pattern([&b, &a]), body: body(&b) }));
    assert!(!structural_equal(&one, &Match { pattern: pattern([&b, &a]), body: body(&a) }));
}

/// The same shared node, where its elements have an order and where they have none.
#[test]
fn what_is_known_of_a_node_in_one_region_is_not_used_in_another() {
    #[derive(StructuralEq)]
    struct Both {
        before: Arc<Expr>,
        #[seq(def)]
        bound: Arc<Expr>,
        after: Arc<Expr>,
    }
    let sum = |reversed: bool| {
        let mut operands: Vec<_> = (0..100).map(Int).collect();
        if reversed {
            operands.reverse();
        }
        Arc::new(Add(operands))
    };
    let all = |before: &Arc<Expr>, bound: &Arc<Expr>, after: &Arc<Expr>| Both {
        before: before.clone(),
        bound: bound.clone(),
        after: after.clone(),
    };
    let (one, other) = (sum(false), sum(true));
    for [l, r] in [[&one, &one], [&one, &other], [&other, &other]] {
        for (bound, expected) in [(&one, true), (&other, false)] {
            let (left, right) = (all(&one, &one, &one), all(l, bound, r));
            check(&left, &right, expected);
        }
    }
}

#[test]
fn tuples_of_one_type_may_be_unordered() {
    #[derive(StructuralEq)]
    struct Edge(#[seq(unordered)] (u64, u64));
    #[derive(StructuralEq)]
    struct Triangle {
        #[seq(unordered)]
        corners: (Arc<Var>, Arc<Var>, Arc<Var>),
    }

    check(&Edge((1, 2)), &Edge((2, 1)), true);
    let mismatch = first_structural_mismatch(&Edge((1, 2)), &Edge((3, 1))).unwrap();
    assert_eq!([mismatch.lhs().to_string(), mismatch.rhs().to_string()], [".1", ".0"]);

    let [a, b, c] = [var(), var(), var()];
    let triangle = |corners: [&Arc<Var>; 3]| {
        let [one, two, three] = corners.map(Arc::clone);
        Triangle { corners: (one, two, three) }
    };
    assert!(structural_equal(&triangle([&a, &b, &c]), &triangle([&c, &a, &b])));
    assert!(!structural_equal(&triangle([&a, &b, &c]), &triangle([&c, &a, &a])));
}
