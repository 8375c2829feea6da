//! Copies of nodes: what is kept, and what it costs.

use std::sync::Arc;

use sexpr_core::{StructuralEq, rewrite::Rewrite, walk::At};

/// A type of another crate.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Foreign(u8);

#[derive(StructuralEq, Debug, PartialEq)]
#[seq(rewrite)]
struct Node {
    value: i64,
    #[seq(opaque)]
    foreign: Foreign,
    #[seq(ignore)]
    note: String,
    below: Option<Box<Node>>,
    others: Vec<Node>,
}

fn node(value: i64, below: Option<Box<Node>>, others: Vec<Node>) -> Node {
    Node { value, foreign: Foreign(7), note: format!("note {value}"), below, others }
}

#[test]
fn all_fields_of_a_copy_are_kept() {
    let shared =
        Arc::new(node(1, Some(Box::new(node(2, None, vec![]))), vec![node(3, None, vec![node(4, None, vec![])])]));
    let next = |value: &i64, _: &At| (*value == 4).then_some(5);
    let copy = Rewrite::new().after(next).run(shared.clone());
    let mut expected = node(1, Some(Box::new(node(2, None, vec![]))), vec![node(3, None, vec![node(5, None, vec![])])]);
    expected.others[0].others[0].note = "note 4".into();
    assert_eq!(*copy, expected);
}
