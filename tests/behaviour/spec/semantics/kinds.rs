//! Kinds: of types, and of variants.

use std::sync::Arc;

use sexpr_core::{Options, StructuralEq};
use sexpr_test_support::check::{assert_reason, differ, differ_at, equal, equal_under};

/// Every kind in one enum.
#[derive(StructuralEq)]
enum Node {
    Tree {
        value: i64,
    },
    Pair {
        left: Arc<Node>,
        right: Arc<Node>,
    },
    #[seq(kind = "const-tree")]
    Const {
        value: i64,
    },
    #[seq(kind = "dag")]
    Dag {
        value: i64,
    },
    #[seq(kind = "var")]
    Var {
        value: i64,
    },
    #[seq(kind = "singleton")]
    #[allow(dead_code, reason = "a singleton's fields are never compared")]
    Singleton {
        value: i64,
    },
}

fn pair(left: &Arc<Node>, right: &Arc<Node>) -> Arc<Node> {
    Arc::new(Node::Pair { left: left.clone(), right: right.clone() })
}

/// Two nodes of the same content.
fn two(make: fn(i64) -> Node) -> (Arc<Node>, Arc<Node>) {
    (Arc::new(make(1)), Arc::new(make(1)))
}

#[test]
fn a_variant_of_kind_tree_is_compared_by_its_fields() {
    let (a, b) = two(|value| Node::Tree { value });
    equal(&pair(&a, &a), &pair(&a, &b));
    differ_at(".Tree.value", &a, &Arc::new(Node::Tree { value: 2 }));
}

#[test]
fn a_variant_of_kind_dag_counts_sharing() {
    let (a, b) = two(|value| Node::Dag { value });
    equal(&pair(&a, &a), &pair(&b, &b));
    assert_reason(&differ_at(".Pair.right", &pair(&a, &a), &pair(&a, &b)), &["shar"]);
    differ_at(".Dag.value", &a, &Arc::new(Node::Dag { value: 2 }));
}

#[test]
fn a_variant_of_kind_var_is_a_variable() {
    let (a, b) = two(|value| Node::Var { value });
    equal(&pair(&a, &b), &pair(&a, &b));
    differ_at(".Pair.left", &pair(&a, &b), &pair(&b, &a));
    let mapping = Options::new().map_free_vars(true);
    equal_under(mapping, &pair(&a, &b), &pair(&b, &a));
    assert!(!mapping.equal(&pair(&a, &a), &pair(&b, &a)));
    assert!(!mapping.equal(&a, &Arc::new(Node::Var { value: 2 })));
}

#[test]
fn a_variant_of_kind_singleton_equals_itself_alone() {
    let (a, b) = two(|value| Node::Singleton { value });
    equal(&pair(&a, &a), &pair(&a, &a));
    assert_reason(&differ_at("", &a, &b), &["singleton"]);
}

#[test]
fn a_kind_of_the_type_holds_for_its_variants_unless_they_override_it() {
    #[derive(StructuralEq)]
    #[seq(kind = "dag")]
    enum Node {
        Shared(i64),
        #[seq(kind = "tree")]
        Plain(i64),
    }
    let (a, b) = (Arc::new(Node::Shared(1)), Arc::new(Node::Shared(1)));
    differ_at("[1]", &vec![a.clone(), a.clone()], &vec![a, b]);
    let (a, b) = (Arc::new(Node::Plain(1)), Arc::new(Node::Plain(1)));
    equal(&vec![a.clone(), a.clone()], &vec![a, b]);
}

#[test]
fn different_variants_differ_even_with_the_same_fields() {
    let nodes = [
        Node::Tree { value: 1 },
        Node::Const { value: 1 },
        Node::Dag { value: 1 },
        Node::Var { value: 1 },
        Node::Singleton { value: 1 },
    ];
    let nodes = nodes.map(Arc::new);
    for (i, left) in nodes.iter().enumerate() {
        for right in &nodes[..i] {
            differ_at("", left, right);
            assert!(!Options::new().map_free_vars(true).equal(left, right));
        }
    }
    assert_reason(&differ(&nodes[0], &nodes[1]), &["Tree", "Const"]);
}
