//! Correspondences are never forgotten during one comparison, and are one-to-one in both directions.

use std::sync::Arc;

use sexpr_core::StructuralEq;
use sexpr_test_support::check::{differ_at, equal};

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
}

use Statement::Return;

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
fn binding_one_variable_twice_must_be_matched_by_one_variable() {
    let input = var();
    let program = |same: bool| {
        let a = var();
        let b = if same { a.clone() } else { var() };
        vec![assign(&a, &input), assign(&b, &input)]
    };
    equal(&program(true), &program(true));
    differ_at("[1].Assign.target", &program(true), &program(false));
    differ_at("[1].Assign.target", &program(false), &program(true));
}

#[test]
fn a_variable_that_matched_itself_while_free_stands_for_itself_from_then_on() {
    let (x, y) = (var(), var());
    // `return x; x = x` and `return x; y = x`
    differ_at("[1].Assign.target", &vec![returns(&x), assign(&x, &x)], &vec![returns(&x), assign(&y, &x)]);
    equal(&vec![returns(&x), assign(&x, &x)], &vec![returns(&x), assign(&x, &x)]);
}

#[test]
fn a_variable_is_not_compared_by_its_fields_once_it_corresponds() {
    // Two parameters of one type may be swapped consistently, but not with one of another type.
    let program = |types: [i64; 2]| {
        let [a, b] = types.map(|ty| Arc::new(Var { ty }));
        vec![assign(&a, &a), assign(&b, &b)]
    };
    equal(&program([1, 2]), &program([1, 2]));
    differ_at("[0].Assign.target.ty", &program([1, 2]), &program([2, 1]));
}
