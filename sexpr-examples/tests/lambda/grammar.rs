//! Which text means what, and how it is printed.

use sexpr_core::structural_equal;
use sexpr_examples::lambda;
use sexpr_examples::lambda::ast::Expr;

use crate::support::{assert_round_trip, error, program};
use crate::texts::unbracketed;

/// What the text means, written in one line.
#[track_caller]
fn line(text: &str) -> String {
    let program = program(text);
    assert_round_trip(&program);
    program.to_string()
}

/// A text with all brackets that it needs, and no other ones.
#[track_caller]
fn assert_minimal(text: &str) {
    assert_eq!(line(text), text);
    for bare in unbracketed(text) {
        if let Ok(other) = lambda::parse("bare.lam", &bare) {
            assert_ne!(other.to_string(), text, "needless brackets");
        }
    }
}

/// A text that means the same as one with other brackets, which are not printed.
#[track_caller]
fn assert_same(short: &str, bracketed: &str) {
    assert_eq!(line(short), short);
    assert_eq!(line(bracketed), short);
    assert_minimal(short);
}

#[test]
fn application_groups_to_the_left() {
    assert_same("f x y z", "((f x) y) z");
    assert_same("f (x y) z", "(f (x y)) z");
    assert_same("Cons 1 (Cons 2 Nil)", "(Cons 1) ((Cons (2)) Nil)");
    assert_same("f -1 x", "f (-1) x");
}

#[test]
fn what_begins_with_a_word_goes_as_far_as_it_can() {
    assert_same("\\x. f x", "\\x. (f x)");
    assert_same("\\x. \\y. x", "\\x. (\\y. x)");
    assert_same("let x = \\y. y in x 1", "let x = (\\y. y) in (x 1)");
    assert_same("let x = let y = 1 in y in x", "let x = (let y = 1 in y) in x");
    assert_same("letrec f = letrec g = h in g and h = f in f", "letrec f = (letrec g = h in g) and h = f in f");
    assert_same("match f x { _ -> \\y. y; z -> z }", "match (f x) { _ -> (\\y. y); z -> (z); }");
    assert_same("match \\x. x { _ -> 1 }", "match (\\x. x) { _ -> 1 }");
    assert_same("match match x { _ -> 1 } { _ -> 2 }", "match (match x { _ -> 1 }) { _ -> 2 }");
    assert_same("match x { _ -> match y { _ -> 1 }; 0 -> 2 }", "match x { _ -> (match y { _ -> 1 }); 0 -> 2 }");
}

#[test]
fn patterns_nest_in_brackets() {
    assert_same(
        "match x { Pair (Cons x _) (Some None) -> 1 }",
        "match x { (Pair ((Cons (x) (_))) (Some (None))) -> 1 }",
    );
    assert_minimal(
        "match x { Pair Nil (Cons -1 (Cons \"a\" rest)) -> rest; Nil -> 0; \"\" -> 1; 5 -> 2; _ -> x; y -> y }",
    );
}

#[test]
fn layout_and_comments_mean_nothing() {
    assert_eq!(line("-- before\nf--x\n--\n  \tx -- after\r\n(y)"), "f x y");
    assert_eq!(line("\\x.x"), "\\x. x");
    assert_eq!(line("\\f'.f'(-5)\"a\"Nil"), "\\f'. f' -5 \"a\" Nil");
    assert_eq!(line("match x{_->-1;y->y;}"), "match x { _ -> -1; y -> y }");
    assert_eq!(line("f --> x\ny"), "f y");
    assert_eq!(line("\u{feff}x"), "x");
}

#[test]
fn names() {
    assert_eq!(line("_x x' lets inner größe x1 _1"), "_x x' lets inner größe x1 _1");
    for text in ["x", "_x", "_X", "名", "élan", "lets"] {
        assert!(matches!(&program(text), Expr::Variable { name, .. } if name == text), "{text}");
    }
    for text in ["X", "Élan", "Let"] {
        assert!(matches!(&program(text), Expr::Constructor { name, .. } if name == text), "{text}");
    }
}

#[test]
fn literals() {
    assert_eq!(line("f 007 -0"), "f 7 0");
    assert_eq!(line("f 9223372036854775807 -9223372036854775808"), "f 9223372036854775807 -9223372036854775808");
    assert_eq!(line(r#""\n\r\t\\\"\u{0}\u{1F600}\u{7f} 日""#), "\"\\n\\r\\t\\\\\\\"\\u{0}😀\\u{7f} 日\"");
    let text = assert_round_trip(&Expr::string(('\0'..'\u{100}').collect::<String>()));
    assert!(!text.trim_end().contains(char::is_control), "{text:?}");
    for (text, value) in [(r#""\u{41}""#, "A"), (r#""\u{00000041}""#, ""), (r#""-- no comment""#, "-- no comment")] {
        match lambda::parse("test.lam", text) {
            Ok(read) => assert!(matches!(&read, Expr::String { value: found, .. } if found == value), "{text}"),
            Err(error) => assert!(value.is_empty() && error.to_string().contains("escape"), "{error}"),
        }
    }
}

#[test]
fn a_minus_is_a_sign_only_where_it_does_not_look_like_an_operator() {
    assert_eq!(line("f(-1) -1"), "f -1 -1");
    for text in ["n-1", "1-1", "- 1", "-x", "n' - 1"] {
        let error = error(text).to_string();
        assert!(error.contains("unexpected character '-'") || error.ends_with("is not a number"), "{error}");
    }
}

#[test]
fn the_last_arm_may_end_with_a_semicolon_and_there_may_be_none() {
    assert_eq!(line("match x { 0 -> 1; }"), "match x { 0 -> 1 }");
    assert_eq!(line("match x { }"), "match x {}");
}

#[test]
fn lines_are_broken_after_bindings_and_arms() {
    let text = "\
let fix = \\f.
  letrec x = f x in
  x in
letrec even = \\n. match n {
  0 -> True;
  _ ->
    let m = sub n 1 in
    odd m
}
and odd =
  let no = False in
  \\n. match n {
    0 -> no
  } in
even (let ten = 10 in match ten { n -> n })
";
    let program = program(text);
    assert_eq!(assert_round_trip(&program), text);
}

#[test]
fn names_that_are_bound_twice_at_once() {
    assert!(structural_equal(&program("\\x x. x"), &program("\\x y. y")));
    // Other arms and inner functions are other places.
    line("match x { Pair y _ -> y; Pair _ y -> \\y. y }");
}
