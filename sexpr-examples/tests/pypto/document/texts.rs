//! What the document, and the notes on the text, show in Python's syntax: each snippet, as it stands, in a function.

use sexpr_core::assert_structural_equal;
use sexpr_examples::pypto::ir::{
    AssignStmt, BinaryExpr, DataType, Expr, ForStmt, Function, IfStmt, IterArg, Program, SeqStmts, Stmt, Type, Var,
    YieldStmt,
};
use sexpr_examples::pypto::{check, parse};

use super::{binary, constant, int64, nowhere, var};
use crate::support::assert_round_trip;

/// A function with a parameter `n` and these lines.
fn function(lines: &str) -> String {
    let lines: String = lines.lines().map(|line| format!("    {line}\n")).collect();
    format!("# pypto.program: p\nimport pypto.ir as pi\n\ndef f(n: pi.Int64, x: pi.Int64):\n{lines}")
}

/// Reads a snippet, which is well formed and reads back, and compares it with what is built.
#[track_caller]
fn assert_means(lines: &str, built: impl FnOnce(&std::sync::Arc<Var>) -> Stmt) {
    let text = function(lines);
    let read = parse("document.py", &text).unwrap_or_else(|error| panic!("{error}"));
    assert!(check(&read).is_empty(), "{:?}", check(&read));
    assert_round_trip(&read);
    let n = var("n");
    let function = Function::new("f", vec![n.clone(), var("x")], vec![], built(&n), nowhere());
    assert_structural_equal!(read, Program::new([function], "", nowhere()).expect("one function"), "\n{text}");
}

/// `for i, (sum,) in pi.range(0, stop, 1, init_values=[init]):`, with its final value.
fn accumulation(stop: impl Into<Expr>, init: impl Into<Expr>) -> Stmt {
    let (i, sum) = (var("i"), IterArg::new("sum", int64(), init, nowhere()));
    let body = YieldStmt::new(vec![Expr::Add(binary(sum.clone(), i.clone()))], nowhere());
    let range = [constant(0).into(), stop.into(), constant(1).into()];
    ForStmt::new(i, range, vec![sum], body, vec![var("sum_final")], nowhere()).into()
}

#[test]
fn a_final_value_that_is_annotated_and_explained() {
    let lines = "for i, (sum,) in pi.range(0, n, 1, init_values=[0]):\n    sum = pi.yield(sum + i)\n\
                 sum_final: pi.Int64 = sum  # Capture final value in return variable";
    assert_means(lines, |n| accumulation(n.clone(), constant(0)));
}

#[test]
fn carried_values_in_ssa_form() {
    let lines = "# Python syntax\nsum_init = 0\nfor i, (sum,) in pi.range(0, 10, 1, init_values=[sum_init]):\n    \
                 sum = pi.yield(sum + i)\nsum_final = sum";
    assert_means(lines, |_| {
        let sum_init = var("sum_init");
        let init = AssignStmt::new(sum_init.clone(), constant(0), nowhere());
        SeqStmts::new(vec![init.into(), accumulation(constant(10), sum_init)], nowhere()).into()
    });
}

#[test]
fn a_loop_without_iteration_arguments_that_counts() {
    assert_means("for i in range(0, 10, 1):\n    y = n + i", |n| {
        let i = var("i");
        let body = AssignStmt::new(var("y"), Expr::Add(binary(n.clone(), i.clone())), nowhere());
        let range = [constant(0).into(), constant(10).into(), constant(1).into()];
        ForStmt::new(i, range, vec![], body, vec![], nowhere()).into()
    });
}

#[test]
fn branches_that_yield_in_both_forms() {
    let branches = |annotation: &str| {
        format!("if n > 0:\n    y1{annotation} = pi.yield(n * 2)\nelse:\n    y1{annotation} = pi.yield(n * 3)")
    };
    for annotation in ["", ": pi.Int64"] {
        assert_means(&branches(annotation), |n| {
            let times = |factor| Expr::Mul(binary(n.clone(), constant(factor)));
            let condition = Expr::Gt(BinaryExpr::new(Type::scalar(DataType::Bool), n.clone(), constant(0), nowhere()));
            let [then_body, else_body] =
                [2, 3].map(|factor| Stmt::from(YieldStmt::new(vec![times(factor)], nowhere())));
            IfStmt::new(condition, then_body, Some(else_body), vec![var("y1")], nowhere()).into()
        });
    }
}

#[test]
fn final_values_of_several_carried_ones() {
    let lines = "for i, (s, p) in pi.range(0, 10, 1, init_values=[0, 1]):\n    s, p = pi.yield(s + i, p * i)\n";
    for finals in ["s_out, p_out = s, p", "s_out = s\np_out = p", "s_out: pi.Int64 = s\np_out: pi.Int64 = p"] {
        assert_means(&format!("{lines}{finals}"), |_| {
            let i = var("i");
            let [s, p] =
                [("s", 0), ("p", 1)].map(|(name, init)| IterArg::new(name, int64(), constant(init), nowhere()));
            let values = vec![Expr::Add(binary(s.clone(), i.clone())), Expr::Mul(binary(p.clone(), i.clone()))];
            let range = [constant(0).into(), constant(10).into(), constant(1).into()];
            let results = vec![var("s_out"), var("p_out")];
            ForStmt::new(i, range, vec![s, p], YieldStmt::new(values, nowhere()), results, nowhere()).into()
        });
    }
}
