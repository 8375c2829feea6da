//! Well-formedness: each rule by a program that breaks it.

/// Checks what is wrong with statements of a function.
macro_rules! problems_of {
    ($($statements:expr => $($problem:expr),*;)*) => {
        $(assert_problems($statements, &[$(&$problem),*]);)*
    };
}

mod blocks;
mod names;
mod types;

use std::sync::Arc;

use sexpr_examples::pypto::check::ProblemKind;
use sexpr_examples::pypto::ir::{BinaryExpr, DataType, Expr, Program, Span, Stmt, Type, Var};
use sexpr_examples::pypto::{FreeVars, check, parse_source};
use sexpr_examples::text::Source;

use crate::support::{assert_round_trip, assign, function, program, var};
use crate::texts::{programs, rendered};

/// What is wrong with a program, one problem a line.
fn problems(text: &str) -> String {
    lines(&program(text))
}

fn lines(program: &Program) -> String {
    check(program).iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// Checks a function with some parameters of these types and statements.
#[track_caller]
fn assert_problems(statements: &str, expected: &[&str]) {
    let text = format!(
        "def f(i: pi.Int64, s: pi.Int32, x: pi.FP32, b: pi.Bool, u: pi.Unknown, t: tuple[pi.Int64, pi.FP32], \
         a: pi.Tensor((n, 4), pi.FP32)):\n    {}\n",
        statements.replace('\n', "\n    ")
    );
    assert_eq!(problems(&text), expected.join("\n"), "{text}");
}

/// What is wrong with a function that was built.
fn built(params: Vec<Arc<Var>>, body: Stmt) -> String {
    lines(&function(params, body))
}

#[test]
fn the_programs_are_well_formed() {
    let mut all = programs("py", 25);
    // The names of the others say that a variable is free, or more.
    let file_of = |source: &Source| source.name().rsplit('/').next().map(str::to_owned).unwrap_or_default();
    all.retain(|source| !["free", "ill_formed"].iter().any(|others| file_of(source).starts_with(others)));
    assert!(all.len() >= 22, "only {} programs", all.len());
    for source in all {
        let program = parse_source(&source, &mut FreeVars::new()).expect("a program");
        assert_eq!(lines(&program), "", "{}", source.name());
    }
}

#[test]
fn all_problems_are_found_in_the_order_of_their_places() {
    let text = "def z(x: pi.Int64) -> pi.Int64:\n    y = q\n    return y + True\n\n\
                def a(x: pi.Int64):\n    y = x + 1.5\n    if x:\n        v = w\n";
    assert_eq!(
        problems(text),
        "test.py:2:9: `q` is not bound here\n\
         test.py:3:16: `+` takes numbers, found Bool\n\
         test.py:6:9: the operands of `+` have different types: Int64 and FP32\n\
         test.py:7:8: the condition must be Bool, found Int64\n\
         test.py:8:13: `w` is not bound here"
    );
}

#[test]
fn a_problem_has_a_kind_and_an_excerpt() {
    let text = "def f(b: pi.Bool):\n    if b:\n        x, y = pi.yield(1, 2)\n    z = x + y + 1.5\n";
    let problems = check(&program(text));
    assert!(matches!(problems[0].kind(), ProblemKind::NoElse));
    let source = Source::new("test.py", text);
    let shown: Vec<_> = problems.iter().map(|problem| rendered(&problem.reported(&source))).collect();
    insta::assert_snapshot!(shown.join("\n"));
}

/// Sharing of nodes and types within types must not be multiplied.
#[test]
fn shared_nodes_are_checked_once() {
    let mut text = String::from(
        "def f0(a: pi.Int64) -> pi.Tensor((a,), pi.FP32):\n    r: pi.Tensor((a,), pi.FP32) = op()\n    return r\n",
    );
    for level in 1..60 {
        let below = level - 1;
        text.push_str(&format!(
            "def f{level}(a: pi.Int64) -> pi.Tensor((f{below}(a), f{below}(a)), pi.FP32):\n    return a\n"
        ));
    }
    let problems = check(&program(&text));
    assert_round_trip(&program(&text));
    assert!(problems.iter().all(|problem| !problem.span().is_unknown()), "what is inferred has a place, too");
    assert_eq!(problems.len(), 59 * 3, "two extents that are no integers, and a result that is no tensor");

    let x = var("x", DataType::Int64);
    let tower = (0..60).fold(Expr::from(x.clone()), |below, _| {
        Expr::Add(BinaryExpr::new(Type::scalar(DataType::Int64), below.clone(), below, Span::unknown()))
    });
    assert_eq!(built(vec![x], assign(&var("y", DataType::Int64), tower)), "");
}
