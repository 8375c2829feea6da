//! An oracle: the edits of a diff, applied by their paths to small trees.

use std::collections::BTreeMap;

use proptest::{prelude::*, sample::Index};
use sexpr_core::{
    Path, StructuralEq,
    report::{Edit, EditKind, Step},
    structural_diff,
};

use self::Tree::{Leaf, Node};
use super::properties::config;

#[derive(StructuralEq, Clone, Debug, PartialEq)]
enum Tree {
    Leaf(i64),
    Node(Vec<Tree>),
}

/// The edits of a diff, and both values.
struct Script<'d> {
    left: &'d Tree,
    right: &'d Tree,
    edits: &'d [Edit],
}

impl Script<'_> {
    /// The tree at a place on the left, with the edits there and below.
    fn applied(&self, [lhs, rhs]: [&[Step]; 2]) -> Tree {
        let is_replaced = |edit: &Edit| is_replacement(edit) && edit.lhs().steps() == lhs && edit.rhs().steps() == rhs;
        let tree = match self.edits.iter().any(is_replaced) {
            true => return at(self.right, rhs).clone(),
            false => at(self.left, lhs),
        };
        let Node(children) = tree else { return tree.clone() };
        let further =
            |from, to| self.applied([&[lhs, &[Step::Index(from)]].concat(), &[rhs, &[Step::Index(to)]].concat()]);
        let mut kept: Vec<usize> = (0..children.len()).collect();
        let mut new: BTreeMap<usize, Tree> = BTreeMap::new();
        for edit in self.edits.iter().filter(|edit| !is_replacement(edit)) {
            let (from, to) = (index_in(edit.lhs(), lhs), index_in(edit.rhs(), rhs));
            kept.retain(|index| Some(*index) != from);
            let Some(to) = to else { continue };
            let child = match (edit.kind(), from) {
                (EditKind::Moved, Some(from)) => further(from, to),
                (EditKind::Moved, None) => at(self.left, edit.lhs().steps()).clone(),
                _ => at(self.right, edit.rhs().steps()).clone(),
            };
            new.insert(to, child);
        }
        let length = kept.len() + new.len();
        let mut kept = kept.into_iter();
        let mut child =
            |to| new.remove(&to).unwrap_or_else(|| further(kept.next().expect("all places are within"), to));
        Node((0..length).map(&mut child).collect())
    }
}

fn is_replacement(edit: &Edit) -> bool {
    matches!(edit.kind(), EditKind::Replaced(_))
}

/// The tree at a place.
fn at<'t>(tree: &'t Tree, steps: &[Step]) -> &'t Tree {
    steps.iter().fold(tree, |tree, step| match (tree, step) {
        (Node(children), Step::Index(index)) => &children[*index],
        _ => panic!("`{step}` leads nowhere in {tree:?}"),
    })
}

/// Which child of the node at a place a path leads to, if it leads to one.
fn index_in(path: &Path, node: &[Step]) -> Option<usize> {
    match path.steps().split_last() {
        Some((Step::Index(index), around)) if around == node => Some(*index),
        _ => None,
    }
}

fn tree() -> impl Strategy<Value = Tree> {
    let leaf = (0..6_i64).prop_map(Leaf);
    leaf.prop_recursive(4, 40, 5, |inner| prop::collection::vec(inner, 0..6).prop_map(Node))
}

/// Some node of a tree, the root included.
fn some_node<'t>(tree: &'t mut Tree, which: &Index) -> &'t mut Tree {
    fn nodes(tree: &Tree, path: &mut Vec<usize>, all: &mut Vec<Vec<usize>>) {
        all.push(path.clone());
        let Node(children) = tree else { return };
        for (index, child) in children.iter().enumerate() {
            path.push(index);
            nodes(child, path, all);
            path.pop();
        }
    }
    let mut all = Vec::new();
    nodes(tree, &mut Vec::new(), &mut all);
    which.get(&all).iter().fold(tree, |tree, index| match tree {
        Node(children) => &mut children[*index],
        Leaf(_) => unreachable!("the path leads through nodes"),
    })
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_edits_make_the_right_tree_of_the_left_one(
        left in tree(),
        edits in prop::option::of(prop::collection::vec((any::<Index>(), any::<Index>()), 0..4)),
        other in tree(),
    ) {
        // The other tree; or the left one, with parts of both put in the places of some.
        let right = edits.map_or(other.clone(), |edits| {
            let mut right = left.clone();
            for (from, to) in edits {
                let part = some_node(&mut Node(vec![left.clone(), other.clone()]), &from).clone();
                match some_node(&mut right, &to) {
                    Node(children) => children.insert(from.index(children.len() + 1), part),
                    leaf => *leaf = part,
                }
            }
            right
        });
        let diff = structural_diff(&left, &right);
        let script = Script { left: &left, right: &right, edits: diff.edits() };
        prop_assert_eq!(script.applied([&[], &[]]), right, "{}", diff);
    }
}
