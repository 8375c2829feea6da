//! Graph bindings, `%0 = e;`: the name means the expression, which its uses share.

use std::fmt::Write;
use std::time::{Duration, Instant};

use sexpr_core::{structural_equal, structural_hash};
use sexpr_examples::relay::{self, infer};

use crate::support::{assert_round_trip, error, expr, module};

/// Whether two bodies of one function are equal; equal ones have the same hash.
#[track_caller]
fn are_equal(left: &str, right: &str) -> bool {
    let [left, right] = [left, right].map(|body| module(&format!("def @main(%x, %y) {{ {body} }}")));
    for read in [&left, &right] {
        assert_round_trip(read);
    }
    let equal = structural_equal(&left, &right);
    assert_eq!(equal, structural_hash(&left) == structural_hash(&right));
    equal
}

#[test]
fn a_name_that_is_used_once_means_its_expression() {
    for (left, right) in [
        ("%0 = f(%x); g(%0)", "g(f(%x))"),
        ("%0 = f(%x); %1 = g(%0, %y); h(%1).0", "h(g(f(%x), %y)).0"),
        ("%0 = 3; %0", "3"),
        ("%0 = (); (%0, %0)", "((), ())"),
        ("%0 = (let %a = %x; f(%a)); g(%0)", "g((let %b = %x; f(%b)))"),
        ("let %a = %x; %0 = (let %b = %a; f(%b)); %0", "let %a = %x; let %b = %a; f(%b)"),
        ("%0 = fn (%z) { %z }; %0(%x)", "(fn (%a) { %a })(%x)"),
        ("if (%x) { %0 = f(%y); g(%0) } else { %y }", "if (%x) { g(f(%y)) } else { %y }"),
        ("%0 = f(%x); %y", "%y"),
        ("%0 = f(%x); %1 = %0; g(%1)", "g(f(%x))"),
    ] {
        assert!(are_equal(left, right), "{left} | {right}");
    }
}

#[test]
fn what_is_shared_differs_from_what_is_written_twice() {
    for (left, right) in [
        ("%0 = f(%x); (%0, %0)", "(f(%x), f(%x))"),
        ("%0 = f(%x); (%0, %0)", "let %a = f(%x); (%a, %a)"),
        ("%0 = f(%x); %0", "let %a = f(%x); %a"),
        ("%0 = f(%x); (%0, %0)", "%0 = f(%x); (%0, f(%x))"),
        ("%0 = f(%x); %1 = f(%x); (%0, %1, %0)", "%0 = f(%x); %1 = f(%x); (%0, %1, %1)"),
        ("%0 = f(%x).0; (%0, %0)", "(f(%x).0, f(%x).0)"),
        ("%0 = fn () { %x }; (%0, %0)", "(fn () { %x }, fn () { %x })"),
        ("%0 = f(%x); fn () { (%0, %0) }", "fn () { (f(%x), f(%x)) }"),
    ] {
        assert!(!are_equal(left, right), "{left} | {right}");
    }
}

#[test]
fn neither_order_nor_names_nor_places_of_bindings_count() {
    for (left, right) in [
        ("%0 = f(%x); %1 = g(%y); (%1, %0, %1, %0)", "%0 = g(%y); %1 = f(%x); (%0, %1, %0, %1)"),
        ("%0 = f(%x); (%0, %0)", "%result = f(%x); (%result, %result)"),
        ("%0 = f(%x); (%0, %0, ())", "%0 = f(%x); %1 = h(%y); %2 = g(%1, %0); (%0, %0, ())"),
        ("%0 = f(%x); if (%x) { (%0, %0) } else { () }", "if (%x) { %0 = f(%x); (%0, %0) } else { () }"),
        ("%0 = f(%x); let %a = %y; (%a, %0, %0)", "let %a = %y; %0 = f(%x); (%a, %0, %0)"),
        // A member belongs to its tuple: it is that which is shared.
        ("%0 = f(%x); (%0.0, %0.0)", "%0 = f(%x).0; (%0, %0)"),
        ("%0 = f(%x); %1 = %0.1; %2 = %1.0; (%2, %2)", "%0 = f(%x); (%0.1.0, %0.1.0)"),
    ] {
        assert!(are_equal(left, right), "{left} | {right}");
    }
}

#[test]
fn a_name_is_seen_where_it_is_bound_and_below() {
    assert!(are_equal("%0 = f(%x); fn (%z) { g(%0, %z, %0) }", "%0 = f(%x); fn (%a) { g(%0, %a, %0) }"));
    assert!(are_equal("%0 = f(%x); %0 = g(%0); (%0, %0)", "%0 = f(%x); %1 = g(%0); (%1, %1)"));
    for text in [
        "def @f(%x) { (fn () { %0 = g(%x); %0 }, %0) }",
        "def @f(%x) { %0 = fn (%y) { %0(%y) }; %0 }",
        "def @f(%x) { %0 = g(%x); %0 } def @g() { %0 }",
    ] {
        assert!(error(text).to_string().ends_with("`%0` is not bound here"), "{text}");
    }
}

#[test]
fn what_is_shared_is_printed_with_a_number() {
    for (text, printed) in [
        ("%0 = %a + %b; (%0, %0)", "%0 = %a + %b; (%0, %0)"),
        ("%7 = %a + %b; %3 = %7 * %7; %3 * %3", "%7 = %a + %b; %3 = %7 * %7; %3 * %3"),
        ("if (%c) { %0 = %a + %b; %0 * %0 } else { %a }", "if (%c) { %0 = %a + %b; %0 * %0 } else { %a }"),
        ("%0 = %a + %b; if (%c) { %0 } else { -%0 }", "%0 = %a + %b; if (%c) { %0 } else { -%0 }"),
        ("%1 = (); %1", "()"),
        ("%y = -%a; (%y, %y)", "%y = -%a; (%y, %y)"),
    ] {
        assert_eq!(expr(text), printed);
    }
}

#[test]
fn a_let_is_not_printed_as_a_graph_binding_nor_the_other_way_round() {
    let text = relay::print(&module("def @f(%x) { let %0 = -%x; %1 = -%0; (%1, %1, %0) }"));
    assert!(text.contains("let %v0 = -%x;") && text.contains("%1 = -%v0;"), "{text}");
    assert!(!text.contains("let %0") && !text.contains("let %1"), "{text}");
}

#[test]
fn types_go_through_graph_bindings() {
    let text = "
        def @main(%x: Tensor[(2, 3), float32], %w: Tensor[(4, 3), float32]) {
          %0 = nn.dense(%x, %w, units=4);
          %1 = fn (%p: Tensor[(2, 4), float32], Primitive=1) { nn.relu(%p) };
          %2 = %1(%0);
          %3 = (%2, %0);
          %4 = %3.0;
          (%4, concatenate(%3, axis=1))
        }";
    let inferred = infer(&module(text)).expect("it is well typed");
    let result = "(Tensor[(2, 4), float32], Tensor[(2, 8), float32])";
    assert!(inferred.to_string().trim_end().ends_with(result), "{inferred}");
    let wrong = infer(&module("def @f(%x: int32) {\n  %0 = (%x, True);\n  %1 = %0.0;\n  %1 + %0.1\n}")).unwrap_err();
    assert!(wrong.to_string().starts_with("test.rly:4:3: "), "{wrong}");
    assert_eq!(wrong.all().len(), 1, "{wrong}");
}

/// `%0 = %x + %x; %1 = %0 + %0; …`: with so many levels, and as many uses as two to the power of that.
fn tower(levels: usize, sign: &str) -> String {
    let mut text = format!("def @main(%x: Tensor[(2), float32]) {{\n  %0 = %x {sign} %x;\n");
    for level in 1..levels {
        let _ = writeln!(text, "  %{level} = %{0} {sign} %{0};", level - 1);
    }
    let _ = write!(text, "  %{}\n}}\n", levels - 1);
    text
}

#[test]
fn towers_of_sharing_take_linear_time() {
    let begun = Instant::now();
    for levels in [100, 5000] {
        let (left, right) = (module(&tower(levels, "+")), module(&tower(levels, "+")));
        assert!(structural_equal(&left, &right));
        assert_eq!(structural_hash(&left), structural_hash(&right));
        assert!(!structural_equal(&left, &module(&tower(levels, "*"))));
        let text = assert_round_trip(&left);
        assert_eq!(text.matches(" + ").count(), levels);
        assert!(infer(&left).is_ok());
        let erased = relay::erase(&left);
        assert_round_trip(&erased);
    }
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
}

/// A definition with a row of graph bindings, each of which uses the one before as `P`; the last one is used so.
fn row(length: usize, value: &str, last: &str) -> String {
    let mut text = "def @main(%x) {\n  %0 = tanh(%x);\n".to_owned();
    for number in 1..length {
        let _ = writeln!(text, "  %{number} = {};", value.replace('P', &(number - 1).to_string()));
    }
    let _ = write!(text, "  {}\n}}\n", last.replace('P', &(length - 1).to_string()));
    text
}

/// With time or memory that grows with the square of the length, this would take minutes.
#[test]
fn long_rows_are_read_unless_they_nest() {
    for (value, nests) in [
        ("f(%P)", false),
        ("%P.1.0", false),
        ("%P", false),
        ("f(%P, %P)", false),
        ("let %a = %x; %P", false),
        ("let %a = f(%x); %P", false),
        ("if (%x) { tanh(%P) } else { %P }", false),
        ("let %a = %P; %a", true),
        ("let %a = (let %b = %P; %b); %x", true),
        ("let %a = f(%P, let %b = %P; %b); %a", true),
        ("fn () { (%P, %P) }", true),
        ("if (%x) { (%P, %P) } else { () }", true),
        ("match (%x) { _ => let %a = f(%P); (%P, %a), }", true),
    ] {
        for last in ["%P", "(%P, %P)"] {
            let text = row(10_000, value, last);
            if nests {
                let error = error(&text).to_string();
                assert!(error.contains("operations deep") || error.contains("nest"), "{value}: {error}");
            } else {
                assert_round_trip(&module(&text));
            }
        }
    }
}

#[test]
fn a_row_of_lets_is_one_let() {
    let built = module(&row(10_000, "let %a = %x; %P", "%P"));
    let written = module(&format!("def @main(%x) {{ {} tanh(%x) }}", "let %a = %x;".repeat(9_999)));
    assert!(structural_equal(&built, &written));
    for (left, right) in [
        ("%0 = let %a = 1; %x; %1 = let %b = 2; %0; f(%1)", "f((let %b = 2; let %a = 1; %x))"),
        ("%0 = let %a = 1; %x; let %b = 2; %0", "let %b = 2; let %a = 1; %x"),
        ("%0 = let %a = 1; %x; %1 = %0; let %b = %1; %b", "let %b = (let %a = 1; %x); %b"),
        ("%0 = let %a = 1; %x; %1 = f(let %b = 2; %0); %1", "f((let %b = 2; let %a = 1; %x))"),
    ] {
        assert!(are_equal(left, right), "{left} | {right}");
    }
    assert!(!are_equal("%0 = let %a = 1; %x; let %b = 2; (%0, %0)", "let %b = 2; let %a = 1; (%x, %x)"));
}
