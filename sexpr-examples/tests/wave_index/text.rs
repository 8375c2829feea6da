//! Expressions are read and printed.

use proptest::prelude::*;
use sexpr_examples::text::SyntaxError;
use sexpr_examples::wave::index::{Condition, ErrorKind, IndexExpr, IndexSequence, Symbol};

use crate::generator::{any_condition, any_expr};
use crate::{condition, expr};

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_printed_is_read_as_the_same(written in any_expr(), holds in any_condition()) {
        let (read, text) = (expr(&written.to_string()), written.to_string());
        prop_assert_eq!((read.to_string(), read), (text, written));
        let (read, text) = (condition(&holds.to_string()), holds.to_string());
        prop_assert_eq!((read.to_string(), read), (text, holds));
    }

    #[test]
    fn no_text_is_too_much(text in "([xf$0-9() ,:~&|<>=!+*/%-]|mod|min|Piecewise|True|é){0,40}") {
        let (expr, condition, sequence): (Result<IndexExpr, _>, Result<Condition, _>, Result<IndexSequence, _>) =
            (text.parse(), text.parse(), text.parse());
        for error in [expr.err(), condition.err(), sequence.err()].into_iter().flatten() {
            prop_assert!(text.is_char_boundary(error.at()), "{}", error);
        }
    }
}

#[test]
fn operators_group_as_in_python_and_only_needed_brackets_are_printed() {
    for (bracketed, short) in [
        ("(a + b) + c", "a + b + c"),
        ("a + (b + c)", "a + (b + c)"),
        ("a + (b * c)", "a + b * c"),
        ("((a // b) mod c) ceildiv d", "a // b mod c ceildiv d"),
        ("a // (b mod c)", "a // (b mod c)"),
        ("(-a) // b", "-a // b"),
        ("a - (-b)", "a - -b"),
        ("a * (-3)", "a * -3"),
        ("min((a + b), (c))", "min(a + b, c)"),
        ("Piecewise(((a), ((f) & (g)) | (~h)))", "Piecewise((a, f & g | ~h))"),
        ("Piecewise((a, ~(b < c) & (d + e >= (1))))", "Piecewise((a, ~(b < c) & d + e >= 1))"),
        ("Piecewise((a, f & (g & h)))", "Piecewise((a, f & (g & h)))"),
    ] {
        assert_eq!(expr(bracketed).to_string(), short);
        assert_eq!(expr(short).to_string(), short);
    }
}

#[test]
fn other_spellings_are_read() {
    for (other, usual) in [
        ("a floordiv b", "a // b"),
        ("a % b", "a mod b"),
        ("Mod(a, b + 1)", "a mod (b + 1)"),
        ("Min(a, b)", "min(a, b)"),
        ("Max(a, b)", "max(a, b)"),
        (" a\n+\tb ", "a + b"),
        ("-9223372036854775808", "-9223372036854775808"),
        ("Piecewise()", "Piecewise()"),
    ] {
        assert_eq!(expr(other).to_string(), usual);
    }
}

#[test]
fn mistakes_are_told_with_their_place() {
    for (text, message) in [
        ("", "at byte 0: expected an expression, found the end of the text"),
        ("x +", "at byte 3: expected an expression, found the end of the text"),
        ("(x", "at byte 2: expected an operator or `)`, found the end of the text"),
        ("min()", "at byte 4: expected an expression, found `)`"),
        ("min x", "at byte 4: expected `(`, found `x`"),
        ("Piecewise((x))", "at byte 12: expected an operator or `,`, found `)`"),
        ("Piecewise((x, y + 1))", "at byte 14: expected a condition, found an expression"),
        ("Piecewise((x, f), )", "at byte 18: expected `(`, found `)`"),
        ("1 + (x < y)", "at byte 4: expected an expression, found a condition"),
        ("x < y", "at byte 0: expected an expression, found a condition"),
        ("True", "at byte 0: expected an expression, found a condition"),
        ("3x", "at byte 0: `3x` is not a number: numbers are integers; a name cannot begin with a digit"),
        ("x + é", "at byte 4: unexpected character 'é': names consist of letters, digits, `_` and `$`"),
    ] {
        assert_eq!(text.parse::<IndexExpr>().map_err(|error| error.to_string()), Err(message.to_owned()), "{text}");
    }
    for (text, at) in [("9223372036854775808", 0), ("x - 9223372036854775808", 4), ("--9223372036854775809", 2)] {
        let error = text.parse::<IndexExpr>().expect_err(text);
        assert_eq!(error.at(), at, "{text}");
        assert!(matches!(error.kind(), ErrorKind::Syntax(SyntaxError::Integer(_))), "{text}: {error}");
    }
    for text in ["a < b < c", "f & x + 1", "~3", "3", "f g", "f &"] {
        assert!(text.parse::<Condition>().is_err(), "{text}");
    }
    let error = "x : y".parse::<IndexSequence>().map_err(|error| error.to_string());
    assert_eq!(error, Err("at byte 5: expected an operator or `:`, found the end of the text".to_owned()));
}

#[test]
fn symbols_that_are_no_names_cannot_be_taken_for_anything_else() {
    let plain = expr("x // 4");
    let odd = IndexExpr::symbol(Symbol::new("x // 4"));
    assert_ne!(plain, odd);
    assert_ne!(plain.floor_divide(&IndexExpr::int(3)), odd.floor_divide(&IndexExpr::int(3)));
    assert_eq!(odd.to_string(), "\"x // 4\"");
    assert_eq!(IndexExpr::symbol("mod").to_string(), "\"mod\"");
    assert_eq!(IndexExpr::symbol("").to_string(), "\"\"");
}

#[test]
fn a_sequence_is_three_expressions() {
    let sequence: IndexSequence = "$WG0 * 4 + i : 2 : M * N".parse().expect("three expressions");
    assert_eq!(sequence.to_string(), "$WG0 * 4 + i : 2 : M * N");
    assert_eq!(sequence.size.as_int(), Some(2));
    assert_eq!(sequence.symbols(), ["$WG0", "M", "N", "i"].map(Symbol::new).into());
}
