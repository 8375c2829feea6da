//! The examples that people think of.

use std::{collections::VecDeque, sync::Arc};

use sexpr_core::{StructuralEq, structural_equal, structural_fingerprint, structural_hash};

#[derive(Debug, StructuralEq)]
#[seq(kind = "var")]
struct Var;

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

fn var() -> Arc<Var> {
    Arc::new(Var)
}

fn x(of: &Arc<Var>) -> Expr {
    Expr::Use(of.clone())
}

fn are_equal(one: &Expr, other: &Expr) -> bool {
    let are_equal = structural_equal(one, other);
    assert_eq!(are_equal, structural_equal(other, one));
    if are_equal {
        assert_eq!(structural_hash(one), structural_hash(other));
        assert_eq!(structural_fingerprint(one).ok(), structural_fingerprint(other).ok());
    }
    are_equal
}

#[test]
fn a_sum_is_the_same_in_any_order() {
    assert!(are_equal(&Add(vec![Int(1), Int(2), Int(3)]), &Add(vec![Int(3), Int(1), Int(2)])));
}

#[test]
fn how_often_an_operand_occurs_counts() {
    assert!(!are_equal(&Add(vec![Int(1), Int(1), Int(2)]), &Add(vec![Int(1), Int(2), Int(2)])));
    assert!(!are_equal(&Add(vec![Int(1), Int(1)]), &Add(vec![Int(1)])));
}

#[test]
fn the_order_of_other_sequences_counts() {
    assert!(!are_equal(&Sub(Box::new([Int(1), Int(2)])), &Sub(Box::new([Int(2), Int(1)]))));
}

#[test]
fn sums_of_sums_are_the_same_in_any_order_at_every_depth() {
    let one = Add(vec![Add(vec![Int(1), Int(2)]), Add(vec![Int(3), Int(4)])]);
    let other = Add(vec![Add(vec![Int(4), Int(3)]), Add(vec![Int(2), Int(1)])]);
    assert!(are_equal(&one, &other));
    assert!(!are_equal(&one, &Add(vec![Add(vec![Int(1), Int(3)]), Add(vec![Int(2), Int(4)])])));
}

#[test]
fn bound_variables_may_be_renamed_and_operands_reordered() {
    let (a, b, c, d) = (var(), var(), var(), var());
    let one = lambda(&[&a, &b], Add(vec![x(&a), Sub(Box::new([x(&b), Int(1)]))]));
    let other = lambda(&[&c, &d], Add(vec![Sub(Box::new([x(&d), Int(1)])), x(&c)]));
    let swapped = lambda(&[&c, &d], Add(vec![Sub(Box::new([x(&c), Int(1)])), x(&d)]));
    assert!(are_equal(&one, &other));
    assert!(!are_equal(&one, &swapped));
}

#[test]
fn operands_that_differ_only_in_which_bound_variable_they_use_are_told_apart() {
    let (a, b, c, d) = (var(), var(), var(), var());
    let one = lambda(&[&a, &b], Add(vec![x(&a), x(&a), x(&b)]));
    assert!(are_equal(&one, &lambda(&[&c, &d], Add(vec![x(&d), x(&c), x(&c)]))));
    assert!(!are_equal(&one, &lambda(&[&c, &d], Add(vec![x(&d), x(&d), x(&c)]))));
}

#[test]
fn operands_may_bind_variables_of_their_own() {
    let (a, b, c) = (var(), var(), var());
    let one = lambda(&[&c], Add(vec![lambda(&[&a], Add(vec![x(&a), x(&c)])), Int(1)]));
    let other = lambda(&[&a], Add(vec![Int(1), lambda(&[&b], Add(vec![x(&a), x(&b)]))]));
    assert!(are_equal(&one, &other));
    let captured = lambda(&[&a], Add(vec![Int(1), lambda(&[&b], Add(vec![x(&b), x(&b)]))]));
    assert!(!are_equal(&one, &captured));
}

#[test]
fn a_free_variable_equals_itself_alone() {
    let (a, b) = (var(), var());
    assert!(are_equal(&Add(vec![x(&a), x(&b)]), &Add(vec![x(&b), x(&a)])));
    assert!(!are_equal(&Add(vec![x(&a), x(&a)]), &Add(vec![x(&a), x(&b)])));
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
    assert!(structural_equal(&all(false), &all(true)));
    assert_eq!(structural_hash(&all(false)), structural_hash(&all(true)));
    let mut other = all(true);
    other.boxed[0] = 4;
    assert!(!structural_equal(&all(false), &other));
}
