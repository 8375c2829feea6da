//! Which variable a name means, and which name a variable gets.

use std::sync::Arc;

use sexpr_core::{Options, structural_equal};
use sexpr_examples::pypto::ir::{
    AssignStmt, BinaryExpr, DataType, Expr, ForStmt, IterArg, OpStmts, Span, Stmt, Type, Var,
};
use sexpr_examples::pypto::{ErrorKind, FreeVars, canonical, parse, parse_with, print};

use crate::support::{
    assert_round_trip, assign, equal, error, function, int, only_function, printed, program, seq, var, yields,
};

fn integer(name: &str) -> Arc<Var> {
    var(name, DataType::Int64)
}

fn add(left: impl Into<Expr>, right: impl Into<Expr>) -> Expr {
    Expr::Add(BinaryExpr::new(Type::scalar(DataType::Int64), left, right, Span::unknown()))
}

#[test]
fn names_of_a_block_end_with_it() {
    let text = "def f(c: pi.Bool):\n    if c:\n        y = 3\n    return y\n";
    let same = "def f(c: pi.Bool):\n    if c:\n        d = 3\n    return y\n";
    assert!(equal(text, same), "y is free");
}

fn ended(text: &str) -> (String, Option<String>) {
    match error(text).kind() {
        ErrorKind::Ended { carried, result, .. } => (carried.to_string(), result.as_deref().map(str::to_owned)),
        other => panic!("{other}"),
    }
}

#[test]
fn a_carried_values_name_means_nothing_after_the_loop() {
    let head = "def f():\n    for i, (s, t) in pi.range(3, init_values=[1, 2]):\n        u, t = pi.yield(s + i, t)\n";
    let s = |result: Option<&str>| ("s".to_owned(), result.map(str::to_owned));
    let after = |lines: &str| ended(&(head.replace("u, t =", "s, t =") + lines));
    assert_eq!(after("    return s\n"), s(None));
    assert_eq!(after("    x = s\n    return s + 1\n"), s(Some("x")));
    assert_eq!(after("    x, y = s, t\n    z = s\n"), s(Some("x")));
    assert_eq!(after("    y = 1\n    x = s\n"), s(None));
    assert_eq!(ended(&(head.to_owned() + "    return u\n")), s(None), "a name that a yield gives");
}

#[test]
fn a_carried_value_hides_the_variable_of_its_name_after_the_loop() {
    let text = "def f():\n    s = 1\n    \
                for i, (s,) in pi.range(3, init_values=[s]):\n        s = pi.yield(s + i)\n    \
                t = 5\n    u = s\n    return u\n";
    assert_eq!(ended(text), ("s".to_owned(), None));
    program(&text.replace("t = 5", "s = 5"));
    program(&text.replace("t = 5", "s = s"));
}

#[test]
fn a_carried_value_means_nothing_after_the_block_of_its_loop() {
    let text = "def f(c: pi.Bool):\n    if c:\n        for i, (s,) in pi.range(3, init_values=[1]):\n            \
                s = pi.yield(s + i)\n    return s\n";
    assert_eq!(ended(text), ("s".to_owned(), None));
    assert_eq!(ended(&text.replace("    if c", "    s = 5\n    if c")), ("s".to_owned(), None));
    let elsewhere = text.to_owned() + "\ndef g():\n    return s\n";
    program(&elsewhere.replace("    return s\n\n", "    return c\n\n"));
}

#[test]
fn an_unbound_name_in_a_parameters_shape_is_a_shape_variable() {
    let text = "def f(x: pi.Tensor((n,), pi.FP32), y: pi.Tensor((n, m), pi.FP32)):\n    return n + m\n";
    assert!(equal(text, &text.replace('n', "k").replace("returk", "return").replace("pi.Teksor", "pi.Tensor")));
    assert!(!equal(text, &text.replace("n + m", "m + n")));
    assert_round_trip(&program(text));
}

#[test]
fn a_shape_may_name_a_parameter_before_or_after_it() {
    let before = program("def f(n: pi.Int8, x: pi.Tensor((n,), pi.FP32)):\n    return n\n");
    let after = program("def f(x: pi.Tensor((n,), pi.FP32), n: pi.Int8):\n    return n\n");
    for (program, at) in [(&before, [0, 1]), (&after, [1, 0])] {
        let params = &only_function(program).params;
        let Type::Tensor(ty) = &params[at[1]].r#type else { panic!() };
        assert!(matches!(&ty.shape[0], Expr::Var(n) if Arc::ptr_eq(n, &params[at[0]])));
        assert_round_trip(program);
    }
}

#[test]
fn a_shape_that_names_its_own_parameter_means_a_shape_variable() {
    let text = "def f(x: pi.Tensor((x,), pi.FP32)):\n    return x\n";
    assert!(equal(text, "def f(y: pi.Tensor((n,), pi.FP32)):\n    return y\n"));
    assert_round_trip(&program(text));
}

#[test]
fn a_free_variable_is_the_same_in_both_files() {
    let text = |name: &str| format!("def f():\n    y = {name} + 1\n\ndef g():\n    y = {name}\n");
    assert!(equal(&text("x"), &text("x")));
    assert!(!equal(&text("x"), &text("z")));
    let [x, z] = [text("x"), text("z")].map(|text| program(&text));
    assert!(Options::new().map_free_vars(true).equal(&x, &z));
    assert!(!structural_equal(&x, &program(&text("x"))), "tables of their own");
}

#[test]
fn a_free_variables_name_is_kept_and_others_make_way() {
    let text = "def f():\n    y = x\n    x = 1\n    return x, y\n";
    let printed = printed(text);
    assert!(printed.contains("y = x\n    x_1 = 1\n    return x_1, y\n"), "{printed}");
}

#[test]
fn variables_of_one_name_get_names_of_their_own_and_free_ones_too() {
    let (x, y) = (integer("x"), integer("x"));
    let body = seq([assign(&y, add(x.clone(), int(1))), assign(&integer("x"), add(x.clone(), y))]);
    let text = assert_round_trip(&function(vec![x], body));
    assert!(text.contains("def f(x: pi.Int64):\n    x_1 = x + 1\n    x_2 = x + x_1\n"), "{text}");
    let text = assert_round_trip(&function(vec![], assign(&integer("y"), add(integer("x"), integer("x")))));
    assert!(text.contains("y = x + x_1"), "{text}");
}

#[test]
fn names_that_are_no_names_are_replaced() {
    for (wish, name) in
        [("for", "for_"), ("a b", "a_b"), ("1st", "v1st"), ("", "v"), ("pi", "pi_1"), ("日本", "日本"), ("%0", "_0")]
    {
        let x = integer(wish);
        let text = assert_round_trip(&function(vec![], seq([assign(&x, int(1)), yields(vec![x.into()])])));
        assert!(text.contains(&format!("    {name} = 1\n    return {name}\n")), "{wish}: {text}");
    }
}

#[test]
fn names_are_used_again_where_the_other_variable_is_gone() {
    let counted = "    for i in pi.range(n):\n        x = i\n";
    for text in [
        format!("def f(n: pi.Int64):\n{counted}{counted}"),
        // A result may be called like a variable of its branch.
        "def f(c: pi.Bool):\n    if c:\n        y = 1\n        y = pi.yield(y)\n    else:\n        y = pi.yield(2)\n    \
         return y\n"
            .to_owned(),
    ] {
        assert!(printed(&text).ends_with(&text));
    }
}

/// Without care, the assignment after the loop would name the loop's final value.
#[test]
fn an_assignment_after_a_loop_is_not_taken_for_its_values() {
    let s = integer("s");
    let carried = IterArg::new("s", Type::scalar(DataType::Int64), s.clone(), Span::unknown());
    let body = yields(vec![carried.clone().into()]);
    let counted = ForStmt::new(integer("i"), [0, 3, 1].map(int), vec![carried], body, vec![], Span::unknown());
    for params in [vec![s.clone()], vec![]] {
        assert_round_trip(&function(params, seq([counted.clone().into(), assign(&integer("t"), s.clone())])));
    }
}

#[test]
fn canonical_makes_sequences_flat() {
    let [a, b, c] = ["a", "b", "c"].map(|name| AssignStmt::new(integer(name), int(1), Span::unknown()));
    let ops = OpStmts::new(vec![a.clone(), b.clone()], Span::unknown());
    let nested = function(vec![], seq([seq([]), ops.into(), seq([seq([c.clone().into()])])]));
    let flat = function(vec![], seq([a.clone().into(), b.into(), c.into()]));
    assert!(structural_equal(&canonical(&nested), &flat) && !structural_equal(&canonical(&nested), &nested));
    assert_round_trip(&nested);
    let body = |body: Stmt| only_function(&canonical(&function(vec![], body))).body.clone();
    assert!(matches!(body(seq([seq([a.clone().into()])])), Stmt::Assign(_)));
    assert!(matches!(body(OpStmts::new(vec![a], Span::unknown()).into()), Stmt::Assign(_)));
    assert!(matches!(body(seq([seq([])])), Stmt::Seq(seq) if seq.statements.is_empty()));
}

#[test]
fn functions_are_sorted_by_name() {
    let text = "def b():\n    return 1\n\ndef a():\n    return 2\n";
    let swapped = "def a():\n    return 2\n\ndef b():\n    return 1\n";
    assert!(equal(text, swapped));
    assert!(printed(text).ends_with(swapped));
    assert!(!equal(text, "def a():\n    return 1\n\ndef b():\n    return 2\n"));
    assert!(!equal(text, "def b():\n    return 1\n"));
}

#[test]
fn a_printed_text_reads_back_with_the_programs_own_free_variables() {
    let program = program("def f():\n    y = x\n");
    let text = print(&program);
    let again = parse_with("printed.py", &text, &mut FreeVars::of(&program)).expect("printed");
    assert!(structural_equal(&again, &program));
    assert!(!structural_equal(&parse("printed.py", &text).expect("printed"), &program));
}
