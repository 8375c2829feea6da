//! A mismatch's path leads to a place in the text.

use sexpr_examples::pypto::{FreeVars, locate, parse_source};

use crate::texts::marked;

/// The texts at the first mismatch of two programs, without what follows the first line.
#[track_caller]
fn mismatch(left: &str, right: &str) -> [String; 2] {
    let mut free = FreeVars::new();
    marked([left, right], |source| parse_source(source, &mut free).expect("a program"), locate)
        .map(|text| text.lines().next().unwrap_or_default().to_owned())
}

/// Two functions' bodies that differ.
#[track_caller]
fn assert_marked(left: &str, right: &str, marked: [&str; 2]) {
    let text = |body: &str| format!("def f(a: pi.Int64, b: pi.Int64, c: pi.Bool):\n    {body}\n    return 0\n");
    assert_eq!(mismatch(&text(left), &text(right)), marked);
}

#[test]
fn constants_and_operations() {
    assert_marked("y = a + 1", "y = a + 2", ["1", "2"]);
    assert_marked("y = a * (b - 1)", "y = a * (b + 1)", ["(b - 1)", "(b + 1)"]);
    assert_marked("y = g(a, 1, 2)", "y = g(a, 1, 3)", ["2", "3"]);
    assert_marked("y = -(a + 1)", "y = -(a + 1.0)", ["1", "1.0"]);
    assert_marked("y = g(k=1)", "y = g(k=2)", ["g(k=1)", "g(k=2)"]);
    assert_marked("y = g(a, offset=[a, 0])", "y = g(a, offset=[a + 1, 0])", ["a", "a + 1"]);
}

#[test]
fn a_variable_is_marked_where_it_is_used() {
    assert_marked("y = 1 + (a * a)", "y = 1 + (a * b)", ["a", "b"]);
    assert_marked("y = a", "y = b", ["a", "b"]);
    assert_marked("y = free", "y = other", ["free", "other"]);
}

#[test]
fn statements() {
    assert_marked("y = a", "yield a", ["y = a", "yield a"]);
    assert_marked("if c:\n        y = 1", "if c:\n        y = 1\n    else:\n        y = 2", ["if c:", "y = 2"]);
    assert_marked("for i in pi.range(3):", "for i in pi.range(4):", ["3", "4"]);
    assert_marked(
        "for i, (s,) in pi.range(3, init_values=[1]):\n        s = pi.yield(s)",
        "for i, (s,) in pi.range(3, init_values=[2]):\n        s = pi.yield(s)",
        ["1", "2"],
    );
}

#[test]
fn types() {
    assert_marked("y: pi.Int8 = 1", "y: pi.Int4 = 1", ["pi.Int8", "pi.Int4"]);
    let text = |ty: &str| format!("def f(x: {ty}):\n    return x\n");
    assert_eq!(mismatch(&text("pi.Int8"), &text("pi.Int4")), ["pi.Int8", "pi.Int4"]);
    assert_eq!(
        mismatch(
            &text("tuple[pi.Int8, pi.Tensor((4, 5), pi.Int8)]"),
            &text("tuple[pi.Int8, pi.Tensor((4, 6), pi.Int8)]")
        ),
        ["5", "6"]
    );
}

/// The type of `y + y` is written at `y` only.
#[test]
fn an_inferred_type_is_marked_at_the_expression() {
    let left = "def f(a: pi.Int64):\n    y: pi.Int64 = 1.0\n    z: pi.Int8 = y + a\n";
    let right = "def f(a: pi.Int64):\n    y: pi.Int64 = 1.0\n    z: pi.Int8 = 1.0 + a\n";
    assert_eq!(mismatch(left, right), ["y + a", "1.0 + a"]);
}

#[test]
fn what_is_missing_is_marked_at_what_stands_before() {
    let text = |body: &str| format!("def f(a: pi.Int64):\n{body}");
    assert_eq!(
        mismatch(&text("    x = a\n    y = a\n"), &text("    x = a\n    y = a\n    z = a\n")),
        ["y = a", "z = a"]
    );
    assert_eq!(mismatch(&text("    return a, a\n"), &text("    return a, a, a\n")), ["a", "a"]);
    assert_eq!(mismatch("def f():\n", "def f():\n\ndef g():\n"), ["def f():", "def g():"]);
    assert_eq!(mismatch("def f():\n", "def f(x: pi.Int8):\n"), ["def f():", "x: pi.Int8"]);
}
