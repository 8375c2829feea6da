//! Deep texts are refused before they need too much stack, and long ones are read quickly.

use std::fmt::Write;
use std::time::Instant;

use sexpr_core::structural_equal;
use sexpr_examples::relay::{DEPTH_LIMIT, ErrorKind, NEST_LIMIT, parse, print};
use sexpr_examples::text::SyntaxError;

use crate::texts::on_stack;

/// What each test must make do with, also in a build without optimisation: less than a test's thread has.
const STACK: usize = 3 << 19;

/// What is nested in what: a beginning, what is repeated, what is innermost, what is repeated behind it, and an end.
const NESTED: &[[&str; 5]] = &[
    ["", "(", "1", ")", ""],
    ["", "-(", "%x", ")", ""],
    ["", "(", "%x", ",)", ""],
    ["", "1 + f.g(%x, 2 * ", "%x", ")", ""],
    ["", "f.g(%x, (", "%x", "))", ""],
    ["", "fn (%x) { ", "%x", " }", ""],
    ["", "fn (%x) -> int8 { let %y = ", "%x", "; %y }", ""],
    ["", "let %x = (", "%x", "); %x", ""],
    ["", "let %x = ", "1", "; %x", ""],
    ["", "if (%x) { ", "1", " } else { 2 }", ""],
    ["", "if (", "%x", ") { 1 } else { 2 }", ""],
    ["", "match (%x) { A(%y) => ", "1", ", _ => 1 }", ""],
    ["", "match (%x) { A(%y) => { let %z = %y; (1 + ", "1", ") }, _ => 1 }", ""],
    ["", "match (", "%x", ") { _ => 1 }", ""],
    ["", "f.g(", "%x", ").0 + 1 * 2 < 3", ""],
    ["", "f.g<int8>(", "%x", ")(1)(2)", ""],
    // Types, patterns, dimensions and attributes.
    ["fn (%y: ", "(", "int8", ",)", ") { 1 }"],
    ["fn (%y: ", "fn (", "int8", ") -> int8", ") { 1 }"],
    ["fn (%y: ", "fn (int8) -> ", "int8", "", ") { 1 }"],
    ["fn (%y: ", "T[", "int8", "]", ") { 1 }"],
    ["fn (%y: ", "fn (int8) -> int8 where R(", "int8", ")", ") { 1 }"],
    ["f.g<(", "(", "int8", ")", ")>(%x)"],
    ["fn (%y: Tensor[(", "(", "1", ")", "), int8]) { 1 }"],
    ["match (%x) { ", "A(", "%y", ")", " => 1, }"],
    ["match (%x) { ", "(", "%y", ",)", " => 1, }"],
    ["f.g(a=", "[", "1", "]", ")"],
];

fn module(body: &str) -> String {
    format!("type T[A] {{ A(T[A]), B }} def @f(%x) {{ {body} }}")
}

/// Reads, prints, compares and drops the deepest text that is accepted, and refuses the next one.
fn assert_limited(text: impl Fn(usize) -> String) {
    let depths: Vec<usize> = (1..=DEPTH_LIMIT).collect();
    let depth = depths.partition_point(|&depth| parse("test.rly", &text(depth)).is_ok());
    assert!(depth >= NEST_LIMIT / 4, "only {depth} levels: {:?}", parse("test.rly", &text(depth + 1)).err());
    let read = parse("test.rly", &text(depth)).expect("a module");
    let printed = print(&read);
    if let Ok(again) = parse("printed.rly", &printed) {
        assert!(structural_equal(&again, &read));
        assert_eq!(print(&again), printed);
    } else {
        panic!("{depth} levels are printed with more of them:\n{}", &printed[..printed.len().min(500)]);
    }
    for depth in [depth + 1, 2 * depth, 10_000] {
        let error = parse("test.rly", &text(depth)).expect_err("too deep");
        assert!(matches!(error.kind(), ErrorKind::Syntax(SyntaxError::Nest(_)) | ErrorKind::Depth), "{error}");
    }
}

#[test]
fn nested_expressions_types_patterns_and_attributes() {
    on_stack(STACK, || {
        for [before, open, inner, close, after] in NESTED {
            assert_limited(|depth| {
                module(&format!("{before}{}{inner}{}{after}", open.repeat(depth), close.repeat(depth)))
            });
        }
    });
}

#[test]
fn operators_in_a_row() {
    on_stack(STACK, || {
        for (first, next) in [("%x", " + %x"), ("%x", ".0"), ("%x", "(1)"), ("%x", " * 2 < 1")] {
            assert_limited(|depth| module(&format!("{first}{}", next.repeat(depth))));
        }
        assert_limited(|depth| module(&format!("{}%x", "-".repeat(depth))));
        assert_limited(|depth| module(&format!("fn (%y: Tensor[(1{}), int8]) {{ 1 }}", " + 1".repeat(depth))));
        // Rows in rows are as deep as all of them together.
        let rows = |depth: usize| {
            let row = format!("({}", " + %x".repeat(depth));
            module(&format!("{}%x{}", "(".repeat(150), row.replacen('(', ")", 1).repeat(150)))
        };
        let error = parse("test.rly", &rows(100)).expect_err("too deep");
        assert!(matches!(error.kind(), ErrorKind::Depth), "{error}");
    });
}

/// Each graph binding of these is written within the next.
#[test]
fn graph_bindings_that_are_put_into_each_other() {
    on_stack(STACK, || {
        for value in [
            "let %a = %P; %a",
            "f.g(f.g(let %a = %P; %a))",
            "-(let %a = %P + 1; %a) * 2",
            "(let %a = (%P, %P).0; %a).1",
            "fn () { %P }",
            "fn () { f.g((%P, %P)) }",
            "if (%x) { %P } else { f.g(%x) }",
            "match (%x) { _ => let %a = %P; (%a, %a) }",
        ] {
            let text = |length: usize| {
                let binding = |at: usize| format!("%{} = {};\n", at + 1, value.replace('P', &at.to_string()));
                module(&format!("%0 = f.g(%x);\n{}%{length}", (0..length).map(binding).collect::<String>()))
            };
            let lengths: Vec<usize> = (1..=DEPTH_LIMIT).collect();
            let length = lengths.partition_point(|&length| parse("test.rly", &text(length)).is_ok());
            assert!((NEST_LIMIT / 4..NEST_LIMIT).contains(&length), "{length} of {value}");
            let read = parse("test.rly", &text(length)).expect("a module");
            let again = parse("printed.rly", &print(&read)).expect("what is printed is a module");
            assert!(structural_equal(&again, &read));
            let error = parse("test.rly", &text(length + 1)).expect_err("too deep");
            assert!(matches!(error.kind(), ErrorKind::Syntax(SyntaxError::Nest(_))), "{error}");
        }
    });
}

/// The time that reading, printing and dropping a text takes is nearly that of its length.
#[track_caller]
fn assert_quick(text: &str) {
    let start = Instant::now();
    let read = parse("test.rly", text).expect("a module");
    let printed = print(&read);
    let again = parse("printed.rly", &printed).expect("what is printed is a module");
    assert!(structural_equal(&again, &read));
    assert_eq!(print(&again), printed);
    drop((read, again));
    assert!(start.elapsed().as_secs() < 60, "{:?} for {} bytes", start.elapsed(), text.len());
}

#[test]
fn many_bindings() {
    let mut body = String::new();
    for index in 0..100_000 {
        let _ = writeln!(body, "let %x{index} = add(%x, {index});");
    }
    body.push_str("%x99999");
    assert_quick(&module(&body));
    // The same name again and again.
    assert_quick(&module(&format!("{}%x", "%x = add(%x, 1);\n".repeat(50_000))));
}

#[test]
fn many_definitions() {
    let mut text = String::new();
    for index in 0..10_000 {
        let _ = writeln!(text, "type T{index}[A] {{ C{index}(A, T{index}[A]), N{index} }}");
        let _ = writeln!(text, "def @f{index}[A](%x: A) -> T{index}[A] {{ C{index}(%x, N{index}) }}");
    }
    assert_quick(&text);
}

#[test]
fn long_lists() {
    let many = |item: &str| vec![item; 100_000].join(", ");
    assert_quick(&module(&format!("({})", many("%x"))));
    assert_quick(&module(&format!("f.g({}, a=[{}])", many("%x"), many("1"))));
    assert_quick(&module(&format!("match (%x) {{ {} }}", many("A(_) => 1"))));
    assert_quick(&module(&format!("fn (%y: ({})) {{ 1 }}", many("int8"))));
    assert_quick(&module(&format!("f.g<({})>(1)", many("1"))));
}

/// What only looks like division is not looked for again and again.
#[test]
fn many_slashes() {
    let slashes = "(1 // ".repeat(50_000);
    parse("test.rly", &module(&format!("fn (%y: Tensor[{slashes}"))).expect_err("not closed");
    parse("test.rly", &module(&format!("{}fn", "let %x = ((((fn (".repeat(50_000)))).expect_err("not closed");
    parse("test.rly", &"/*".repeat(100_000)).expect_err("not closed");
}
