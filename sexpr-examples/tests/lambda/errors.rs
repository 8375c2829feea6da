//! What people see when a program is wrong.

use crate::texts::assert_messages;

#[test]
fn words() {
    assert_messages!([
        "f 12ab",
        "f 1.5",
        "f 9223372036854775808",
        "f -9223372036854775809",
        "f \"text",
        "f \"text\nmore\"",
        "f \"\\q\"",
        "f \"\\u{d800}\"",
        "f \"\\",
        "a + b",
        "n-1",
        "f 'x'",
        "f \u{201c}text\u{201d}",
        "# comment",
        "f [1]",
        "a ? b",
    ]);
}

#[test]
fn brackets() {
    assert_messages!(["f (g x", "f g)", "match x { 0 -> (1 }", "f ()", "{ x }"]);
}

#[test]
fn expressions() {
    assert_messages!([
        "",
        "-- only a comment\n",
        "f \\x. x",
        "f let x = 1 in x",
        "\\. x",
        "\\x -> x",
        "\\X. x",
        "\\in. x",
        "\\_. x",
        "\\x y",
        "x. y",
        "f _",
        "f = 1",
        "x -> y",
        "match x { 0 -> 1 } 2",
    ]);
}

#[test]
fn bindings() {
    assert_messages!([
        "let x = 1",
        "let x = 1 in",
        "let x 1 in x",
        "let f x = x in f",
        "let rec f = f in f",
        "let X = 1 in X",
        "let match = 1 in match",
        "let x = 1 and y = 2 in x",
        "letrec f = 1 and in f",
        "letrec f = \\x. g x and g = \\x. x and f = 1 in f",
        "let (Pair x y) = p in x",
    ]);
}

#[test]
fn matches() {
    assert_messages!([
        "match x",
        "match x with",
        "match x 0 -> 1",
        "match x { | 0 -> 1 }",
        "match x { 0 = 1 }",
        "match x { 0 -> 1 1 -> 2 }",
        "match x { 0 -> 1, _ -> 2 }",
        "match x { 0 -> ; _ -> 1 }",
        "match x { Pair x (Cons y x) -> x }",
        "match x { (f x) -> 1 }",
        "match x { \\y. y -> 1 }",
        "match x { in -> 1 }",
        "match x { ; }",
    ]);
}
