//! Nodes that are met again.

use std::sync::Arc;

use sexpr_core::walk::{Next, Walk};

use super::nodes::Tree;

fn tower(levels: usize) -> Tree {
    let bottom = Arc::new(Tree::Boxed(Box::new(Tree::Leaf(7))));
    let tower = (1..levels).fold(bottom, |below, _| Arc::new(Tree::Pair(below.clone(), below)));
    Tree::Pair(tower.clone(), tower)
}

#[test]
fn every_occurrence_of_a_shared_node_is_visited() {
    let (mut visits, mut again) = (0, 0);
    Walk::new()
        .with_bindings()
        .on(|_: &Tree, at| {
            visits += 1;
            again += usize::from(at.met_before());
        })
        .run(&tower(10));
    // 1023 pairs, and 1024 times what is at the bottom.
    assert_eq!(visits, 1023 + 2 * 1024);
    // The first time, each level is met anew: ten nodes behind pointers, the root, and what the lowest holds.
    assert_eq!(visits - again, 12);
}

#[test]
fn each_node_is_visited_once_if_asked_for() {
    let (mut visits, mut again) = (0, 0);
    Walk::new()
        .with_bindings()
        .distinct()
        .on(|_: &Tree, at| {
            visits += 1;
            again += usize::from(at.met_before());
        })
        .run(&tower(1000));
    assert_eq!((visits, again), (1002, 0));
}

#[test]
fn what_a_shared_container_holds_is_visited_once_if_asked_for() {
    let list: Arc<Vec<Tree>> = Arc::new(vec![Tree::Leaf(1), Tree::Leaf(2)]);
    let lists = vec![list.clone(), list];
    let mut visits = 0;
    Walk::new().distinct().on(|_: &Tree, _| visits += 1).run(&lists);
    assert_eq!(visits, 2);
    let mut again = vec![];
    Walk::new().with_bindings().on(|_: &Tree, at| again.push(at.met_before())).run(&lists);
    assert_eq!(again, [false, false, true, true]);
}

#[test]
fn what_is_in_a_node_that_was_met_before_was_too_leaves_included() {
    let shared = Arc::new(Tree::Boxed(Box::new(Tree::Leaf(7))));
    let pair = Tree::Pair(shared.clone(), shared);
    let mut leaves = vec![];
    Walk::new().with_bindings().on(|_: &u32, at| leaves.push(at.met_before())).run(&pair);
    assert_eq!(leaves, [false, true]);
    // Left out the first time, in the second it is part of what was met.
    let (mut met, mut inner) = (0, vec![]);
    Walk::new()
        .with_bindings()
        .on(|tree: &Tree, at| {
            if let Tree::Boxed(_) = tree {
                met += 1;
            }
            if let Tree::Leaf(_) = tree {
                inner.push(at.met_before());
            }
            if met == 1 { Next::Skip } else { Next::Inside }
        })
        .run(&pair);
    assert_eq!(inner, [true]);
}
