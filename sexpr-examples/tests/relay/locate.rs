//! A mismatch's path leads to a place in the text.

use sexpr_examples::relay::{locate, parse_source};

use crate::texts::marked;

/// Checks what is marked at the first mismatch of two modules.
#[track_caller]
fn assert_marked_in(left: &str, right: &str, expected: [&str; 2]) {
    assert_eq!(marked([left, right], |source| parse_source(source).expect("a module"), locate), expected);
}

/// The same for the body of a function.
#[track_caller]
fn assert_marked(left: &str, right: &str, marked: [&str; 2]) {
    let around = |body: &str| format!("type T {{ A(int8, int8), B }} def @f(%x, %y) {{ {body} }}");
    assert_marked_in(&around(left), &around(right), marked);
}

#[test]
fn words() {
    assert_marked("1", "2", ["1", "2"]);
    assert_marked("%x + 1", "%x + 2", ["1", "2"]);
    assert_marked("%x", "%y", ["%x", "%y"]);
    assert_marked("f.g(1)", "f.h(1)", ["f.g", "f.h"]);
    assert_marked("%x + %y", "%x - %y", ["%x + %y", "%x - %y"]);
    assert_marked("f.g(1, a=1)", "f.g(1, a=2)", ["f.g(1, a=1)", "f.g(1, a=2)"]);
}

#[test]
fn parts() {
    assert_marked("(%x, (1))", "(%x, 2)", ["(1)", "2"]);
    assert_marked("(%x, 1).0", "(%x, 1).1", ["(%x, 1).0", "(%x, 1).1"]);
    assert_marked("(%x, 1).0", "(%x, 2).0", ["1", "2"]);
    assert_marked("if (%x) { 1 } else { 2 }", "if (%x) { 1 } else { 3 }", ["2", "3"]);
    assert_marked("let %a = 1; %a", "let %b = 2; %b", ["1", "2"]);
    assert_marked("%0 = g(%x, 1); (%0, %0)", "%0 = g(%x, 2); (%0, %0)", ["1", "2"]);
    assert_marked("let %a = 1; %a", "let %a = 1; %x", ["%a", "%x"]);
    assert_marked("fn (%a) { %a }", "fn (%a) { %x }", ["%a", "%x"]);
    assert_marked("match (%x) { A(%a, _) => %a }", "match (%x) { A(_, %a) => %a }", ["%a", "_"]);
    assert_marked("match (%x) { A(_, _) => 1 }", "match (%x) { A(_, _) => 2 }", ["1", "2"]);
    assert_marked("match (%x) { (_, B) => 1 }", "match (%x) { (_, _) => 1 }", ["B", "_"]);
}

#[test]
fn types_lead_to_what_has_them() {
    assert_marked("let %a: int8 = 1; %a", "let %a: int16 = 1; %a", ["%a: int8", "%a: int16"]);
    assert_marked_in("def @f(%x: int8) { 1 }", "def @f(%x: int16) { 1 }", ["%x: int8", "%x: int16"]);
    assert_marked_in("type T { A, B(int8) }", "type T { A, B(int16) }", ["B(int8)", "B(int16)"]);
    assert_marked_in(
        "def @f() -> int8 { 1 }",
        "def @f() -> () { 1 }",
        ["def @f() -> int8 { 1 }", "def @f() -> () { 1 }"],
    );
}

#[test]
fn what_is_missing() {
    assert_marked("(1, 2)", "(1, 2, 3)", ["2", "3"]);
    assert_marked("(1, 2)", "(1,)", ["2", "1"]);
    let (left, right) = ("def @f() { 1 } def @g() { 1 }", "def @f() { 1 } def @h() { 1 }");
    assert_marked_in(left, right, ["def @g() { 1 }", ""]);
}
