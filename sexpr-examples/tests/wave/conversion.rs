//! From graphs to operations and back: what the text looks like, and what cannot be converted.

use sexpr_examples::wave::{self, OperationsError};

use crate::support::{MATMUL, graph};

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
    assert_eq!(wave::print(&function), "func.func @test(%a) {\n  %a_1 = wave.read %a\n  wave.yield %a_1\n}\n");
}

fn error(nodes: &str) -> OperationsError {
    wave::to_operations(&graph(nodes)).expect_err("it is not well formed")
}

const END: &str = r#"{"name": "end", "op": {"output": {"values": []}}}"#;

#[test]
fn what_is_not_well_formed_is_not_converted() {
    let looped = |body: &str| {
        format!(r#"{{"name": "loop", "op": {{"iterate": {{"axis": "K", "init": [], "body": [{body}]}}}}}}"#)
    };
    let inner_end = r#"{"name": "inner_end", "op": {"output": {"values": []}}}"#;
    let placeholder = r#"{"name": "p", "op": {"placeholder": {}}}"#;
    let arg = r#"{"name": "arg", "op": {"iter_arg": {}}}"#;
    assert_eq!(error(&format!("{arg}, {END}")), OperationsError::NoLoop("arg".to_owned()));
    let inside = looped(&format!("{placeholder}, {inner_end}"));
    assert_eq!(error(&format!("{inside}, {END}")), OperationsError::NotLifted("p".to_owned()));
    let inside = looped(&format!("{arg}, {inner_end}"));
    let carried = OperationsError::Carried { node: "loop".to_owned(), expected: 0, found: 1 };
    assert_eq!(error(&format!("{inside}, {END}")), carried);
    let taken = r#"{"name": "r", "op": {"get_result": {"value": "loop", "index": 3}}}"#;
    let none = OperationsError::NoResult { node: "r".to_owned(), of: "loop".to_owned(), index: 3, count: 0 };
    assert_eq!(error(&format!("{}, {taken}, {END}", looped(inner_end))), none);
    let used = r#"{"name": "n", "op": {"unary": {"function": "neg", "arg": "loop"}}}"#;
    let no_value = OperationsError::NoValue { user: "n".to_owned(), used: "loop".to_owned() };
    assert_eq!(error(&format!("{}, {used}, {END}", looped(inner_end))), no_value);
    let lifted = r#"{"name": "q", "op": {"placeholder": {"lifted": "p"}}}"#;
    assert_eq!(error(&format!("{placeholder}, {lifted}, {END}")), OperationsError::Lifted("q".to_owned()));
}

#[test]
fn a_result_that_is_known_in_two_ways_is_not_converted() {
    let text = MATMUL.replace(
        r#"{"name": "store""#,
        r#"{"name": "again", "op": {"get_result": {"value": "loop", "index": 0}}, "attributes": {"iter_idx": 1}}, {"name": "store""#,
    );
    assert_eq!(error(&text), OperationsError::ResultTwice("again".to_owned()));
}
