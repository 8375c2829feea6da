//! The names and types of what loops and branches hand on.

use sexpr_examples::pypto::check;
use sexpr_examples::pypto::ir::{DataType, Expr, ForStmt, Stmt, Type};

use crate::support::{assert_round_trip, equal, error, only_function, printed, program, statements};

/// A loop that carries three values, and statements after it.
fn counted(after: &str) -> String {
    format!(
        "def f(n: pi.Int64, x: pi.FP32):\n    \
         for i, (a, b, c) in pi.range(n, init_values=[n, x, 0]):\n        \
         a, b, c = pi.yield(a + i, b, c)\n{}",
        after.lines().map(|line| format!("    {line}\n")).collect::<String>()
    )
}

fn loop_of(text: &str) -> (std::sync::Arc<ForStmt>, usize) {
    let program = program(text);
    assert_round_trip(&program);
    let all = statements(only_function(&program));
    let Stmt::For(node) = &all[0] else { panic!("{program}") };
    (node.clone(), all.len() - 1)
}

fn names(text: &str) -> Vec<String> {
    loop_of(text).0.return_vars.iter().map(|var| var.name.clone()).collect()
}

#[test]
fn final_values_are_named_in_one_line_or_one_a_line() {
    let in_one_line = counted("p, q, r = a, b, c\nreturn p");
    for same in [
        "p = a\nq = b\nr = c\nreturn p",
        "r = c\np: pi.Int64 = a\nq: pi.FP32 = b\nreturn p",
        "q, p, r = b, a, c\nreturn p",
        "q = b\np, r = a, c\nreturn p",
    ] {
        assert!(equal(&in_one_line, &counted(same)), "{same}");
        assert_eq!(names(&counted(same)), ["p", "q", "r"]);
    }
    assert!(printed(&in_one_line).contains("    p, q, r = a, b, c\n"));
}

#[test]
fn a_final_value_without_a_name_is_there_all_the_same() {
    assert_eq!(names(&counted("")), ["", "", ""]);
    let one = counted("q: pi.FP32 = b\nreturn q");
    assert_eq!(names(&one), ["", "q", ""]);
    assert!(check(&program(&one.replace("pi.FP32):", "pi.FP32) -> pi.FP32:"))).is_empty());
    assert!(printed(&one).ends_with("    q = b\n    return q\n"), "{}", printed(&one));
    assert!(equal(&one, &counted("p, q, r = a, b, c\nreturn q")));
    assert!(!equal(&one, &counted("p, q, r = a, b, c\nreturn p")));
    // A type is printed where it is not the carried value's.
    for after in ["p: pi.Int32 = a\nr = c\nreturn r", "p: pi.Int32 = a"] {
        let lines: String = after.lines().map(|line| format!("    {line}\n")).collect();
        assert!(printed(&counted(after)).ends_with(&lines));
    }
}

/// After `b = a`, the name `b` means the final value of `a`.
#[test]
fn a_name_that_a_line_gives_is_no_carried_value_in_the_next() {
    let (node, rest) = loop_of(&counted("b = a\nd = b\nreturn d"));
    assert_eq!(node.return_vars.iter().map(|var| &*var.name).collect::<Vec<_>>(), ["b", "", ""]);
    assert_eq!(rest, 2, "an assignment and the return");
    assert!(printed(&counted("b, a, c = a, b, c\nreturn a, b")).contains("b_1, a_1, c = a, b, c\n"));
}

#[test]
fn a_value_is_named_once() {
    assert!(error(&counted("p, q = a, a")).to_string().contains("can be assigned to several names at once"));
    assert!(error(&counted("p = a\nq, r = a, b")).to_string().contains("can be assigned to several names at once"));
    assert!(error(&counted("p = a\nq = a")).to_string().ends_with("`a` is a value of a loop that has ended"));
}

/// In the original, `t` is the loop's value from there on. It never means what it meant before the loop.
#[test]
fn a_name_that_only_a_yield_gives_ends_with_the_loop() {
    let text = |after: &str| {
        format!(
            "def f(n: pi.Int64, t: pi.Int64):\n    for i, (a,) in pi.range(n, init_values=[t]):\n        \
             t = pi.yield(a + i)\n{after}"
        )
    };
    for after in ["    return t\n", "    y = t + 1\n", "    s = a\n    return t\n", "    if n > 1:\n        x = t\n"] {
        assert!(error(&text(after)).to_string().ends_with("`t` is a value of a loop that has ended"), "{after}");
    }
    let renamed = printed(&text("    t = a\n    return t\n"));
    assert!(renamed.contains("        a = pi.yield(a + i)\n    t_1 = a\n    return t_1\n"), "{renamed}");
    assert!(printed(&text("    t = 1\n    return t\n")).contains("return t_1"));
}

/// With time or memory that grows with the square of the number of values, this would take long.
#[test]
fn loops_may_carry_many_values() {
    let all = |name: &str| (0..5_000).map(|at| format!("{name}{at}")).collect::<Vec<_>>().join(", ");
    let lines: String = (0..5_000).map(|at| format!("    c{at} = a{at}\n")).collect();
    for finals in [format!("    {} = {}\n", all("c"), all("a")), format!("    {} = {}\n", all("a"), all("a")), lines] {
        let text = format!(
            "def f(n: pi.Int64):\n    for i, ({}) in pi.range(n, init_values=[{}]):\n        {} = pi.yield({})\n{finals}",
            all("a"),
            vec!["0"; 5_000].join(", "),
            all("b"),
            all("a"),
        );
        assert_round_trip(&program(&text));
    }
}

fn branches(first: &str, second: &str) -> String {
    format!("def f(c: pi.Bool, x: pi.Int64):\n    if c:\n        {first}\n    else:\n        {second}\n    return y\n")
}

fn result_type(text: &str) -> Type {
    let program = program(text);
    assert_round_trip(&program);
    let Stmt::If(node) = statements(only_function(&program)).swap_remove(0) else { panic!() };
    node.return_vars[0].r#type.clone()
}

#[test]
fn a_yield_may_have_the_type_of_its_value() {
    let plain = branches("y = pi.yield(x)", "y = pi.yield(x + 1)");
    assert!(equal(&plain, &branches("y: pi.Int64 = pi.yield(x)", "y: pi.Int64 = pi.yield(x + 1)")));
    assert!(equal(&plain, &branches("y = pi.yield(x)", "y: pi.Int64 = pi.yield(x + 1)")));
    assert!(!printed(&plain).contains("y: "));
    let annotated = branches("y: pi.Int8 = pi.yield(1)", "y: pi.Int8 = pi.yield(2)");
    assert_eq!(result_type(&annotated).scalar_dtype(), Some(DataType::Int8));
    assert!(printed(&annotated).contains("        y: pi.Int8 = pi.yield(1)\n"));
    let second = branches("y = pi.yield(1)", "y: pi.Int8 = pi.yield(2)");
    assert_eq!(result_type(&second).scalar_dtype(), Some(DataType::Int8));
}

#[test]
fn a_yielded_call_of_an_operation_has_the_type_that_is_written() {
    let text = branches("y: pi.FP16 = pi.yield(tensor.exp(x))", "y: pi.FP16 = pi.yield(tensor.neg(x))");
    let program = program(&text);
    assert!(assert_round_trip(&program).contains(&text["def f(c: pi.Bool, x: pi.Int64):\n".len()..]));
    let Stmt::If(node) = statements(only_function(&program)).swap_remove(0) else { panic!() };
    let Stmt::Yield(first) = &node.then_body else { panic!() };
    assert_eq!(first.values[0].ty().scalar_dtype(), Some(DataType::FP16));

    let carried = "def f(x: pi.FP16):\n    for i, (s,) in pi.range(3, init_values=[x]):\n        \
                   s: pi.FP16 = pi.yield(tensor.exp(s))\n    y = s\n";
    let (node, _) = loop_of(carried);
    assert!(matches!(&node.body, Stmt::Yield(last) if last.values[0].ty().scalar_dtype() == Some(DataType::FP16)));
    assert!(matches!(&node.body, Stmt::Yield(last) if matches!(&last.values[0], Expr::Call(_))));
}

#[test]
fn messages_quote_few_lines() {
    let many: String = (0..1000).map(|at| format!("        z{at} = 1\n")).collect();
    let text = format!(
        "def f(c: pi.Bool):\n    if c:\n{many}        y = pi.yield(1)\n    z = 2\n{}",
        many.replace("        z", "    y")
    );
    let problems = check(&program(&text));
    let source = sexpr_examples::text::Source::new("test.py", &*text);
    for problem in &problems {
        assert!(crate::texts::rendered(&problem.reported(&source)).lines().count() < 12, "{problem}");
    }
    assert_eq!(problems.len(), 1);
    let twice = format!("def f():\n{many}\ndef f():\n    y = 1\n").replace("        z", "    z");
    assert!(crate::texts::rendered(&error(&twice)).lines().count() < 25);
    let wide = format!("def f(c: pi.Bool):\n    y, z = pi.yield(\n{}        1\n    )\n", "        1,\n".repeat(1000));
    assert!(crate::texts::rendered(&error(&wide)).lines().count() < 12);
    let long = "x".repeat(10_000);
    let names = format!("def f({long}: pi.Int64, {long}: pi.Int64):\n    y = 1\n");
    assert!(crate::texts::rendered(&error(&names)).len() < 2_000);
}
