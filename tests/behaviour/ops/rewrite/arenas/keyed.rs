//! Variables with keys that are nodes in arenas: each occurrence is known by the key that its node had at first.

use std::collections::BTreeMap;

use sexpr_core::{Options, StructuralEq, arena::Id, rewrite::Rewrite, terms::rename_bound};

use super::FromIndex;

id!(VarId => Variable);
id!(NodeId => Node);

#[derive(StructuralEq, Clone, Debug, PartialEq)]
#[seq(kind = "var", rewrite)]
struct Variable {
    #[seq(key)]
    name: String,
}

#[derive(StructuralEq, Clone, Debug, PartialEq)]
#[seq(rewrite)]
enum Node {
    Use(VarId),
    Declare(#[seq(def)] VarId),
    List(Vec<NodeId>),
    #[seq(scope)]
    Lambda(#[seq(def)] VarId, NodeId),
    Table(BTreeMap<VarId, NodeId>),
    #[seq(scope(predeclare = 0))]
    Block(Vec<NodeId>),
}

use Node::{Block, Declare, Lambda, List, Table, Use};

#[derive(StructuralEq, Clone, Debug, PartialEq)]
#[seq(rewrite)]
struct Body {
    #[seq(arena(VarId))]
    variables: Vec<Variable>,
    #[seq(arena(NodeId))]
    nodes: Vec<Node>,
    root: NodeId,
}

fn body(variables: &[&str], nodes: Vec<Node>, root: usize) -> Body {
    let variable = |name: &&str| Variable { name: name.to_string() };
    Body { variables: variables.iter().map(variable).collect(), nodes, root: NodeId(root) }
}

fn ids(nodes: &[usize]) -> Vec<NodeId> {
    nodes.iter().copied().map(NodeId).collect()
}

/// Renames what is bound, which leaves an equal term without any of the names.
#[track_caller]
fn renamed(before: &Body) -> Body {
    let fresh = |variable: &Variable, attempt| Variable { name: format!("{}{attempt}", variable.name) };
    let after = rename_bound(before.clone(), fresh).expect("names are found");
    assert!(Options::new().equal(before, &after), "{before:?}\n{after:?}");
    after
}

#[test]
fn uses_are_renamed_with_their_binder() {
    let nodes = || vec![Use(VarId(0)), Use(VarId(1)), List(ids(&[0, 1])), Lambda(VarId(0), NodeId(2))];
    assert_eq!(renamed(&body(&["x", "y"], nodes(), 3)), body(&["x1", "y"], nodes(), 3));
}

#[test]
fn what_is_bound_for_good_is_renamed_in_what_follows() {
    let nodes = || vec![Declare(VarId(0)), Use(VarId(0)), List(ids(&[0, 1]))];
    assert_eq!(renamed(&body(&["x"], nodes(), 2)), body(&["x1"], nodes(), 2));
}

#[test]
fn nodes_of_one_key_are_one_variable() {
    let nodes = vec![Use(VarId(1)), Lambda(VarId(0), NodeId(0))];
    let after = renamed(&body(&["x", "x"], nodes, 1));
    let Use(used) = &after.nodes[0] else { panic!("{after:?}") };
    assert_eq!(after.variables[used.0].name, "x1");
}

#[test]
fn what_is_bound_twice_is_renamed_twice() {
    let nodes = vec![Use(VarId(0)), Lambda(VarId(0), NodeId(0)), List(ids(&[0, 1])), Lambda(VarId(0), NodeId(2))];
    let after = renamed(&body(&["x"], nodes, 3));
    let names: Vec<_> = after.variables.iter().map(|variable| &*variable.name).collect();
    assert_eq!(names, ["x1", "x2"]);
}

#[test]
fn keys_of_maps_are_renamed_with_their_variables() {
    let table = Table(BTreeMap::from([(VarId(0), NodeId(0))]));
    let nodes = vec![Use(VarId(0)), table, List(ids(&[1, 0])), Lambda(VarId(0), NodeId(2))];
    renamed(&body(&["x"], nodes, 3));
}

#[test]
fn what_is_predeclared_is_renamed_in_what_comes_before() {
    let nodes = vec![Use(VarId(0)), Declare(VarId(0)), Block(ids(&[0, 1])), List(ids(&[2, 2]))];
    for root in [2, 3] {
        renamed(&body(&["x"], nodes.clone(), root));
    }
}

#[test]
fn a_declaration_that_two_blocks_share_is_found_after_its_variable_was_renamed_elsewhere() {
    let nodes = vec![
        Use(VarId(0)),
        Declare(VarId(0)),
        Lambda(VarId(0), NodeId(0)),
        Block(ids(&[0, 1])),
        Block(ids(&[0, 1])),
        List(ids(&[2, 3, 4])),
        List(ids(&[3, 2, 4])),
    ];
    for root in [5, 6] {
        renamed(&body(&["x"], nodes.clone(), root));
    }
}

#[test]
fn a_declaration_on_a_cycle_is_not_predeclared() {
    let nodes = vec![Use(VarId(0)), List(ids(&[2, 1])), Declare(VarId(0)), Block(ids(&[0, 1, 0]))];
    let cyclic = body(&["x"], nodes, 3);
    renamed(&cyclic);
    // Cycles are looked for in each of two modules that lie side by side.
    let before = (body(&["x"], vec![Use(VarId(0))], 0), cyclic);
    let fresh = |variable: &Variable, attempt| Variable { name: format!("{}{attempt}", variable.name) };
    let after = rename_bound(before.clone(), fresh).expect("names are found");
    assert!(Options::new().equal(&before, &after), "{before:?}\n{after:?}");
}

#[test]
fn a_free_variable_keeps_its_name_where_another_node_of_its_key_was_renamed() {
    let table = Table(BTreeMap::from([(VarId(0), NodeId(2))]));
    let nodes = vec![Declare(VarId(1)), Lambda(VarId(1), NodeId(0)), List(ids(&[1, 3])), Use(VarId(1)), table];
    renamed(&body(&["x", "x"], nodes, 4));
    // Of the two values, the first one is met in a scope, and declares the key's variable there.
    let table = Table(BTreeMap::from([(VarId(0), NodeId(1)), (VarId(1), NodeId(0))]));
    let nodes = vec![Declare(VarId(2)), Block(ids(&[0])), table];
    renamed(&body(&["y", "x", "x"], nodes, 2));
}

#[test]
fn all_nodes_of_a_cycle_are_copied_where_one_is() {
    // `[λy. X, λy. X]`, where X is a cycle that uses `y`, and two nodes on it lead to a third one.
    let nodes = vec![
        Use(VarId(0)),
        List(ids(&[0, 2, 3])),
        List(ids(&[1])),
        List(ids(&[2])),
        Lambda(VarId(0), NodeId(1)),
        Lambda(VarId(0), NodeId(1)),
        List(ids(&[4, 5])),
    ];
    let after = renamed(&body(&["y"], nodes, 6));
    assert_eq!((after.variables.len(), after.nodes.len()), (2, 11));
}

#[test]
fn nodes_on_cycles_stay_as_they_are_where_nothing_is_replaced() {
    // What is met under the lambda is met again outside of it, where its variable is free.
    let table = Table(BTreeMap::from([(VarId(0), NodeId(1))]));
    let nodes = vec![Lambda(VarId(0), NodeId(3)), table, List(ids(&[0, 3])), List(ids(&[0, 1]))];
    let before = body(&["x"], nodes, 2);
    let after = Rewrite::new().with_bindings().after(|_: &Node, _| None::<Node>).run(before.clone());
    assert!(Options::new().equal(&before, &after), "{before:?}\n{after:?}");
}

#[test]
fn a_free_variable_is_asked_about_once() {
    let nodes = vec![Use(VarId(0)), List(ids(&[0, 0]))];
    let mut asked = Vec::new();
    let after = Rewrite::new()
        .after(|variable: &Variable, _| {
            asked.push(variable.name.clone());
            Some(Variable { name: format!("{}'", variable.name) })
        })
        .run(body(&["x"], nodes.clone(), 1));
    assert_eq!((asked, after), (vec!["x".to_owned()], body(&["x'"], nodes, 1)));
}

/// A binder around a body, which has variables of its own.
#[derive(StructuralEq, Clone, Debug, PartialEq)]
#[seq(rewrite, scope)]
struct Outer {
    #[seq(arena(VarId))]
    variables: Vec<Variable>,
    #[seq(def)]
    binder: VarId,
    inner: Body,
}

#[test]
fn a_variable_is_replaced_by_another_id_in_each_arena() {
    let with_two = |names: &[&str]| body(names, vec![Use(VarId(1))], 0);
    let declares = |name| body(&[name], vec![Declare(VarId(0))], 0);
    let fresh = |variable: &Variable, attempt| Variable { name: format!("{}{attempt}", variable.name) };

    let before = (body(&["x"], vec![Use(VarId(0))], 0), with_two(&["y", "x"]));
    let same = Rewrite::new().after(|variable: &Variable, _| Some(variable.clone())).run(before.clone());
    assert_eq!(same, before);

    let before = (declares("x"), with_two(&["y", "x"]));
    let after = rename_bound(before.clone(), fresh).unwrap();
    assert!(Options::new().equal(&before, &after), "{before:?}\n{after:?}");
    assert_eq!(after.0, declares("x1"));

    let before = Outer { variables: declares("x").variables, binder: VarId(0), inner: with_two(&["y", "x"]) };
    let after = rename_bound(before.clone(), fresh).unwrap();
    assert!(Options::new().equal(&before, &after), "{before:?}\n{after:?}");
    assert_eq!(after.variables, declares("x1").variables);
}
