//! Kinds: of types, and of variants.

use std::sync::Arc;

use sexpr_core::{Options, StructuralEq};
use sexpr_test_support::check::{all_distinct, assert_reason, differ, differ_at, equal, equal_under};

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
    differ_at(".value", &a, &Arc::new(Node::Tree { value: 2 }));
}

#[test]
fn a_variant_of_kind_const_tree_is_too() {
    let (a, b) = two(|value| Node::Const { value });
    equal(&pair(&a, &a), &pair(&a, &b));
    differ_at(".value", &a, &Arc::new(Node::Const { value: 2 }));
}

#[test]
fn a_variant_of_kind_dag_counts_sharing() {
    let (a, b) = two(|value| Node::Dag { value });
    equal(&pair(&a, &a), &pair(&b, &b));
    assert_reason(&differ_at(".right", &pair(&a, &a), &pair(&a, &b)), &["shar"]);
    differ_at(".value", &a, &Arc::new(Node::Dag { value: 2 }));
}

#[test]
fn a_variant_of_kind_var_is_a_variable() {
    let (a, b) = two(|value| Node::Var { value });
    equal(&pair(&a, &b), &pair(&a, &b));
    differ_at(".left", &pair(&a, &b), &pair(&b, &a));
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

#[test]
fn variants_without_fields_differ() {
    #[derive(StructuralEq)]
    enum Flag {
        On,
        Off {},
        Unset(),
    }
    all_distinct("", || vec![Flag::On, Flag::Off {}, Flag::Unset()]);
}

/// A record of a dag node is in force for the rest of the comparison, wherever the node is met.
#[test]
fn dag_nodes_are_recorded_across_the_whole_term() {
    #[derive(StructuralEq)]
    #[seq(kind = "dag")]
    struct Block {
        id: i64,
        inner: Vec<Arc<Block>>,
    }
    let block = |id, inner: &[&Arc<Block>]| {
        Arc::new(Block { id, inner: inner.iter().map(|inner| Arc::clone(inner)).collect() })
    };
    let shared_deep = |once: bool| {
        let (first, second) = (block(1, &[]), block(1, &[]));
        let outer = block(2, &[&first]);
        (outer, if once { first } else { second })
    };
    equal(&shared_deep(true), &shared_deep(true));
    equal(&shared_deep(false), &shared_deep(false));
    assert_reason(&differ_at(".1", &shared_deep(true), &shared_deep(false)), &["shar"]);
}

#[test]
fn a_dag_node_that_appears_in_an_unequal_pair_is_not_recorded() {
    // The comparison ends at the first difference; the next one starts afresh.
    #[derive(StructuralEq)]
    #[seq(kind = "dag")]
    struct Block(i64);
    let (a, b) = (Arc::new(Block(1)), Arc::new(Block(2)));
    let mut comparer = sexpr_core::Comparer::new();
    assert!(!comparer.equal(&a, &b));
    assert!(comparer.equal(&a, &a));
    assert!(comparer.equal(&b, &Arc::new(Block(2))));
}

/// Two dag nodes that hold variables: the variables correspond wherever the nodes were compared.
#[test]
fn variables_in_a_dag_node_are_bound_when_its_content_is_compared() {
    #[derive(StructuralEq)]
    #[seq(kind = "var")]
    struct Var(i64);
    #[derive(StructuralEq)]
    #[seq(kind = "dag")]
    struct Binding {
        #[seq(def)]
        var: Arc<Var>,
        value: i64,
    }
    let program = |used: usize| {
        let vars = [0, 1].map(|_| Arc::new(Var(0)));
        let bindings: Vec<_> = vars.iter().map(|var| Arc::new(Binding { var: var.clone(), value: 1 })).collect();
        (bindings.clone(), bindings[0].clone(), vars[used].clone())
    };
    equal(&program(1), &program(1));
    differ_at(".2", &program(0), &program(1));
}

#[test]
fn a_const_tree_that_is_the_same_object_is_equal_at_once() {
    /// Compared only if it must be.
    struct Untouchable;
    impl PartialEq for Untouchable {
        fn eq(&self, _: &Self) -> bool {
            unreachable!("the same object is equal without a look at its fields")
        }
    }
    impl Eq for Untouchable {}
    impl std::hash::Hash for Untouchable {
        fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
    }
    #[derive(StructuralEq)]
    #[seq(kind = "const-tree")]
    struct Interned(#[seq(opaque)] Untouchable);

    let one = Arc::new(Interned(Untouchable));
    equal(&one, &one.clone());
    equal(&vec![one.clone(), one.clone()], &vec![one.clone(), one]);
}

#[test]
fn a_const_tree_may_hold_singletons() {
    #[derive(StructuralEq)]
    #[seq(kind = "singleton")]
    struct Op(#[allow(dead_code, reason = "gives it a size")] u8);
    #[derive(StructuralEq)]
    #[seq(kind = "const-tree")]
    struct Call {
        op: Arc<Op>,
        arity: i64,
    }
    let ops = [0, 0].map(|size| Arc::new(Op(size)));
    let call = |op: usize, arity| Arc::new(Call { op: ops[op].clone(), arity });
    equal(&call(0, 1), &call(0, 1));
    differ_at(".op", &call(0, 1), &call(1, 1));
    differ_at(".arity", &call(0, 1), &call(0, 2));
}
