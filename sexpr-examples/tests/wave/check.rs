//! What makes graphs ill-formed.

use sexpr_examples::wave;
use sexpr_examples::wave::graph::{Guard, Node, Op, Region};

use crate::support::{MATMUL, graph, replaced};

fn problems(nodes: &str) -> Vec<String> {
    wave::check(&graph(nodes)).iter().map(ToString::to_string).collect()
}

const END: &str = r#"{"name": "end", "op": {"output": {"values": []}}}"#;

#[test]
fn a_well_formed_graph_has_no_problems() {
    assert_eq!(problems(MATMUL), [""; 0]);
}

#[test]
fn each_mistake_is_told() {
    let placeholder = r#"{"name": "p", "op": {"placeholder": {}}}"#;
    for (nodes, expected) in [
        (placeholder.to_owned(), "`test`: one output ends what it does, and it is the last node"),
        (format!("{END}, {placeholder}"), "`test`: one output ends what it does, and it is the last node"),
        (
            format!(r#"{placeholder}, {{"name": "q", "op": {{"placeholder": {{"lifted": "p"}}}}}}, {END}"#),
            "`q`: it stands for `p`, and is in no region",
        ),
        (
            format!(r#"{{"name": "i", "op": {{"iter_arg": {{}}}}}}, {END}"#),
            "`i`: it is an argument of a loop, and is in none",
        ),
        (
            replaced(MATMUL, &[(r#""index": 0}}, "attributes": {"vector"#, r#""index": 1}}, "attributes": {"vector"#)]),
            "`sum`: it takes result 1 of `loop`, which gives 1",
        ),
        (
            replaced(MATMUL, &[(r#"{"value": "sum", "#, r#"{"value": "loop", "#)]),
            "`store`: it uses `loop`, which has no value of its own",
        ),
        (
            replaced(MATMUL, &[(r#""values": ["product"]"#, r#""values": []"#)]),
            "`loop`: it carries 1 values, and its region gives 0",
        ),
        (
            replaced(MATMUL, &[(r#""init": ["zero"]"#, r#""init": ["zero", "zero"]"#)]),
            "`loop`: it carries 2 values, and its region has 1 arguments for them",
        ),
        (
            replaced(MATMUL, &[(r#""placeholder": {"lifted": "b"}"#, r#""placeholder": {}"#)]),
            "`b_in`: it is a placeholder in a region, and stands for no node around it",
        ),
        (
            replaced(MATMUL, &[(r#""values": ["product"]"#, r#""values": ["a"]"#)]),
            "`loop`: it carries `zero` at first, which is no memory, and then `a`, which may be",
        ),
        (
            replaced(MATMUL, &[(r#"{"value": "sum", "memory": "c""#, r#"{"value": "sum", "memory": "sum""#)]),
            "`store`: it reads or writes `sum`, which is no memory",
        ),
    ] {
        let found = problems(&nodes);
        assert!(found.iter().any(|problem| problem.starts_with(expected)), "{expected}: {found:?}");
    }
}

#[test]
fn graphs_that_are_put_together_are_checked_for_what_a_text_cannot_say() {
    let whole = graph(MATMUL);
    let mut nodes = whole.body.nodes.clone();
    nodes.remove(0);
    let without = wave::Graph { name: "test".to_owned(), body: Region { nodes } };
    let found: Vec<String> = wave::check(&without).iter().map(ToString::to_string).collect();
    assert!(
        found.contains(&"`a_in`: it uses `a`, which is not listed before it, here or around".to_owned()),
        "{found:?}"
    );
}

#[test]
fn regions_within_too_many_others_are_refused() {
    let end = || Node::new("end", Op::Output { values: Vec::new() });
    let mut body = Region { nodes: vec![end()] };
    for _ in 0..1_000 {
        let guard = Guard::Symbols("k".parse().expect("a condition"));
        let node = Node::new("if", Op::Conditional { guard, body, implicit_captures: Vec::new() });
        body = Region { nodes: vec![node, end()] };
    }
    let deep = wave::Graph { name: "deep".to_owned(), body };
    assert_eq!(wave::check(&deep).len(), 1);
    assert!(wave::to_operations(&deep).is_err());
}

#[test]
fn what_is_listed_twice_is_looked_into_once() {
    let end = || Node::new("end", Op::Output { values: Vec::new() });
    let mut nodes = vec![end()];
    for _ in 0..100 {
        let guard = Guard::Symbols("k".parse().expect("a condition"));
        let node = Node::new("if", Op::Conditional { guard, body: Region { nodes }, implicit_captures: Vec::new() });
        nodes = vec![node.clone(), node, end()];
    }
    let graph = wave::Graph { name: "twice".to_owned(), body: Region { nodes } };
    assert_eq!(wave::check(&graph).len(), 100);
}
