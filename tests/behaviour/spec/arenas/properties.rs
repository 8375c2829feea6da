//! Properties of random graphs: how nodes are allocated makes no difference, and ids agree with pointers.

use std::sync::Arc;

use proptest::prelude::*;
use sexpr_core::{
    StructuralEq, arena::InArena, first_structural_mismatch, structural_equal, structural_fingerprint, structural_hash,
};
use sexpr_test_support::check::steps;

use super::config;

ids! { NodeId => Node; VarId => Var; }

#[derive(StructuralEq, Clone, Debug)]
#[seq(kind = "var")]
struct Var {
    width: u8,
}

/// A node by ids.
#[derive(StructuralEq, Clone, Debug)]
enum Node {
    Leaf(u8),
    Use(VarId),
    Pair(NodeId, NodeId),
    #[seq(kind = "dag")]
    Dag(NodeId),
    #[seq(scope)]
    Lambda(#[seq(def)] VarId, NodeId),
    Bind(#[seq(def)] VarId, NodeId),
}

/// The same by pointers.
#[derive(StructuralEq, Debug)]
enum Pointed {
    Leaf(u8),
    Use(Arc<Var>),
    Pair(Arc<Pointed>, Arc<Pointed>),
    #[seq(kind = "dag")]
    Dag(Arc<Pointed>),
    #[seq(scope)]
    Lambda(#[seq(def)] Arc<Var>, Arc<Pointed>),
    Bind(#[seq(def)] Arc<Var>, Arc<Pointed>),
}

/// How many variables there are.
const VARIABLES: usize = 3;

/// What a node is, and what it leads to, by numbers that are taken modulo what there is.
#[derive(Clone, Copy, Debug)]
struct Raw {
    what: u8,
    one: usize,
    other: usize,
}

fn raw() -> impl Strategy<Value = Raw> {
    (0..6_u8, any::<prop::sample::Index>(), any::<prop::sample::Index>()).prop_map(|(what, one, other)| Raw {
        what,
        one: one.index(64),
        other: other.index(64),
    })
}

/// Nodes that lead to earlier ones alone, but for dag nodes if `cyclic`; those that lead to none have no other choice.
fn nodes(raw: &[Raw], cyclic: bool) -> Vec<Node> {
    let node = |(number, raw): (usize, &Raw)| {
        let among = if cyclic && raw.what == 3 { number + 3 } else { number };
        let variable = VarId(raw.other % VARIABLES);
        match raw.what {
            0 => Node::Leaf((raw.one % 2) as u8),
            1 => Node::Use(variable),
            _ if among == 0 => Node::Leaf(7),
            2 => Node::Pair(NodeId(raw.one % among), NodeId(raw.other % among)),
            3 => Node::Dag(NodeId(raw.one % among)),
            4 => Node::Lambda(variable, NodeId(raw.one % among)),
            _ => Node::Bind(variable, NodeId(raw.one % among)),
        }
    };
    let mut nodes: Vec<Node> = raw.iter().enumerate().map(node).collect();
    if cyclic {
        // What leads beyond the end leads to leaves.
        nodes.extend([Node::Leaf(3), Node::Leaf(4), Node::Leaf(5)]);
    }
    nodes
}

/// The same graph inside functions that bind all its variables.
fn closed(mut nodes: Vec<Node>, root: usize) -> Vec<Node> {
    let mut body = NodeId(root);
    for variable in 0..VARIABLES {
        nodes.push(Node::Lambda(VarId(variable), body));
        body = NodeId(nodes.len() - 1);
    }
    nodes
}

/// The arenas of a graph whose nodes were allocated in another order, with some that nothing leads to, and its root.
fn allocated(nodes: &[Node], seed: usize) -> (Vec<Node>, Vec<Var>, NodeId) {
    let unused = seed % 3;
    let (count, shift) = (nodes.len(), seed / 3);
    let place = |number: usize| unused + (number + shift) % count;
    let id = |id: NodeId| NodeId(place(id.0));
    let variable_shift = seed % VARIABLES;
    let variable = |id: VarId| VarId((id.0 + variable_shift) % VARIABLES);
    let mut arena = vec![Node::Leaf(99); unused + count];
    for (number, node) in nodes.iter().enumerate() {
        arena[place(number)] = match *node {
            Node::Leaf(leaf) => Node::Leaf(leaf),
            Node::Use(of) => Node::Use(variable(of)),
            Node::Pair(one, other) => Node::Pair(id(one), id(other)),
            Node::Dag(of) => Node::Dag(id(of)),
            Node::Lambda(of, body) => Node::Lambda(variable(of), id(body)),
            Node::Bind(of, body) => Node::Bind(variable(of), id(body)),
        };
    }
    (arena, vec![Var { width: 8 }; VARIABLES], id(NodeId(count - 1)))
}

fn pointed(nodes: &[Node]) -> Arc<Pointed> {
    let variables: Vec<Arc<Var>> = (0..VARIABLES).map(|_| Arc::new(Var { width: 8 })).collect();
    let mut made: Vec<Arc<Pointed>> = Vec::new();
    for node in nodes {
        let of = |id: NodeId| made[id.0].clone();
        let variable = |id: VarId| variables[id.0].clone();
        made.push(Arc::new(match *node {
            Node::Leaf(leaf) => Pointed::Leaf(leaf),
            Node::Use(id) => Pointed::Use(variable(id)),
            Node::Pair(one, other) => Pointed::Pair(of(one), of(other)),
            Node::Dag(id) => Pointed::Dag(of(id)),
            Node::Lambda(id, body) => Pointed::Lambda(variable(id), of(body)),
            Node::Bind(id, body) => Pointed::Bind(variable(id), of(body)),
        }));
    }
    made.pop().expect("there are nodes")
}

type Rooted<'r> = InArena<'r, Vec<Var>, InArena<'r, Vec<Node>, NodeId>, VarId>;

fn rooted((nodes, variables, root): &(Vec<Node>, Vec<Var>, NodeId)) -> Rooted<'_> {
    InArena::holding(variables, InArena::new(nodes, *root))
}

/// A graph, and another one that differs from it in a node at most.
fn graphs() -> impl Strategy<Value = (Vec<Raw>, Vec<Raw>)> {
    (prop::collection::vec(raw(), 1..12), any::<prop::sample::Index>(), raw(), any::<bool>()).prop_map(
        |(one, at, changed, changes)| {
            let mut other = one.clone();
            if changes {
                other[at.index(one.len())] = changed;
            }
            (one, other)
        },
    )
}

fn paths<T: StructuralEq + ?Sized>(left: &T, right: &T) -> Option<(String, String)> {
    first_structural_mismatch(left, right).map(|mismatch| (steps(mismatch.lhs()), steps(mismatch.rhs())))
}

proptest! {
    #![proptest_config(config(2_000))]

    #[test]
    fn ids_and_pointers_agree_where_nothing_is_on_a_cycle((one, other) in graphs(), seeds in [0..30_usize, 0..30]) {
        let (one, other) = (nodes(&one, false), nodes(&other, false));
        let (by_pointer, others) = (pointed(&one), pointed(&other));
        let (one, other) = (allocated(&one, seeds[0]), allocated(&other, seeds[1]));
        let (left, right) = (rooted(&one), rooted(&other));
        prop_assert_eq!(structural_equal(&left, &right), structural_equal(&by_pointer, &others));
        prop_assert_eq!(paths(&left, &right), paths(&by_pointer, &others));
    }

    #[test]
    fn how_nodes_are_allocated_makes_no_difference((one, other) in graphs(), seeds in [0..30_usize, 0..30, 0..30]) {
        let (one, other) = (nodes(&one, true), nodes(&other, true));
        let [first, again] = [0, 1].map(|seed| allocated(&one, seeds[seed]));
        let [other, other_again] = [0, 2].map(|seed| allocated(&other, seeds[seed]));
        let [first, again, other, other_again] = [&first, &again, &other, &other_again].map(rooted);
        let verdict = structural_equal(&first, &other);
        prop_assert_eq!(structural_equal(&other, &first), verdict);
        prop_assert_eq!(structural_equal(&again, &other_again), verdict);
        prop_assert_eq!(paths(&first, &other), paths(&again, &other_again));
        prop_assert_eq!(paths(&first, &other).is_none(), verdict);
        if verdict {
            prop_assert_eq!(structural_hash(&first), structural_hash(&other));
        }
        prop_assert!(structural_equal(&first, &first), "equality is reflexive");
        if structural_equal(&first, &again) {
            prop_assert_eq!(structural_hash(&first), structural_hash(&again));
        }
    }
    #[test]
    fn a_closed_graph_is_equal_to_itself_however_it_is_allocated(
        raw in prop::collection::vec(raw(), 1..12),
        cyclic in any::<bool>(),
        seeds in [0..30_usize, 0..30],
    ) {
        let graph = closed(nodes(&raw, cyclic), raw.len() - 1);
        let [one, other] = seeds.map(|seed| allocated(&graph, seed));
        let [one, other] = [&one, &other].map(rooted);
        prop_assert!(structural_equal(&one, &other));
        prop_assert_eq!(paths(&one, &other), None);
        prop_assert_eq!(structural_hash(&one), structural_hash(&other));
        let [one, other] = [&one, &other].map(structural_fingerprint);
        prop_assert!(one.is_ok(), "nothing is free");
        prop_assert_eq!(one, other);
    }
}
