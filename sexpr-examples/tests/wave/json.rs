//! Graphs as JSON: what is refused, and why.

use proptest::prelude::*;
use sexpr_examples::wave::graph::{Attribute, Attributes, Guard, Instruction, Node, Op, Region, Space, TensorType};
use sexpr_examples::wave::{self, Graph, JsonError};

use crate::support::{MATMUL, difference, graph, register, replaced};

fn error(nodes: &str) -> String {
    wave::read(&format!("{{\"nodes\": [{nodes}]}}")).expect_err("it is wrong").to_string()
}

#[test]
fn mistakes_are_told_with_the_node_or_the_place() {
    let node = |op: &str| format!(r#"{{"name": "n", "op": {op}}}"#);
    for (nodes, expected) in cases! {
        node("{}") => "`op` has one field";
        node(r#"{"placeholder": {}, "output": {"values": []}}"#) => "`op` has one field";
        node(r#"{"reed": {"memory": "a"}}"#) =>
            "the node `n`: `reed` is not known (is `read` meant?): unknown field `memory`; there may be `operands`";
        format!("{0}, {0}", node(r#"{"placeholder": {}}"#)) => "there are two nodes called `n`";
        r#"{"name": "n"}"#.to_owned() => "line 1, column 12: missing field `op`";
        r#"{"name": "n", "op": {"placeholder": {}}, "atributes": {}}"#.to_owned() => "unknown field `atributes`";
        "{".to_owned() => "line 1";
        node(r#"{"allocate": {"shape": ["M +"], "dtype": "f16", "space": "shared"}}"#) => "`M +`";
        r#"{"name": "n", "op": {"placeholder": {}}, "attributes": {"index": {"M": ["$T0 +", 1, 1]}}}"#.to_owned() =>
            "the node `n`: its attribute `index`: `M`: `$T0 +`";
        r#"{"name": "n", "op": {"placeholder": {}}, "attributes": {"index": {"M": [1, 1]}}}"#.to_owned() =>
            "`M` is to have start, size and stride, and has 2 part(s)";
        r#"{"name": "n", "op": {"placeholder": {}}, "attributes": {"iter_idx": 9223372036854775808}}"#.to_owned() =>
            "too large";
        r#"{"name": "n", "op": {"placeholder": {}}, "attributes": {"op": 1}}"#.to_owned() =>
            "no attribute is called `op`";
        r#"{"name": "n", "op": {"placeholder": {}}, "attributes": {"index": {"M": [1, 1, 1], "M": [2, 1, 1]}}}"#
            .to_owned() => "duplicate field `M`";
        node(r#"{"placeholder": {}, "placeholder": {}}"#) => "duplicate field `placeholder`";
        node(r#"{"placehodler": {"lifted": "a"}}"#) => "is `placeholder` meant?";
        format!(
            r#"{{"name": "a", "op": {{"placeholder": {{}}}}}}, {}"#,
            node(r#"{"broadcast": {"arg": "a", "shape": ["M N"]}}"#)
        ) => "the node `n`: its field `shape`: `M N`";
    } {
        let found = error(&nodes);
        assert!(found.contains(expected), "{nodes}: {found}");
    }
}

#[test]
fn lists_of_captures_may_be_out_of_date() {
    let stale = replaced(MATMUL, &[(r#""implicit_captures": ["a", "b"]"#, r#""implicit_captures": ["a", "gone"]"#)]);
    let given = graph(&stale);
    assert_eq!(difference(&given, &graph(MATMUL)), "none");
    let listed = |graph: &Graph| -> Vec<String> {
        let lists = graph.body.nodes.iter().map(|node| node.op.implicit_captures());
        lists.flatten().map(|node| node.name.clone()).collect()
    };
    assert_eq!(listed(&given), ["a"]);
    let foreign = Node::new("foreign", Op::Placeholder { ty: None, lifted: None });
    let end = || Node::new("end", Op::Output { values: Vec::new() });
    let op = Op::Conditional {
        guard: Guard::Symbols("k".parse().expect("a condition")),
        body: Region { nodes: vec![end()] },
        implicit_captures: vec![foreign],
    };
    let given = Graph { name: "test".to_owned(), body: Region { nodes: vec![Node::new("if", op), end()] } };
    assert!(!wave::write(&given).expect("it is well formed").contains("foreign"));
}

#[test]
fn what_is_in_a_region_is_not_seen_around_it() {
    let text = r#"{"name": "l", "op": {"iterate": {"axis": "K", "init": [], "body": [
        {"name": "x", "op": {"register": {"type": {"space": "register", "shape": [], "dtype": "f32"}, "value": 1}}},
        {"name": "e", "op": {"output": {"values": []}}}]}}},
        {"name": "y", "op": {"unary": {"function": "neg", "arg": "x"}}}"#;
    assert!(error(text).contains("`y` uses `x`"), "{}", error(text));
}

#[test]
fn deep_texts_are_refused() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(matches!(wave::read(&deep), Err(JsonError::Form { .. })));
    let nodes = format!(
        r#"{{"name": "n", "op": {{"placeholder": {{}}}}, "attributes": {{"list": {}{}}}}}"#,
        "[".repeat(90),
        "]".repeat(90)
    );
    assert!(wave::read(&format!("{{\"nodes\": [{nodes}]}}")).is_ok());
}

#[test]
fn numbers_that_are_not_finite_read_back() {
    for value in ["\"-inf\"", "\"inf\"", "\"nan\"", "0.5"] {
        let given = register("f32", value);
        let written = wave::write(&given).expect("it is well formed");
        assert!(written.contains(value), "{written}");
        assert!(wave::equivalent(&given, &wave::read(&written).expect("it was written")));
    }
}

#[test]
fn attributes_are_read_by_what_they_look_like() {
    let text = r#"{"name": "a", "op": {"placeholder": {}}, "attributes": {
        "flag": true, "count": 3, "share": 0.5, "dim": "K", "list": [1, "x"],
        "index": {"M": ["$T0", 1, 1]}, "sizes": {"M": "N // 2", "N": 16}}}"#;
    let graph = graph(text);
    let attributes = &graph.body.nodes[0].attributes;
    assert!(matches!(attributes.get("flag"), Some(Attribute::Flag(true))));
    assert!(matches!(attributes.get("count"), Some(Attribute::Int(3))));
    assert!(matches!(attributes.get("share"), Some(Attribute::Float(_))));
    assert!(matches!(attributes.get("dim"), Some(Attribute::Text(_))));
    assert!(matches!(attributes.get("list"), Some(Attribute::List(_))));
    assert!(matches!(attributes.get("index"), Some(Attribute::Index(_))));
    assert!(matches!(attributes.get("sizes"), Some(Attribute::Sizes(_))));
}

#[test]
fn nodes_of_one_name_are_told_apart_when_written() {
    let graph =
        graph(r#"{"name": "a", "op": {"placeholder": {}}}, {"name": "end", "op": {"output": {"values": ["a"]}}}"#);
    let lifted = graph.body.nodes.iter().chain(&graph.body.nodes[..1]).cloned().collect();
    let twice = Graph { name: String::new(), body: Region { nodes: lifted } };
    let text = wave::write(&twice).expect("each is listed");
    assert!(text.contains("\"a_1\""), "{text}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn numbers_read_back_to_the_last_bit(value in any::<f64>()) {
        let mut attributes = Attributes::new();
        attributes.set("share", Attribute::Float(value));
        attributes.set("texts", Attribute::List(["inf", "nan", ""].map(|text| Attribute::Text(text.to_owned())).to_vec()));
        attributes.set("sizes", Attribute::Sizes(Default::default()));
        attributes.set("index", Attribute::Index(Default::default()));
        let ty = TensorType { space: Space::Register, shape: vec![], dtype: "f64".to_owned() };
        let op = Op::Do(Instruction::Register { ty, value });
        let node = Node::with("r", op, attributes);
        let end = Node::new("end", Op::Output { values: vec![node.clone()] });
        let graph = Graph { name: String::new(), body: Region { nodes: vec![node, end] } };
        let back = wave::read(&wave::write(&graph).expect("it is well formed")).expect("it was written");
        prop_assert!(wave::equivalent(&graph, &back));
    }
}

#[test]
fn what_does_not_count_may_have_any_form() {
    let text = r#"{"name": "a", "op": {"placeholder": {}}, "attributes": {"location": {"file": "a b.py", "line": [3, null]}}}"#;
    assert!(matches!(graph(text).body.nodes[0].attributes.get("location"), Some(Attribute::Text(_))));
}

#[test]
fn an_integer_is_read_exactly_or_not_at_all() {
    let with = |number: &str| {
        let ty = r#"{"space": "register", "shape": ["M"], "dtype": "i64"}"#;
        let field = format!(
            r#"{{"nodes": [{{"name": "r", "op": {{"register": {{"type": {ty}, "value": {number}}}}}}},
            {{"name": "end", "op": {{"output": {{"values": ["r"]}}}}}}]}}"#
        );
        let attribute = format!(
            r#"{{"nodes": [{{"name": "a", "op": {{"placeholder": {{}}}}, "attributes": {{"n": {number}}}}},
            {{"name": "end", "op": {{"output": {{"values": []}}}}}}]}}"#
        );
        [field, attribute].map(|text| wave::read(&text).map_err(|error| error.to_string()))
    };
    for number in ["18446744073709551616", "-9223372036854775809", "100000000000000000000000"] {
        for read in with(number) {
            assert!(read.as_ref().is_err_and(|error| error.contains("is too large for an integer")), "{read:?}");
        }
    }
    assert!(with("9007199254740993")[0].as_ref().is_err_and(|error| error.contains("is not exact as a float")));
    for number in ["9007199254740992", "-0", "18446744073709551616.0", "1e30"] {
        assert!(with(number).iter().all(Result::is_ok), "{number}");
    }
}
