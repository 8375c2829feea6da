//! From graphs to operations and back: what the text looks like, and what cannot be converted.

use std::ops::Range;

use sexpr_examples::wave::{self, OperationsError};

use crate::support::{END, MATMUL, difference, graph};

#[test]
fn a_function_is_printed_in_the_manner_of_mlir() {
    let function = wave::to_operations(&graph(MATMUL)).expect("it is well formed");
    insta::assert_snapshot!(wave::print(&function));
}

#[test]
fn values_of_one_name_are_told_apart() {
    let text = r#"{"name": "a", "op": {"placeholder": {}}}, {"name": "$a!", "op": {"read": {"memory": "a"}}},
        {"name": "end", "op": {"output": {"values": ["$a!"]}}}"#;
    let function = wave::to_operations(&graph(text)).expect("it is well formed");
    assert_eq!(wave::print(&function), "func.func @test(%a) {\n  %a_1 = wave.read %a\n  return %a_1\n}\n");
}

#[test]
fn names_that_are_no_words_are_quoted() {
    let text = r#"{"name": "a", "op": {"placeholder": {}}, "attributes": {"two\nlines": 1, "plain": 2}},
        {"name": "end", "op": {"output": {"values": []}}}"#;
    let mut given = graph(text);
    given.name = "no word".to_owned();
    let function = wave::to_operations(&given).expect("it is well formed");
    let printed = wave::print(&function);
    assert!(printed.starts_with(r#"func.func @"no word"(%a"#), "{printed}");
    assert!(printed.contains(r#""two\nlines" = 1"#) && printed.contains("plain = 2"), "{printed}");
}

fn error(nodes: &str) -> OperationsError {
    wave::to_operations(&graph(nodes)).expect_err("it is not well formed")
}

#[test]
fn what_is_not_well_formed_is_not_converted() {
    let looped = |body: &str| {
        format!(r#"{{"name": "loop", "op": {{"iterate": {{"axis": "K", "init": [], "body": [{body}]}}}}}}"#)
    };
    let arg = r#"{"name": "arg", "op": {"iter_arg": {}}}"#;
    let inner_end = r#"{"name": "inner_end", "op": {"output": {"values": []}}}"#;
    for nodes in [
        format!("{arg}, {END}"),
        format!("{}, {END}", looped(&format!("{arg}, {inner_end}"))),
        format!("{}, {END}", looped("")),
    ] {
        let problem = wave::check(&graph(&nodes)).into_iter().next().expect("something is wrong");
        assert_eq!(error(&nodes), OperationsError::IllFormed(problem));
    }
}

#[test]
fn a_placeholder_with_another_type_than_its_node_stays() {
    let of_a_placeholder = r#"{"name": "a", "op": {"placeholder": {"type": {"space": "global", "shape": ["M"], "dtype": "f16"}}}},
        {"name": "outer", "op": {"iterate": {"axis": "M", "init": [], "body": [
            {"name": "o", "op": {"placeholder": {"lifted": "a"}}},
            {"name": "inner", "op": {"iterate": {"axis": "K", "init": [], "body": [
                {"name": "p", "op": {"placeholder": {"lifted": "o", "type": {"space": "shared", "shape": ["M"], "dtype": "f16"}}}},
                {"name": "x", "op": {"read": {"memory": "p"}}}, {"name": "w", "op": {"write": {"value": "x", "memory": "p"}}},
                {"name": "inner_end", "op": {"output": {"values": []}}}]}}},
            {"name": "outer_end", "op": {"output": {"values": []}}}]}}},
        {"name": "end", "op": {"output": {"values": []}}}"#;
    let of_an_argument = r#"{"name": "a", "op": {"placeholder": {"type": {"space": "global", "shape": ["M"], "dtype": "f16"}}}},
        {"name": "loop", "op": {"iterate": {"axis": "K", "init": [], "body": [
            {"name": "p", "op": {"placeholder": {"lifted": "a", "type": {"space": "shared", "shape": ["M"], "dtype": "f16"}}}},
            {"name": "x", "op": {"read": {"memory": "p"}}}, {"name": "w", "op": {"write": {"value": "x", "memory": "p"}}},
            {"name": "inner_end", "op": {"output": {"values": []}}}]}}},
        {"name": "end", "op": {"output": {"values": []}}}"#;
    for given in [graph(of_an_argument), graph(of_a_placeholder)] {
        let function = wave::to_operations(&given).expect("it is well formed");
        for function in [&function, &wave::make_isolated(&function), &wave::make_non_isolated(&function)] {
            assert_eq!(difference(&given, &wave::to_graph(function).expect("it is well formed")), "none");
        }
    }
}

#[test]
fn expressions_that_cannot_be_read_again_are_not_written() {
    fn sum(of: Range<usize>) -> String {
        match of.len() {
            1 => format!("v{}", of.start),
            length => {
                let middle = of.start + length / 2;
                format!("({} + {})", sum(of.start..middle), sum(middle..of.end))
            }
        }
    }
    let index = format!("{} + Piecewise((1, $MMA_LHS), (2, $MMA_RHS), (3, True))", sum(0..900));
    let given = graph(&format!(
        r#"{{"name": "a", "op": {{"placeholder": {{}}}}}}, {{"name": "x", "op": {{"read": {{"memory": "a"}}}}}},
        {{"name": "m", "op": {{"mma": {{"lhs": "x", "rhs": "x", "acc": "x"}}}}, "attributes": {{"index": {{"M": ["{index}", 1, 1]}}}}}},
        {{"name": "w", "op": {{"write": {{"value": "m", "memory": "a"}}}}}}, {END}"#
    ));
    let back = wave::to_graph(&wave::to_operations(&given).expect("it is well formed")).expect("it is well formed");
    let error = wave::write(&back).expect_err("its index is known by its number only");
    assert!(matches!(&error, wave::JsonError::Unreadable { .. }), "{error}");
}

#[test]
fn a_result_that_is_known_in_two_ways_is_not_converted() {
    let text = MATMUL.replace(
        r#"{"name": "store""#,
        r#"{"name": "again", "op": {"get_result": {"value": "loop", "index": 0}}, "attributes": {"iter_idx": 1}}, {"name": "store""#,
    );
    assert_eq!(error(&text), OperationsError::ResultTwice("again".to_owned()));
}
