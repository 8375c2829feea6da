//! Random graphs with cycles, against the verdicts of a reference implementation in another language, which knows no
//! short cuts and remembers nothing.

use serde_json::Value;
use sexpr_core::{
    StructuralEq, arena::InArena, first_structural_mismatch, structural_equal, structural_fingerprint, structural_hash,
};
use sexpr_test_support::ids;

ids! { NodeId => Node; }

#[derive(StructuralEq, Clone, Debug)]
enum Node {
    #[seq(kind = "var")]
    Variable(#[seq(key)] String),
    #[seq(scope)]
    Lambda(#[seq(def)] Vec<NodeId>, NodeId),
    Add(NodeId, NodeId),
    #[seq(kind = "dag")]
    Dag(NodeId),
    Number(u64),
}

fn node_id(value: &Value) -> NodeId {
    NodeId(value.as_u64().expect("a number") as usize)
}

fn node(value: &Value) -> Node {
    let id = node_id;
    match value[0].as_str() {
        Some("V") => Node::Variable(value[1].as_str().expect("a name").to_owned()),
        Some("L") => Node::Lambda(value[1].as_array().expect("a list").iter().map(id).collect(), id(&value[2])),
        Some("A") => Node::Add(id(&value[1]), id(&value[2])),
        Some("D") => Node::Dag(id(&value[1])),
        Some("I") => Node::Number(value[1].as_u64().expect("a number")),
        other => panic!("unknown: {other:?}"),
    }
}

#[test]
fn verdicts_on_cycles_are_those_of_the_reference() {
    let cases = include_str!("cycles.jsonl").lines();
    for (number, case) in cases.enumerate().take(if cfg!(miri) { 20 } else { usize::MAX }) {
        let case: Value = serde_json::from_str(case).expect("a case");
        let arena: Vec<Node> = case["nodes"].as_array().expect("a list").iter().map(node).collect();
        let copy = arena.clone();
        // Trees inside themselves, with no dag node in between, are equal to nothing, and their hashes are any.
        let endless: Vec<usize> =
            case["endless"].as_array().expect("a list").iter().map(|root| node_id(root).0).collect();
        for pair in case["pairs"].as_array().expect("a list") {
            let [one, other] = [0, 1].map(|side| node_id(&pair[side]));
            let expected = pair[2].as_bool().expect("a verdict");
            for arena_of_other in [&arena, &copy] {
                let (left, right) = (InArena::new(&arena, one), InArena::new(arena_of_other, other));
                let context =
                    format!("case {number}, {one:?} and {other:?}: {:?}", first_structural_mismatch(&left, &right));
                assert_eq!(structural_equal(&left, &right), expected, "{context}");
                assert_eq!(structural_equal(&right, &left), expected, "{context}");
                assert_eq!(first_structural_mismatch(&left, &right).is_none(), expected, "{context}");
                let fingerprints = [structural_fingerprint(&left), structural_fingerprint(&right)];
                let are_endless = [one, other].map(|root| endless.contains(&root.0));
                assert_eq!(fingerprints.each_ref().map(Result::is_err), are_endless, "{context}");
                if are_endless == [false; 2] {
                    assert_eq!(structural_hash(&left) == structural_hash(&right), expected, "{context}");
                    assert_eq!(fingerprints[0] == fingerprints[1], expected, "{context}");
                }
            }
        }
    }
}
