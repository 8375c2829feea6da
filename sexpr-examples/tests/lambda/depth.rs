//! Nothing needs stack for a program's depth: memory is the only limit.

use sexpr_core::{Options, structural_equal, structural_hash};
use sexpr_examples::lambda::{locate, parse, print};

/// What each test must make do with, in a build without optimisation.
const STACK: usize = 1 << 17;

/// So deep that there are four bytes of stack for each level, which is less than any call takes.
const DEEP: usize = STACK / 4;

fn on_little_stack(work: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(STACK).spawn(work).expect("a thread").join().expect("no panic")
}

/// Reads a program and one that differs at the end of it; prints, compares, hashes, locates and drops them.
#[track_caller]
fn assert_deep(text: impl Fn(&str) -> String) {
    let [left, right] = ["1", "2"].map(text);
    on_little_stack(move || {
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
fn brackets() {
    assert_deep(|end| nested("(", end, ")"));
    assert_deep(|end| nested("f (", end, ")"));
    assert_deep(|end| nested("(\\x. x) (", end, ")"));
}

#[test]
fn functions() {
    assert_deep(|end| nested("\\x. ", end, ""));
    assert_deep(|end| nested("\\x. f (", end, ")"));
    assert_deep(|end| format!("\\{} x. {end}", "x ".repeat(DEEP)));
}

#[test]
fn arguments() {
    assert_deep(|end| format!("f{} {end}", " x".repeat(DEEP)));
    assert_deep(|end| format!("f {end}{}", " x".repeat(DEEP)));
}

#[test]
fn bindings() {
    assert_deep(|end| nested("let x = f x in ", end, ""));
    assert_deep(|end| nested("let x = ", end, " in x"));
    assert_deep(|end| nested("letrec x = f x and y = x in ", end, ""));
    assert_deep(|end| nested("letrec x = ", end, " in x"));
    assert_deep(|end| nested("letrec f = f and g = \\x. ", end, " in f"));
}

#[test]
fn matches() {
    assert_deep(|end| nested("match ", end, " { Some x -> x }"));
    assert_deep(|end| nested("match x { Some x -> ", end, " }"));
    assert_deep(|end| nested("match x { Some x -> x; _ -> ", end, "; y -> y }"));
}

#[test]
fn patterns() {
    assert_deep(|end| format!("match x {{ {} -> x }}", nested("Some (", end, ")")));
    assert_deep(|end| format!("match x {{ {} -> x }}", nested("(", end, ")")));
    assert_deep(|end| format!("match x {{ {} -> x }}", nested("Cons _ (", end, ")")));
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
    on_little_stack(|| {
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
