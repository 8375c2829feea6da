//! Which variables and functions there are.

use std::collections::BTreeMap;

use sexpr_examples::pypto::ir::{
    ConstInt, DataType, ForStmt, Function, GlobalVar, IfStmt, IterArg, Program, Span, Type,
};

use sexpr_examples::pypto::check;
use sexpr_examples::text::Source;

use super::{assert_problems, built, lines, problems};
use crate::support::{assign, int, program, seq, var, yields};
use crate::texts::rendered;

#[test]
fn a_use_is_bound() {
    assert_problems("y = z + 1", &["test.py:2:9: `z` is not bound here"]);
    assert_problems("y = y", &["test.py:2:9: `y` is not bound here"]);
    assert_problems("y: pi.Tensor((k, n), pi.FP32) = op()", &["test.py:2:19: `k` is not bound here"]);
    assert_problems("y = op(w, v)", &["test.py:2:12: `w` is not bound here", "test.py:2:15: `v` is not bound here"]);
}

#[test]
fn a_shape_variable_is_bound_by_the_parameter_list() {
    assert_problems("y = n + 1", &[]);
}

#[test]
fn what_a_block_binds_ends_with_it() {
    let (x, y) = (var("x", DataType::Int64), var("y", DataType::Int64));
    let condition = ConstInt::new(1, DataType::Bool, Span::unknown());
    let branch = IfStmt::new(condition, assign(&x, int(1)), None, vec![], Span::unknown());
    assert_eq!(
        built(vec![], seq([branch.into(), assign(&y, x)])),
        "unknown place: `x` is bound in a block that has ended"
    );
}

#[test]
fn a_carried_value_is_not_used_after_its_loop() {
    let carried = IterArg::new("s", Type::scalar(DataType::Int64), int(0), Span::unknown());
    let (i, s, y) = (var("i", DataType::Int64), var("s_out", DataType::Int64), var("y", DataType::Int64));
    let range = [int(0), int(3), int(1)];
    let body = yields(vec![carried.clone().into()]);
    let counted = ForStmt::new(i, range, vec![carried.clone()], body, vec![s], Span::unknown());
    assert_eq!(
        built(vec![], seq([counted.into(), assign(&y, carried)])),
        "unknown place: `s` is carried by a loop that has ended"
    );
}

#[test]
fn a_variable_is_bound_once() {
    let x = var("x", DataType::Int64);
    assert_eq!(built(vec![], seq([assign(&x, int(1)), assign(&x, int(2))])), "unknown place: `x` is bound twice");
    assert_eq!(built(vec![x.clone()], assign(&x, int(1))), "unknown place: `x` is bound twice");
    assert_eq!(built(vec![x.clone(), x], seq([])), "unknown place: `x` is bound twice");
}

#[test]
fn functions_may_share_variables() {
    let x = var("x", DataType::Int64);
    let function = |name| Function::new(name, vec![x.clone()], vec![], yields(vec![]), Span::unknown());
    assert_eq!(lines(&Program::new([function("f"), function("g")], "", Span::unknown()).expect("two names")), "");
}

#[test]
fn a_function_is_known_by_its_name_and_no_two_have_one() {
    let function = |name: &str| Function::new(name, vec![], vec![], yields(vec![]), Span::unknown());
    let functions = BTreeMap::from([(GlobalVar::new("f"), function("f")), (GlobalVar::new("g"), function("f"))]);
    let program = Program { name: String::new(), functions, span: Span::unknown() };
    assert_eq!(
        lines(&program),
        "unknown place: the function `f` is known as `g`\nunknown place: there are two functions `f`"
    );
}

#[test]
fn functions_do_not_call_themselves() {
    let text = "def f(x: pi.Int64) -> pi.Int64:\n    return g(x)\n\ndef g(x: pi.Int64) -> pi.Int64:\n    return f(x)\n\n\
                def h(x: pi.Int64) -> pi.Int64:\n    return g(x)\n";
    assert_eq!(
        problems(text),
        "test.py:1:1: the function `f` calls itself\ntest.py:4:1: the function `g` calls itself"
    );
}

#[test]
fn a_name_that_branches_assign_is_not_bound_after_the_if() {
    let text =
        "def f(x: pi.Int64) -> pi.Int64:\n    if x > 0:\n        y = x\n    else:\n        y = -x\n    return y\n";
    let problems = check(&program(text));
    let shown: Vec<_> =
        problems.iter().map(|problem| rendered(&problem.reported(&Source::new("test.py", text)))).collect();
    insta::assert_snapshot!(shown.join("\n"));
}
