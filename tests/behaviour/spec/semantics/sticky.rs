//! Correspondences are never forgotten during one comparison, and are one-to-one in both directions.

use std::sync::Arc;

use sexpr_core::StructuralEq;
use sexpr_test_support::check::{differ_at, equal};

use crate::nodes::{Var, var};

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
