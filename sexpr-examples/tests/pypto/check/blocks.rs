//! Statements, and what blocks yield.

use sexpr_examples::pypto::ir::{AssignStmt, DataType, ForStmt, IterArg, OpStmts, Span, Type};

use super::{assert_problems, built, problems};
use crate::support::{int, seq, var, yields};

#[test]
fn conditions_are_truth_values_and_bounds_integers() {
    problems_of! {
        "if i:\n    y = 1" => "test.py:2:8: the condition must be Bool, found Int64";
        "if u:\n    y = 1" => ;
        "for k in pi.range(x, 1.5, b):\n    y = k" =>
            "test.py:2:23: the start of a range must be an integer, found FP32",
            "test.py:2:26: its stop must be an integer, found FP32",
            "test.py:2:31: its step must be an integer, found Bool";
        "for k in pi.range(s, i, 2):\n    y = k" => ;
    }
}

#[test]
fn branches_yield_as_many_values_as_the_if_has() {
    problems_of! {
        "if b:\n    y = pi.yield(1)\nelse:\n    yield 1, 2" =>
            "test.py:5:9: the `if` takes 1 value(s), but this yields 2";
        "if b:\n    y = pi.yield(1)\nelse:\n    z = 2" =>
            "test.py:5:9: the `if` takes 1 value(s), but nothing is yielded";
        "if b:\n    y = pi.yield(1)" => "test.py:2:5: this `if` has results but no `else`";
        "if b:\n    return 1" => "test.py:3:9: the `if` takes 0 value(s), but this yields 1";
        "if b:\n    yield\nelse:\n    z = 2" => ;
    }
}

#[test]
fn values_of_branches_agree() {
    let branches =
        |first: &str, second: &str| format!("if b:\n    y = pi.yield({first})\nelse:\n    y = pi.yield({second})");
    for (first, second, left, right) in [
        ("i", "x", "Int64", "FP32"),
        ("pi.const(1, pi.Int8)", "1", "Int8", "Int64"),
        ("True", "1", "Bool", "Int64"),
        ("a", "x", "Tensor((n, 4), FP32)", "FP32"),
    ] {
        let problem = |left, right| format!("test.py:5:22: the branches of the `if` yield {left} and {right}");
        assert_problems(&branches(first, second), &[&problem(left, right)]);
        assert_problems(&branches(second, first), &[&problem(right, left)]);
    }
    for (first, second) in [("s", "pi.const(1, pi.Int32)"), ("i", "1"), ("u", "x"), ("x", "1.5"), ("a", "a")] {
        assert_problems(&branches(first, second), &[]);
        assert_problems(&branches(second, first), &[]);
    }
}

#[test]
fn the_type_of_a_result_may_be_written() {
    let branches = |ty: &str, first: &str, second: &str| {
        format!("if b:\n    y: pi.{ty} = pi.yield({first})\nelse:\n    y: pi.{ty} = pi.yield({second})")
    };
    problems_of! {
        &branches("Int64", "i", "1") => ;
        &branches("Int8", "1", "2") => ;
        &branches("Int8", "1", "200") => "test.py:5:31: the result of the `if` must be Int8, found 200";
        &branches("Int32", "i", "i") =>
            "test.py:3:32: the result of the `if` must be Int32, found Int64",
            "test.py:5:32: the result of the `if` must be Int32, found Int64";
    }
}

#[test]
fn a_loop_yields_as_many_values_as_it_carries_and_names() {
    let counted =
        |yielded: &str, after: &str| format!("for k, (p, q) in pi.range(i, init_values=[0, x]):\n    {yielded}{after}");
    problems_of! {
        &counted("p, q = pi.yield(p + k, q)", "\nc, d = p, q") => ;
        &counted("yield p", "\nc, d = p, q") => "test.py:3:9: the loop takes 2 value(s), but this yields 1";
        &counted("z = p", "\nc, d = p, q") => "test.py:3:9: the loop takes 2 value(s), but nothing is yielded";
        &counted("yield p, q", "\nd = q") => ;
        "for k in pi.range(i):\n    yield k" => "test.py:3:9: the loop takes 0 value(s), but this yields 1";
    }
}

#[test]
fn a_loop_has_a_final_value_for_everything_that_it_carries() {
    let carried = IterArg::new("s", Type::scalar(DataType::Int64), int(0), Span::unknown());
    let body = yields(vec![carried.clone().into()]);
    let i = var("i", DataType::Int64);
    let counted = ForStmt::new(i, [0, 3, 1].map(int), vec![carried], body, vec![], Span::unknown());
    assert_eq!(built(vec![], counted.into()), "unknown place: the loop carries 1 value(s), but 0 are named after it");
}

#[test]
fn values_of_a_loop_agree() {
    problems_of! {
        "for k, (p,) in pi.range(i, init_values=[0]):\n    p = pi.yield(x)\nc: pi.Int32 = p" =>
            "test.py:3:22: the carried value must be Int64, found FP32",
            "test.py:4:5: the final value must be Int64, found Int32";
    }
    let carried = IterArg::new("s", Type::scalar(DataType::FP32), int(0), Span::unknown());
    let (k, out) = (var("k", DataType::FP32), var("out", DataType::FP32));
    let body = yields(vec![carried.clone().into()]);
    let counted = ForStmt::new(k, [0, 3, 1].map(int), vec![carried], body, vec![out], Span::unknown());
    assert_eq!(
        built(vec![], counted.into()),
        "unknown place: the initial value must be FP32, found Int64\n\
         unknown place: the counter of a loop must be an integer, found FP32"
    );
}

#[test]
fn a_function_yields_its_results() {
    let body = |body: &str| problems(&format!("def f(x: pi.FP32) -> tuple[pi.Int64, pi.FP32]:\n    {body}\n"));
    assert_eq!(body("return 1, x"), "");
    assert_eq!(body("return x, x"), "test.py:2:12: the result must be Int64, found FP32");
    assert_eq!(body("return 1"), "test.py:2:5: the function takes 2 value(s), but this yields 1");
    assert_eq!(body("y = 1"), "test.py:2:5: the function takes 2 value(s), but nothing is yielded");
    problems_of! { "return 1" => "test.py:2:5: the function takes 0 value(s), but this yields 1"; }
}

#[test]
fn nothing_follows_a_yield() {
    let follows = "this follows the yield that ends the block";
    problems_of! {
        "yield\ny = 1\nz = 2" => format!("test.py:3:5: {follows}"), format!("test.py:4:5: {follows}");
    }
    let assigns =
        OpStmts::new(vec![AssignStmt::new(var("y", DataType::Int64), int(1), Span::unknown())], Span::unknown());
    let nested = seq([seq([yields(vec![])]), seq([assigns.into()])]);
    assert_eq!(built(vec![], nested), format!("unknown place: {follows}"));
}
