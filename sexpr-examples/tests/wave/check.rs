//! What makes graphs ill-formed.

use sexpr_examples::wave;
use sexpr_examples::wave::graph::{Guard, Node, Op, Region};

use crate::support::{END, MATMUL, graph, replaced};

fn problems(nodes: &str) -> Vec<String> {
    wave::check(&graph(nodes)).iter().map(ToString::to_string).collect()
}

#[test]
fn each_mistake_is_told() {
    let placeholder = r#"{"name": "p", "op": {"placeholder": {}}}"#;
    for (nodes, expected) in cases! {
        placeholder.to_owned() => "`test`: one output ends what it does, and it is the last node";
        format!("{END}, {placeholder}") => "`test`: one output ends what it does, and it is the last node";
        format!(r#"{placeholder}, {{"name": "q", "op": {{"placeholder": {{"lifted": "p"}}}}}}, {END}"#) =>
            "`q`: it stands for `p`, and is in no region";
        format!(r#"{{"name": "i", "op": {{"iter_arg": {{}}}}}}, {END}"#) =>
            "`i`: it is an argument of a loop, and is in none";
        replaced(MATMUL, &[(r#""index": 0}}, "attributes": {"vector"#, r#""index": 1}}, "attributes": {"vector"#)]) =>
            "`sum`: it takes result 1 of `loop`, which gives 1";
        replaced(MATMUL, &[(r#"{"value": "sum", "#, r#"{"value": "loop", "#)]) =>
            "`store`: it uses `loop`, which has no value of its own";
        replaced(MATMUL, &[(r#""values": ["product"]"#, r#""values": []"#)]) =>
            "`loop`: it carries 1 values, and its region gives 0";
        replaced(MATMUL, &[(r#""init": ["zero"]"#, r#""init": ["zero", "zero"]"#)]) =>
            "`loop`: it carries 2 values, and its region has 1 arguments for them";
        replaced(MATMUL, &[(r#""placeholder": {"lifted": "b"}"#, r#""placeholder": {}"#)]) =>
            "`b_in`: it is a placeholder in a region, and stands for no node around it";
        replaced(MATMUL, &[(r#""values": ["product"]"#, r#""values": ["a"]"#)]) =>
            "`loop`: it carries `zero` at first, which is no memory, and then `a`, which may be";
        replaced(MATMUL, &[(r#"{"value": "sum", "memory": "c""#, r#"{"value": "sum", "memory": "sum""#)]) =>
            "`store`: it reads or writes `sum`, which is no memory";
    } {
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

/// Of what is read, with its type; in memory of the same.
fn read(name: &str, shape: &str, dtype: &str) -> String {
    format!(
        r#"{{"name": "{name}_memory", "op": {{"placeholder": {{"type": {{"space": "global", "shape": {shape}, "dtype": "{dtype}"}}}}}}}},
        {{"name": "{name}", "op": {{"read": {{"memory": "{name}_memory"}}}}, "type": {{"space": "register", "shape": {shape}, "dtype": "{dtype}"}}}}"#
    )
}

#[test]
fn types_of_operands_go_together() {
    let (half, float) = (read("h", r#"["M", "K"]"#, "f16"), read("f", r#"["M", "N"]"#, "f32"));
    let node = |op: &str| format!(r#"{half}, {float}, {{"name": "x", {op}}}, {END}"#);
    let register = |shape: &str, dtype: &str, value: &str| {
        format!(
            r#""op": {{"register": {{"type": {{"space": "register", "shape": {shape}, "dtype": "{dtype}"}}, "value": {value}}}}}"#
        )
    };
    for (op, expected) in [
        (r#""op": {"binary": {"function": "add", "lhs": "h", "rhs": "f"}}"#.to_owned(),
            "its operands have elements of f16 and f32; cast one of them"),
        (r#""op": {"unary": {"function": "exp2", "arg": "f"}}, "type": {"space": "register", "shape": ["M", "N"], "dtype": "i8"}"#.to_owned(),
            "the elements of its type are i8, and its operands give f32"),
        (r#""op": {"unary": {"function": "exp2", "arg": "f"}}, "type": {"space": "register", "shape": ["M"], "dtype": "f32"}"#.to_owned(),
            "the dimensions of its type are [M], and those of its operand [M, N]"),
        (r#""op": {"read": {"memory": "h_memory"}}, "type": {"space": "register", "shape": ["M", "Q"], "dtype": "f16"}"#.to_owned(),
            "`h_memory` has no dimension Q"),
        (r#""op": {"read": {"memory": "h_memory"}}, "attributes": {"index": {"Z": ["$T0", 1, 1]}}"#.to_owned(),
            "`h_memory` has no dimension Z"),
        (r#""op": {"write": {"value": "h", "memory": "f_memory"}}"#.to_owned(),
            "it writes f16 into memory of f32; cast the value"),
        (r#""op": {"reduce": {"function": "sum", "source": "f", "dim": "Z"}}"#.to_owned(), "`f` has no dimension Z"),
        (r#""op": {"broadcast": {"arg": "f", "shape": ["M"]}}"#.to_owned(),
            "it leaves out the dimension N of `f`; a broadcast only adds dimensions"),
        (r#""op": {"mma": {"lhs": "h", "rhs": "h", "acc": "f", "kind": "F32_16x16x16_F16"}}"#.to_owned(),
            "it multiplies [M, K] by [M, K] and adds to [M, N]; it takes [M, K], [N, K] and [M, N]"),
        (r#""op": {"mma": {"lhs": "h", "rhs": "h", "acc": "q", "kind": "NOSUCH"}}"#.replace("\"q\"", "\"h\""),
            "`NOSUCH` is no kind of product; kinds are written F32_16x16x16_F16"),
        (register(r#"["M"]"#, "i32", "1.5"), "1.5 is no value of i32"),
        (register(r#"["M"]"#, "f17", "0"), "`f17` is no data type"),
    ] {
        let found = problems(&node(&op));
        assert!(found.iter().any(|problem| problem.starts_with(&format!("`x`: {expected}"))), "{op}: {found:?}");
    }
}
