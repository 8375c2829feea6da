//! Nothing needs stack for a program's depth: memory is the only limit.

use sexpr_core::{Options, structural_equal, structural_hash};
use sexpr_examples::lambda::{locate, parse, print};

use crate::texts::on_stack;

/// What each test must make do with, in a build without optimisation.
const STACK: usize = 1 << 17;

/// So deep that there are eight bytes of stack for each level, which is less than any call takes.
const DEEP: usize = STACK / 8;

/// Reads a program and one that differs at the end of it; prints, compares, hashes, locates and drops them.
#[track_caller]
fn assert_deep(text: impl Fn(&str) -> String) {
    let [left, right] = ["1", "2"].map(text);
    on_stack(STACK, move || {
        let program = parse("left.lam", &left).expect("a program");
        let printed = print(&program);
        assert!(printed.len() < 100 * left.len(), "{} bytes of {}", printed.len(), left.len());
        let again = parse("printed.lam", &printed).expect("what is printed is a program");
        assert!(structural_equal(&again, &program));
        assert_eq!(structural_hash(&again), structural_hash(&program));
        parse("line.lam", &program.to_string()).expect("so is what is displayed");
        let other = parse("right.lam", &right).expect("a program");
        assert_ne!(structural_hash(&other), structural_hash(&program));
        let mismatch = Options::new().first_mismatch(&program, &other).expect("the programs differ");
        let found = locate(&other, mismatch.rhs());
        assert_eq!(mismatch.reason().to_string(), "1 differs from 2", "{}", mismatch.rhs());
        assert_eq!(found.filename.as_ref(), "right.lam");
    });
}

fn nested(open: &str, inner: &str, close: &str) -> String {
    format!("{}{inner}{}", open.repeat(DEEP), close.repeat(DEEP))
}

#[test]
fn nested_programs() {
    for [before, open, close, after] in [
        ["", "(", ")", ""],
        ["", "f (", ")", ""],
        ["", "(\\x. x) (", ")", ""],
        ["", "\\x. ", "", ""],
        ["", "\\x. f (", ")", ""],
        ["f ", "x ", "", ""],
        ["f ", "", " x", ""],
        ["", "let x = f x in ", "", ""],
        ["", "let x = ", " in x", ""],
        ["", "letrec x = f x and y = x in ", "", ""],
        ["", "letrec x = ", " in x", ""],
        ["", "letrec f = f and g = \\x. ", " in f", ""],
        ["", "match ", " { Some x -> x }", ""],
        ["", "match x { Some x -> ", " }", ""],
        ["", "match x { Some x -> x; _ -> ", "; y -> y }", ""],
        ["match x { ", "Some (", ")", " -> x }"],
        ["match x { ", "(", ")", " -> x }"],
        ["match x { ", "Cons _ (", ")", " -> x }"],
    ] {
        assert_deep(|end| format!("{before}{}{after}", nested(open, end, close)));
    }
}

#[test]
fn wide_programs() {
    let many = |item: fn(usize) -> String, between: &str| (0..DEEP).map(item).collect::<Vec<_>>().join(between);
    assert_deep(|end| format!("letrec {} in {end}", many(|i| format!("f{i} = f{}", (i + 1) % DEEP), " and ")));
    assert_deep(|end| format!("match x {{ {}; _ -> {end} }}", many(|i| format!("{i} -> x"), "; ")));
    assert_deep(|end| format!("match x {{ C {} -> {end} }}", many(|i| format!("x{i}"), " ")));
    assert_deep(|end| format!("\\{}. {end}", many(|i| format!("x{i}"), " ")));
}

/// What a mistake at the bottom leaves behind is dropped, too.
#[test]
fn mistakes_in_deep_programs() {
    on_stack(STACK, || {
        for text in [
            nested("\\x. ", "", ""),
            nested("f (", "=", ")"),
            nested("let x = ", "1 in", ""),
            nested("(", "x", ""),
            nested("", "x", ")"),
            nested("match x { Some x -> ", "y }", ""),
            format!("match x {{ {}", nested("Some (", "=", ")")),
            format!("f{} =", " x".repeat(DEEP)),
        ] {
            parse("wrong.lam", &text).expect_err("something is wrong");
        }
    });
}
