//! Captures: what regions use from around them, and placeholders that stand for it.

use sexpr_examples::wave::captures::captures;
use sexpr_examples::wave::graph::Op;
use sexpr_examples::wave::{self, Graph};

use crate::support::{difference, effects};

/// A loop within a loop; what the inner one does is given, with the outer one's own placeholders.
fn nested(outer: &str, inner: &str) -> Graph {
    effects(&format!(
        r#"{{"name": "a", "op": {{"placeholder": {{}}}}}}, {{"name": "b", "op": {{"placeholder": {{}}}}}},
        {{"name": "outer", "op": {{"iterate": {{"axis": "M", "init": [], "body": [{outer}
            {{"name": "inner", "op": {{"iterate": {{"axis": "K", "init": [], "body": [{inner}
                {{"name": "inner_end", "op": {{"output": {{"values": []}}}}}}]}}}}}},
            {{"name": "outer_end", "op": {{"output": {{"values": []}}}}}}]}}}}}}"#
    ))
}

const COPY: &str =
    r#"{"name": "x", "op": {"read": {"memory": "b"}}}, {"name": "w", "op": {"write": {"value": "x", "memory": "a"}}},"#;

#[test]
fn captures_are_found_in_the_order_of_first_use_also_in_regions_within() {
    let graph = nested("", COPY);
    let outer = graph.body.nodes[2].op.region().expect("a loop has a region");
    let names: Vec<String> = captures(outer).iter().map(|node| node.name.clone()).collect();
    assert_eq!(names, ["b", "a"]);
}

#[test]
fn a_placeholder_may_stand_for_a_placeholder() {
    let direct = nested("", COPY);
    let lifted = nested(
        r#"{"name": "b1", "op": {"placeholder": {"lifted": "b"}}}, {"name": "a1", "op": {"placeholder": {"lifted": "a"}}},"#,
        &format!(
            r#"{{"name": "b2", "op": {{"placeholder": {{"lifted": "b1"}}}}}}, {{"name": "a2", "op": {{"placeholder": {{"lifted": "a1"}}}}}}, {}"#,
            COPY.replace("\"b\"", "\"b2\"").replace("\"a\"", "\"a2\"")
        ),
    );
    assert_eq!(difference(&direct, &lifted), "none");
    assert_eq!(wave::check(&wave::lift(&direct)), []);
    assert_eq!(wave::lift(&direct).length(), lifted.length());
    assert_eq!(wave::lift(&lifted).length(), lifted.length(), "there is nothing more to lift");
    assert_eq!(wave::hoist(&lifted).length(), direct.length());
}

#[test]
fn a_placeholder_that_says_more_than_its_node_is_not_that_node() {
    let placeholder = |attributes: &str| {
        nested(
            "",
            &format!(
                r#"{{"name": "b2", "op": {{"placeholder": {{"lifted": "b"}}}}, "attributes": {{{attributes}}}}}, {}"#,
                COPY.replace("\"b\"", "\"b2\"")
            ),
        )
    };
    let plain = nested("", COPY);
    assert_eq!(difference(&plain, &placeholder("")), "none");
    assert_eq!(difference(&plain, &placeholder(r#""location": "somewhere""#)), "none");
    assert_ne!(difference(&plain, &placeholder(r#""reduction_dim": "K""#)), "none");
    assert_eq!(difference(&placeholder(r#""reduction_dim": "K""#), &placeholder(r#""reduction_dim": "K""#)), "none");
    // It is kept through a conversion.
    let graph = placeholder(r#""reduction_dim": "K""#);
    let function = wave::make_isolated(&wave::to_operations(&graph).expect("it is well formed"));
    let back = wave::to_graph(&wave::make_non_isolated(&function)).expect("it is well formed");
    assert_eq!(difference(&graph, &back), "none");
}

#[test]
fn hoisting_takes_from_a_list_what_is_still_used() {
    let inner =
        format!(r#"{{"name": "b2", "op": {{"placeholder": {{"lifted": "b"}}}}}}, {}"#, COPY.replace("\"b\"", "\"b2\""));
    let text = wave::write(&nested("", &inner)).expect("it is well formed");
    let listing = text.replacen("\"axis\": \"K\",", "\"implicit_captures\": [\"a\", \"b\"], \"axis\": \"K\",", 1);
    let hoisted = wave::hoist(&wave::read(&listing).expect("it is well formed"));
    let outer = hoisted.body.nodes[2].op.region().expect("a loop has a region");
    let inner = &outer.nodes[0].op;
    let names: Vec<&str> = inner.implicit_captures().iter().map(|node| node.name.as_str()).collect();
    assert_eq!(names, ["a"]);
    assert_eq!(captures(inner.region().expect("a loop has a region")).len(), 2);
    assert!(matches!(inner, Op::Iterate { .. }));
}
