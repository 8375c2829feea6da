//! Levels that hold the one below twice: 2^100000 paths, and 100000 nodes.

use std::{collections::BTreeMap, mem, sync::Arc};

use sexpr_core::{Options, StructuralEq, custom::VirtualFields, reflect::Def, structural_hash};

use super::{LEVELS, deep, with_a_small_stack};

/// A type of towers, with tests of it.
macro_rules! towers {
    ($name:ident, #[$kind:meta]) => {
        mod $name {
            use super::*;

            #[derive(StructuralEq)]
            #[$kind]
            struct Node {
                below: Option<(Arc<Node>, Arc<Node>)>,
                value: i64,
            }

            impl Drop for Node {
                fn drop(&mut self) {
                    let mut pending = Vec::from_iter(self.below.take());
                    while let Some((left, right)) = pending.pop() {
                        for pointer in [left, right] {
                            pending.extend(Arc::into_inner(pointer).and_then(|mut node| node.below.take()));
                        }
                    }
                }
            }

            fn node(left: &Arc<Node>, right: &Arc<Node>) -> Arc<Node> {
                Arc::new(Node { below: Some((left.clone(), right.clone())), value: 0 })
            }

            fn leaf(value: i64) -> Arc<Node> {
                Arc::new(Node { below: None, value })
            }

            /// One node a level.
            fn tower(value: i64) -> Arc<Node> {
                (0..LEVELS).fold(leaf(value), |below, _| node(&below, &below))
            }

            #[test]
            fn of_one_shape_compare_hash_and_report() {
                with_a_small_stack(|| {
                    let mismatch = deep(Options::new(), tower);
                    assert_eq!(mismatch.lhs().steps().len(), 2 * LEVELS + 1);
                });
            }

            /// What differs comes after 2^100000 paths of what does not.
            #[test]
            fn are_passed_on_the_way_to_a_mismatch() {
                with_a_small_stack(|| {
                    let mismatch = deep(Options::new(), |value| (tower(0), value));
                    assert_eq!(mismatch.lhs().steps().len(), 1);
                });
            }
        }
    };
}

towers!(tree, #[seq(kind = "tree")]);
towers!(const_tree, #[seq(kind = "const-tree")]);
towers!(dag, #[seq(kind = "dag")]);

/// Compares towers that `leaf` and `level` build, which holds the level below twice. They are leaked: what takes
/// itself apart without recursion is tested above.
#[track_caller]
fn towers_of<T: StructuralEq + Clone + 'static>(leaf: fn(i64) -> T, level: fn(T, T) -> T) {
    with_a_small_stack(move || {
        let mismatch = deep(Options::new(), |value| {
            let tower = (0..LEVELS).fold(leaf(value), |below, _| level(below.clone(), below));
            mem::forget(tower.clone());
            tower
        });
        assert!(mismatch.lhs().steps().len() > LEVELS);
    });
}

#[test]
fn of_references() {
    #[derive(Clone, Copy, StructuralEq)]
    enum Node {
        Leaf { value: i64 },
        Pair(&'static Node, &'static Node),
    }
    towers_of(
        |value| -> &'static Node { Box::leak(Box::new(Node::Leaf { value })) },
        |left, right| Box::leak(Box::new(Node::Pair(left, right))),
    );
}

#[test]
fn through_shared_slices() {
    #[derive(StructuralEq)]
    enum Node {
        Leaf { value: i64 },
        Many(Arc<[Node]>),
    }
    impl Clone for Node {
        fn clone(&self) -> Node {
            match self {
                Node::Leaf { value } => Node::Leaf { value: *value },
                Node::Many(items) => Node::Many(items.clone()),
            }
        }
    }
    towers_of(|value| Node::Leaf { value }, |left, right| Node::Many([left, right].into()));
}

#[test]
fn through_maps() {
    #[derive(StructuralEq)]
    enum Node {
        Leaf { value: i64 },
        Both(BTreeMap<&'static str, Arc<Node>>),
    }
    towers_of(
        |value| Arc::new(Node::Leaf { value }),
        |left, right| Arc::new(Node::Both([("left", left), ("right", right)].into())),
    );
}

#[test]
fn of_virtual_fields() {
    #[derive(StructuralEq)]
    #[seq(with = parts)]
    struct Node {
        below: Vec<Arc<Node>>,
        value: i64,
    }
    fn parts<'a>(node: &'a Node, fields: &mut VirtualFields<'a>) {
        fields.field("below", Def::Inherit, &node.below);
        fields.leaf("value", node.value);
    }
    towers_of(
        |value| Arc::new(Node { below: vec![], value }),
        |left, right| Arc::new(Node { below: vec![left, right], value: 0 }),
    );
}

/// The bottom uses a variable that the top binds.
#[test]
fn over_a_bound_variable() {
    #[derive(StructuralEq)]
    #[seq(kind = "var")]
    struct Var {
        ty: i64,
    }
    #[derive(StructuralEq)]
    enum Node {
        Use(Arc<Var>),
        Pair(Arc<Node>, Arc<Node>),
    }
    #[derive(StructuralEq)]
    struct Lambda {
        #[seq(def)]
        params: [Arc<Var>; 2],
        body: Arc<Node>,
    }
    fn lambda(used: usize) -> Lambda {
        let params = [0, 1].map(|_| Arc::new(Var { ty: 0 }));
        let bottom = Arc::new(Node::Use(params[used].clone()));
        let body = (0..LEVELS).fold(bottom, |below, _| Arc::new(Node::Pair(below.clone(), below)));
        mem::forget(body.clone());
        Lambda { params, body }
    }
    with_a_small_stack(|| {
        let mismatch = deep(Options::new(), |value| lambda(value as usize - 1));
        assert_eq!(mismatch.lhs().steps().len(), LEVELS + 1);
    });
}

/// What a hash is made of must not cancel out, whatever the number of a node's leaves and of its equal children.
#[test]
fn of_every_width_keep_what_is_at_the_bottom() {
    #[derive(StructuralEq)]
    struct Node {
        below: Vec<Arc<Node>>,
        values: Vec<i64>,
    }
    with_a_small_stack(|| {
        for children in 1..=8 {
            for leaves in 0..8 {
                let level = |below: &Arc<Node>| {
                    Arc::new(Node { below: vec![below.clone(); children], values: vec![0; leaves] })
                };
                let bottom = |value| Arc::new(Node { below: vec![], values: vec![value] });
                let (mut one, mut other) = (bottom(1), bottom(2));
                for levels in 1..=200 {
                    (one, other) = (level(&one), level(&other));
                    let hashes = [&one, &other].map(structural_hash);
                    assert_ne!(hashes[0], hashes[1], "{levels} levels, {children} children, {leaves} leaves");
                }
            }
        }
    });
}
