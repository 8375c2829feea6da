//! A mismatch's path leads to a place in the text.

use sexpr_examples::lambda::{locate, parse_source};

use crate::texts::marked;

/// Checks what is marked at the first mismatch of two programs.
#[track_caller]
fn assert_marked(left: &str, right: &str, expected: [&str; 2]) {
    assert_eq!(marked([left, right], |source| parse_source(source).expect("a program"), locate), expected);
}

#[test]
fn words() {
    assert_marked("f 1 x", "f 2 x", ["1", "2"]);
    assert_marked("f \"日\"", "f \"本\"", ["\"日\"", "\"本\""]);
    assert_marked("f A", "f B", ["A", "B"]);
    assert_marked("f 1", "f \"1\"", ["1", "\"1\""]);
    assert_marked("1", "2", ["1", "2"]);
}

#[test]
fn variables_are_marked_where_they_are_used() {
    assert_marked("\\x y. f x x", "\\x y. f x y", ["x", "y"]);
    assert_marked("f free", "f other", ["free", "other"]);
    assert_marked("\\x. f x", "\\y. f x", ["x", "x"]);
    assert_marked("letrec f = g and g = f in f", "letrec f = g and g = f in g", ["f", "g"]);
    assert_marked("match l { Cons x xs -> x }", "match l { Cons x xs -> xs }", ["x", "xs"]);
}

#[test]
fn brackets_belong_to_what_they_enclose() {
    assert_marked("f (\\x. x)", "f (g h)", ["(\\x. x)", "(g h)"]);
    assert_marked("\\x. ((x))", "\\x. (1)", ["((x))", "(1)"]);
    assert_marked("match x { (C (D 1)) -> 1 }", "match x { (C (E 1)) -> 1 }", ["(D 1)", "(E 1)"]);
}

#[test]
fn bindings() {
    assert_marked("let x = f 1 in x", "let y = f 2 in y", ["1", "2"]);
    assert_marked("let x = 1 in f x", "let x = 1 in f 1", ["x", "1"]);
    assert_marked("letrec f = 1 and g = 2 in f", "letrec f = 1 and g = 3 in f", ["2", "3"]);
    assert_marked("let x = x in x", "letrec x = x in x", ["let x = x in x", "letrec x = x in x"]);
}

#[test]
fn arms_and_patterns() {
    assert_marked("match x { 0 -> f; _ -> g }", "match x { 0 -> f; _ -> h }", ["g", "h"]);
    assert_marked("match x { 0 -> f; 1 -> g }", "match x { 0 -> f; 2 -> g }", ["1", "2"]);
    assert_marked("match x { _ -> 1 }", "match y { _ -> 1 }", ["x", "y"]);
    assert_marked("match x { Cons (Some y) 1 -> y }", "match x { Cons (Some y) z -> y }", ["1", "z"]);
    assert_marked("match x { \"a\" -> 1 }", "match x { \"b\" -> 1 }", ["\"a\"", "\"b\""]);
}

#[test]
fn what_is_missing_is_marked_at_what_stands_before() {
    assert_marked("match x { 0 -> f }", "match x { 0 -> f; _ -> g }", ["0 -> f", "_ -> g"]);
    assert_marked("match x { }", "match x { _ -> g }", ["match x { }", "_ -> g"]);
    assert_marked("match x { C a -> 1 }", "match x { C a b -> 1 }", ["a", "b"]);
    assert_marked("match x { C -> 1 }", "match x { C b -> 1 }", ["C", "b"]);
    assert_marked("\\x. x", "\\x y. x", ["\\x. ", "\\x y. "]);
    assert_marked("letrec f = 1 in f", "letrec f = 1 and g = f in f", ["1", "f"]);
}
