//! Cycles: control flow, recursive functions and types, and binders on cycles.

use std::sync::Arc;

use sexpr_core::{
    Reason, StructuralEq,
    arena::{Id, InArena},
    first_structural_mismatch, nodes, structural_equal, structural_fingerprint, structural_hash,
    terms::common_subexpressions,
    walk::Walk,
};

/// The id of a node.
#[derive(Clone, Copy, Debug)]
struct NodeId(usize);

impl Id for NodeId {
    type Node = Node;
    fn index(&self) -> u64 {
        self.0 as u64
    }
}
sexpr_core::id!(NodeId);

#[derive(StructuralEq, Debug)]
enum Node {
    Leaf(i64),
    Name(#[seq(var)] &'static str),
    Pair(NodeId, NodeId),
    Held(Box<Held>),
    Shared(Arc<Held>),
    SharedDag(Arc<HeldDag>),
    #[seq(scope)]
    Lambda(#[seq(var, def)] &'static str, NodeId),
    #[seq(kind = "dag")]
    Dag(NodeId),
}
use Node::{Dag, Lambda, Leaf, Name, Pair};

/// A dag node that no id leads to.
#[derive(StructuralEq, Debug)]
#[seq(kind = "dag")]
struct HeldDag {
    next: NodeId,
}

/// What no id leads to.
#[derive(StructuralEq, Debug)]
struct Held {
    inner: Option<Box<Held>>,
    next: Option<NodeId>,
}

fn held(next: Option<NodeId>) -> Node {
    Node::Held(Box::new(Held { inner: None, next }))
}

fn assert_equal(left: (&Vec<Node>, usize), right: (&Vec<Node>, usize)) {
    let [left, right] = [left, right].map(|(arena, root)| InArena::new(arena, NodeId(root)));
    assert_eq!(first_structural_mismatch(&left, &right), None);
    assert!(structural_equal(&left, &right) && structural_equal(&right, &left));
    assert_eq!(structural_hash(&left), structural_hash(&right));
    assert_eq!(structural_fingerprint(&left), structural_fingerprint(&right));
}

fn assert_different(left: (&Vec<Node>, usize), right: (&Vec<Node>, usize)) -> Reason {
    let [left, right] = [left, right].map(|(arena, root)| InArena::new(arena, NodeId(root)));
    assert!(!structural_equal(&left, &right) && !structural_equal(&right, &left));
    assert_ne!(structural_hash(&left), structural_hash(&right));
    first_structural_mismatch(&left, &right).expect("they differ").reason().clone()
}

#[test]
fn a_loop_is_equal_to_one_that_is_allocated_otherwise() {
    let one = vec![Leaf(1), Pair(NodeId(0), NodeId(2)), Pair(NodeId(1), NodeId(0))];
    let other = vec![Pair(NodeId(1), NodeId(3)), Pair(NodeId(3), NodeId(0)), Leaf(7), Leaf(1)];
    assert_equal((&one, 1), (&other, 1));
    assert_equal((&one, 2), (&other, 0));
    assert_different((&one, 1), (&other, 0));
}

#[test]
fn a_loop_differs_from_one_that_is_unrolled_once() {
    let loops = vec![Pair(NodeId(1), NodeId(0)), Leaf(1)];
    let unrolled = vec![Pair(NodeId(1), NodeId(2)), Leaf(1), Pair(NodeId(1), NodeId(2))];
    assert!(matches!(assert_different((&loops, 0), (&unrolled, 0)), Reason::Cycles { lhs: true, rhs: false, .. }));
    let twice = vec![Pair(NodeId(1), NodeId(2)), Leaf(1), Pair(NodeId(1), NodeId(0))];
    assert!(matches!(assert_different((&loops, 0), (&twice, 0)), Reason::Sharing { .. }));
}

#[test]
fn nodes_in_between_that_no_id_leads_to_make_no_difference() {
    let nested = |next| Node::Held(Box::new(Held { inner: Some(Box::new(Held { inner: None, next })), next: None }));
    let one = vec![nested(Some(NodeId(0)))];
    let other = vec![Leaf(0), nested(Some(NodeId(1)))];
    assert_equal((&one, 0), (&other, 1));
    let open = vec![nested(None)];
    assert_different((&one, 0), (&open, 0));
}

#[test]
fn how_many_pointers_there_are_to_a_node_on_a_cycle_makes_no_difference() {
    let tree = || Arc::new(Held { inner: None, next: Some(NodeId(1)) });
    let dag = || Arc::new(HeldDag { next: NodeId(1) });
    let trees = |held: &Arc<Held>| vec![Node::Shared(held.clone()), Pair(NodeId(0), NodeId(2)), Leaf(1)];
    let dags = |held: &Arc<HeldDag>| vec![Node::SharedDag(held.clone()), Pair(NodeId(0), NodeId(2)), Leaf(1)];
    let (shared, shared_dag) = (tree(), dag());
    for root in 0..2 {
        assert_equal((&trees(&tree()), root), (&trees(&shared), root));
        assert_equal((&dags(&dag()), root), (&dags(&shared_dag), root));
    }
}

#[test]
fn binders_on_a_cycle_are_renamed() {
    let lambda = |name| vec![Lambda(name, NodeId(1)), Pair(NodeId(2), NodeId(0)), Name(name)];
    assert_equal((&lambda("x"), 0), (&lambda("y"), 0));
    // `λx.(y, L2)`, `L2 = λy.(x, L1)`: where `L1` is met again, `y` is bound, and it is free at first.
    let both = |x, y| {
        vec![
            Lambda(x, NodeId(1)),
            Pair(NodeId(2), NodeId(3)),
            Name(y),
            Lambda(y, NodeId(4)),
            Pair(NodeId(5), NodeId(0)),
            Name(x),
        ]
    };
    assert_equal((&both("x", "y"), 0), (&both("x", "y"), 0));
    assert_different((&both("x", "y"), 0), (&both("x", "z"), 0));
}

#[test]
fn a_dag_node_may_lead_to_itself() {
    let one = vec![Dag(NodeId(0))];
    let other = vec![Leaf(1), Dag(NodeId(2)), Dag(NodeId(1))];
    assert_equal((&one, 0), (&one, 0));
    assert_different((&one, 0), (&other, 1));
    assert_equal((&other, 1), (&other, 2));
}

#[test]
fn a_ring_of_many_nodes() {
    let count = if cfg!(miri) { 100 } else { 100_000 };
    let ring = |first: usize| -> Vec<Node> {
        let mut nodes: Vec<Node> = (0..count).map(|_| Leaf(0)).collect();
        for place in 0..count {
            nodes[(place + first) % count] = held(Some(NodeId((place + first + 1) % count)));
        }
        nodes
    };
    assert_equal((&ring(0), 0), (&ring(5), 7));
    assert_eq!(nodes::<Node>(&InArena::new(&ring(0), NodeId(0))).count(), count);
}

#[test]
fn walks_of_cycles_end() {
    let arena = vec![Pair(NodeId(1), NodeId(0)), Pair(NodeId(0), NodeId(2)), Leaf(1)];
    let mut met = Vec::new();
    let walk = Walk::new().with_bindings().on(|node: &Node, at| met.push((format!("{node:?}"), at.met_before())));
    walk.run(&InArena::new(&arena, NodeId(0)));
    let first = format!("{:?}", arena[0]);
    let (second, leaf) = (format!("{:?}", arena[1]), format!("{:?}", arena[2]));
    let expected = [(first.clone(), false), (second, false), (first.clone(), true), (leaf, false), (first, true)];
    assert_eq!(met, expected);
}

/// Variables whose own fields bind them, or something that does.
mod binders_in_circles {
    use super::*;

    macro_rules! variables {
        ($name:ident $(, $key:ident)?) => {
            mod $name {
                use super::*;

                #[derive(Clone, Copy, Debug)]
                struct NodeId(usize);

                impl Id for NodeId {
                    type Node = Node;
                    fn index(&self) -> u64 {
                        self.0 as u64
                    }
                }
                sexpr_core::id!(NodeId);

                #[derive(StructuralEq, Debug)]
                enum Node {
                    #[seq(kind = "var")]
                    Variable {
                        $(#[seq($key)])?
                        name: u32,
                        #[seq(def)]
                        bound: NodeId,
                    },
                    #[seq(scope)]
                    Lambda {
                        #[seq(def)]
                        parameter: NodeId,
                        body: NodeId,
                    },
                }

                fn variable(name: u32, bound: usize) -> Node {
                    Node::Variable { name, bound: NodeId(bound) }
                }

                fn lambda(parameter: usize, body: usize) -> Node {
                    Node::Lambda { parameter: NodeId(parameter), body: NodeId(body) }
                }

                fn verdict(left: (&Vec<Node>, usize), right: (&Vec<Node>, usize)) -> bool {
                    let [left, right] = [left, right].map(|(arena, root)| InArena::new(arena, NodeId(root)));
                    let is_equal = structural_equal(&left, &right);
                    assert_eq!(structural_equal(&right, &left), is_equal);
                    assert_eq!(first_structural_mismatch(&left, &right).is_none(), is_equal);
                    assert!(!is_equal || structural_hash(&left) == structural_hash(&right));
                    assert!(!is_equal || structural_fingerprint(&left).ok() == structural_fingerprint(&right).ok());
                    is_equal
                }

                #[test]
                fn a_variable_may_bind_itself() {
                    let one = vec![variable(0, 0), lambda(0, 0)];
                    let other = vec![lambda(1, 1), variable(0, 1)];
                    assert!(verdict((&one, 1), (&other, 0)));
                    let two = vec![variable(0, 1), variable(1, 0), lambda(0, 0)];
                    assert!(verdict((&two, 2), (&two, 2)));
                    assert!(!verdict((&one, 1), (&two, 2)));
                }

                #[test]
                fn a_variable_may_hold_the_scope_that_binds_it() {
                    let one = vec![variable(0, 1), lambda(0, 0)];
                    let other = vec![lambda(1, 1), variable(0, 0)];
                    assert!(verdict((&one, 1), (&other, 0)));
                    let changed = vec![variable(0, 1), lambda(0, 1)];
                    assert!(!verdict((&one, 1), (&changed, 1)));
                }

                #[test]
                fn walks_and_searches_end() {
                    for bound in [0, 1] {
                        let arena = vec![variable(0, bound), lambda(0, 0)];
                        let root = InArena::new(&arena, NodeId(1));
                        for mut walk in [Walk::new(), Walk::new().distinct()] {
                            let mut met = 0;
                            walk = walk.on(|_: &Node, _: &_| met += 1);
                            walk.run(&root);
                            assert!((2..20).contains(&met));
                        }
                        let mut binders = 0;
                        let walk = Walk::new().with_bindings();
                        walk.on(|_: &Node, at: &_| binders += usize::from(at.is_binding())).run(&root);
                        assert!(binders > 0);
                        assert_eq!(nodes::<Node>(&root).count(), 2);
                        assert!(common_subexpressions(&root).iter().all(|class| class.len() > 1));
                    }
                }
            }
        };
    }

    variables!(without_keys);
    variables!(with_keys, key);
}
