//! A million nodes, each holding the next, behind every pointer and under every kind.

use std::sync::Arc;

use sexpr_core::{Options, StructuralEq};

use super::{DEPTH, bottom, deep, with_a_small_stack};

/// A chain of nodes, a test of it, and a `Drop` that does not recurse.
macro_rules! chain {
    ($(#[$test:meta])* $name:ident, $pointer:ident, $into_inner:expr, #[$kind:meta], $options:expr) => {
        pub(crate) mod $name {
            use super::*;

            #[derive(StructuralEq)]
            #[$kind]
            pub(crate) struct Node {
                next: Option<$pointer<Node>>,
                value: i64,
            }

            impl Drop for Node {
                fn drop(&mut self) {
                    let into_inner: fn($pointer<Node>) -> Option<Node> = $into_inner;
                    let mut next = self.next.take();
                    while let Some(pointer) = next {
                        next = into_inner(pointer).and_then(|mut node| node.next.take());
                    }
                }
            }

            /// `value` is at the bottom.
            pub(crate) fn chain(value: i64) -> $pointer<Node> {
                let bottom = $pointer::new(Node { next: None, value });
                (0..DEPTH).fold(bottom, |next, _| $pointer::new(Node { next: Some(next), value: 0 }))
            }

            #[test]
            fn compares_hashes_and_reports_its_mismatch_at_the_bottom() {
                with_a_small_stack(|| {
                    let mismatch = deep($options, chain);
                    assert_eq!(bottom(&mismatch), (DEPTH + 1, ".value".into()));
                });
            }
        }
    };
}

fn mapping() -> Options {
    Options::new().map_free_vars(true)
}

chain!(arc, Arc, Arc::into_inner, #[seq(kind = "tree")], Options::new());
chain!(boxed, Box, |node| Some(*node), #[seq(kind = "tree")], Options::new());
chain!(const_tree, Arc, Arc::into_inner, #[seq(kind = "const-tree")], Options::new());
chain!(dag, Arc, Arc::into_inner, #[seq(kind = "dag")], Options::new());
chain!(var, Arc, Arc::into_inner, #[seq(kind = "var")], mapping());

/// References, which never know how often their pointee may be met.
#[test]
fn references() {
    #[derive(StructuralEq)]
    struct Node<'a> {
        next: Option<&'a Node<'a>>,
        value: i64,
    }

    fn chain(value: i64) -> &'static Node<'static> {
        (0..DEPTH).fold(Box::leak(Box::new(Node { next: None, value })), |next, _| {
            Box::leak(Box::new(Node { next: Some(next), value: 0 }))
        })
    }

    with_a_small_stack(|| {
        let mismatch = deep(Options::new(), chain);
        assert_eq!(mismatch.lhs().steps().len(), DEPTH + 1);
    });
}

/// A chain that somebody else holds pointers into, so that every reference count is two.
#[test]
fn nodes_that_are_all_held_twice() {
    #[derive(StructuralEq)]
    struct Node {
        next: Option<Arc<Node>>,
        value: i64,
    }

    /// The nodes from the bottom up.
    fn chain(value: i64) -> Vec<Arc<Node>> {
        let mut nodes = vec![Arc::new(Node { next: None, value })];
        for below in 0..DEPTH {
            nodes.push(Arc::new(Node { next: Some(nodes[below].clone()), value: 0 }));
        }
        nodes
    }

    /// Top first, so that no drop goes deep.
    fn dismantle(mut nodes: Vec<Arc<Node>>) {
        while nodes.pop().is_some() {}
    }

    with_a_small_stack(|| {
        let (one, same, other) = (chain(1), chain(1), chain(2));
        let options = Options::new();
        assert!(options.equal(&one[DEPTH], &same[DEPTH]));
        assert_eq!(options.hash(&one[DEPTH]), options.hash(&same[DEPTH]));
        let mismatch = options.first_mismatch(&one[DEPTH], &other[DEPTH]).unwrap();
        assert_eq!(mismatch.lhs().steps().len(), DEPTH + 1);
        [one, same, other].into_iter().for_each(dismantle);
    });
}
