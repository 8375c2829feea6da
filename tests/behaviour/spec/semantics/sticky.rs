//! Correspondences are never forgotten during one comparison, and are one-to-one in both directions.

use std::sync::Arc;

use sexpr_core::StructuralEq;
use sexpr_test_support::check::{assert_reason, differ_at, equal};

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    ty: i64,
}

fn var() -> Arc<Var> {
    Arc::new(Var { ty: 0 })
}

/// A program in SSA form: statements bind for those that follow.
#[derive(StructuralEq)]
enum Statement {
    Assign {
        #[seq(def)]
        target: Arc<Var>,
        value: Arc<Var>,
    },
    Return(Arc<Var>),
    Block(Vec<Statement>),
}

use Statement::{Block, Return};

fn assign(target: &Arc<Var>, value: &Arc<Var>) -> Statement {
    Statement::Assign { target: target.clone(), value: value.clone() }
}

fn returns(value: &Arc<Var>) -> Statement {
    Return(value.clone())
}

#[test]
fn a_statement_binds_for_the_statements_after_it() {
    let input = var();
    let program = || {
        let (a, b) = (var(), var());
        vec![assign(&a, &input), assign(&b, &a), returns(&b)]
    };
    equal(&program(), &program());
}

#[test]
fn what_is_bound_inside_a_block_stays_bound_after_it() {
    let input = var();
    let program = || {
        let a = var();
        vec![Block(vec![assign(&a, &input)]), returns(&a)]
    };
    equal(&program(), &program());
}

#[test]
fn uses_must_correspond() {
    let input = var();
    let program = |returned: usize| {
        let names = [var(), var()];
        vec![assign(&names[0], &input), assign(&names[1], &input), returns(&names[returned])]
    };
    assert_reason(&differ_at("[2]", &program(0), &program(1)), &["bound"]);
}

#[test]
fn binding_one_variable_twice_must_be_matched_by_one_variable() {
    let input = var();
    let program = |same: bool| {
        let a = var();
        let b = if same { a.clone() } else { var() };
        vec![assign(&a, &input), assign(&b, &input)]
    };
    equal(&program(true), &program(true));
    differ_at("[1].target", &program(true), &program(false));
    differ_at("[1].target", &program(false), &program(true));
}

#[test]
fn a_variable_that_matched_itself_while_free_stands_for_itself_from_then_on() {
    let (x, y) = (var(), var());
    // `return x; x = x` and `return x; y = x`
    differ_at("[1].target", &vec![returns(&x), assign(&x, &x)], &vec![returns(&x), assign(&y, &x)]);
    equal(&vec![returns(&x), assign(&x, &x)], &vec![returns(&x), assign(&x, &x)]);
}

#[test]
fn a_variable_bound_to_another_no_longer_matches_itself() {
    let (x, y) = (var(), var());
    // `x = x` is compared target first, so that its value is the bound `x`; so is the use after it.
    differ_at("[1]", &vec![assign(&x, &x), returns(&x)], &vec![assign(&y, &y), returns(&x)]);
    equal(&vec![assign(&x, &x), returns(&x)], &vec![assign(&y, &y), returns(&y)]);
}

#[test]
fn crossing_two_variables_of_both_sides_is_a_renaming_like_any_other() {
    let (x, y) = (var(), var());
    let program = |a: &Arc<Var>, b: &Arc<Var>| vec![assign(a, a), assign(b, a), returns(b)];
    equal(&program(&x, &y), &program(&y, &x));
}

#[test]
fn a_variable_is_not_compared_by_its_fields_once_it_corresponds() {
    // Two parameters of one type may be swapped consistently, but not with one of another type.
    let program = |types: [i64; 2]| {
        let [a, b] = types.map(|ty| Arc::new(Var { ty }));
        vec![assign(&a, &a), assign(&b, &b)]
    };
    equal(&program([1, 2]), &program([1, 2]));
    differ_at("[0].target.ty", &program([1, 2]), &program([2, 1]));
}
