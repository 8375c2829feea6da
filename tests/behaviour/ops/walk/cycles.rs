//! Cyclic graphs in arenas: `free_variables`, `bound_variables` and `count_nodes` visit nodes once per distinct binding
//! context. The graphs have no `dag` nodes: the functions look at values that equal nothing, too.

use std::collections::BTreeSet;

use proptest::prelude::*;
use sexpr_core::{
    StructuralEq,
    arena::InArena,
    terms::{bound_variables, count_nodes, free_variables},
    walk::{Occurrence, Walk},
};
use sexpr_test_support::ids;

ids! { ExprId => Expr; }

#[derive(StructuralEq, Clone, Debug)]
enum Expr {
    Var(#[seq(var)] String),
    Call(Vec<ExprId>),
    #[seq(scope)]
    Lambda(#[seq(var, def)] String, Vec<ExprId>),
}

fn graphs(size: usize) -> impl Strategy<Value = Vec<Expr>> {
    let name = || prop::sample::select(&["x", "y", "z"][..]).prop_map(str::to_string);
    let ids = || prop::collection::vec((0..size).prop_map(ExprId), 0..4);
    let node = prop_oneof![
        name().prop_map(Expr::Var),
        ids().prop_map(Expr::Call),
        (name(), ids()).prop_map(|(name, ids)| Expr::Lambda(name, ids))
    ];
    prop::collection::vec(node, size)
}

/// The names of variables that are met free, or bound where they stand, wherever a walk comes that goes all ways.
fn names(root: &InArena<'_, Vec<Expr>, ExprId>, wanted: fn(Occurrence) -> bool) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    Walk::new()
        .with_bindings()
        .on(|name: &String, at| {
            if at.occurrence().is_some_and(wanted) {
                names.insert(name.clone());
            }
        })
        .run(root);
    names
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn variables_are_free_and_bound_as_on_a_walk_of_all_ways(graph in graphs(6)) {
        let root = InArena::new(&graph, ExprId(0));
        let free: BTreeSet<_> = free_variables::<String, _>(&root).into_iter().cloned().collect();
        prop_assert_eq!(free, names(&root, |occurrence| occurrence == Occurrence::Free));
        let bound: BTreeSet<_> = bound_variables::<String, _>(&root).into_iter().cloned().collect();
        prop_assert_eq!(bound, names(&root, Occurrence::is_binding));
    }
}

#[test]
fn a_graph_of_nodes_that_all_mention_each_other_takes_no_longer_than_it_is_large() {
    const COUNT: usize = 60;
    let all: Vec<ExprId> = (0..=COUNT).map(ExprId).collect();
    let mut graph: Vec<Expr> = (0..COUNT).map(|index| Expr::Lambda(format!("x{index}"), all.clone())).collect();
    graph.push(Expr::Var("x0".into()));
    let root = InArena::new(&graph, ExprId(0));
    // The way that leads past the binder of `x0` does not begin at the root, which is it.
    assert!(free_variables::<String, _>(&root).is_empty());
    assert_eq!(bound_variables::<String, _>(&root).len(), COUNT);
    assert!(count_nodes(&root).distinct > COUNT);
}
