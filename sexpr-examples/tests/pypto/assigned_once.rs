//! A name is assigned once. What somebody who knows Python writes instead means something else there, and is refused.

use insta::assert_snapshot;
use miette::Diagnostic;
use sexpr_examples::pypto::{ErrorKind, check};

use crate::interpreter::{Outcome, Rules, Value, run};
use crate::support::{error, program};
use crate::texts::rendered;

#[track_caller]
fn help(text: &str) -> String {
    let error = error(text);
    assert!(matches!(error.kind(), ErrorKind::Again { .. }), "{error}");
    error.help().expect("there is help").to_string()
}

#[test]
fn the_message_shows_both_places_and_the_loop() {
    let text = "def sum_range(n: pi.Int64) -> pi.Int64:\n    sum = 0\n    for i in range(0, n, 1):\n        sum = sum + i\n    \
                return sum\n";
    assert_snapshot!(rendered(&error(text)));
}

#[test]
fn in_a_branch_the_if_has_a_result() {
    let text = "def f(x: pi.Int64):\n    y = 0\n    if x > 0:\n        y = x\n    return y\n";
    assert_snapshot!(rendered(&error(text)));
}

#[test]
fn elsewhere_another_name_is_given() {
    assert_eq!(help("def f(x):\n    y = 1\n    y = 2\n"), "give the new value another name, such as `y_2`");
    assert_eq!(help("def f(x):\n    x = 2\n"), "give the new value another name, such as `x_2`");
}

#[test]
fn a_name_that_a_block_binds_anew_is_not_used_after_it() {
    for block in [
        "for i in pi.range(n):\n        if i > 3: x = pi.yield(1)\n        else: x = pi.yield(2)\n        z = op(x)",
        "if n > 0:\n        for i, (x,) in pi.range(n, init_values=[x]): x = pi.yield(x * 2)\n        t = x",
        "for x in pi.range(n): z = op(x)",
    ] {
        let function =
            |result: &str| format!("def f(x: pi.Int64, n: pi.Int64) -> pi.Int64:\n    {block}\n    return {result}\n");
        let error = error(&function("x"));
        assert!(matches!(error.kind(), ErrorKind::Rebound { .. } | ErrorKind::Ended { .. }), "{error}");
        program(&function("n"));
    }
    let text = "def f(x: pi.Int64):\n    for x in pi.range(3): z = op(x)\n    y = x\n";
    assert_snapshot!(rendered(&error(text)));
}

#[test]
fn a_return_behind_an_if_without_names_does_not_name_what_is_bound() {
    let text = "def f(x: pi.Int64):\n    if x > 0: yield x\n    else: yield -x\n    return x\n";
    assert!(matches!(error(text).kind(), ErrorKind::ReturnOfIf(_)), "{}", error(text));
}

#[test]
fn names_in_blocks_that_have_ended_may_be_assigned() {
    program("def f(x: pi.Int64):\n    if x > 0:\n        y = 1\n    else:\n        y = 2\n    y = 3\n");
}

/// The loop of the help, in the place of the one that is refused, does what Python does.
#[test]
fn the_loop_of_the_help_carries_its_values() {
    let function = |body: &str, result: &str| {
        format!("def f(n: pi.Int64) -> pi.Int64:\n    a = 0\n    b = 1\n{body}\n    return {result}\n")
    };
    let cases = [
        ("    for i in range(0, n, 1):\n        a = a + i", "a_out", 45),
        ("    for i in range(n,): a = a + b; a = a * 2", "a_out", 2046),
        ("    for i in range(n):\n        t = a + b\n        a = b\n        b = t", "a_out", 55),
        ("    for i in range(n):\n        if i > 4:\n            c = g(b, k=1)\n        a = a + i * b", "a_out", 45),
    ];
    for (body, result, expected) in cases {
        let help = help(&function(body, "a"));
        let (first, rewritten) = help.split_once('\n').expect("a loop");
        assert_eq!(first, "carry it through the loop:");
        let program = program(&function(rewritten, result));
        assert_eq!(check(&program), []);
        let rules = Rules { pure: &[], lazy: true, commutes: false, steps: 10_000 };
        let meaning = run(&program, "f", vec![Value::int64(10)], rules);
        assert_eq!(meaning.outcome, Outcome::Results(vec![Value::int64(expected)]), "{rewritten}");
    }
}

#[test]
fn a_loop_that_cannot_be_rewritten_is_described() {
    for body in [
        "for i, (c,) in range(n, init_values=[b]):\n        a = a + i\n        c = pi.yield(c)",
        "for i in range(n):\n        if i > 0:\n            d = 1\n        a = g(a, a=2)",
    ] {
        let help = help(&format!("def f(n: pi.Int64):\n    a = 0\n    b = 1\n    {body}\n"));
        assert!(help.starts_with("carry it through the loop: name it among the carried values"), "{help}");
    }
}
