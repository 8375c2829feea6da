//! Indices of ids that are no places in an arena: far apart, and several for one node.

use sexpr_core::{
    StructuralEq,
    arena::{Arena, Id},
    structural_equal, structural_hash,
};

#[derive(Clone, Copy)]
struct Key(u64);

impl Id for Key {
    type Node = Node;
    fn index(&self) -> u64 {
        self.0
    }
}
sexpr_core::id!(Key);

#[derive(StructuralEq)]
#[seq(kind = "dag")]
struct Node {
    next: Option<Key>,
}

/// The last three digits of a key tell the node.
struct Nodes(Vec<Node>);

impl Arena<Key> for Nodes {
    fn node(&self, key: &Key) -> Option<&Node> {
        self.0.get((key.0 % 1000) as usize)
    }
    fn nodes(&self) -> impl Iterator<Item = &Node> {
        self.0.iter()
    }
}

#[derive(StructuralEq)]
struct Function {
    #[seq(arena)]
    nodes: Nodes,
    uses: Vec<Key>,
}

/// Nodes before each other: 2 and 3 are both before 1, and 4 is before 3.
fn function(uses: &[u64]) -> Function {
    let before = |next: u64| Node { next: Some(Key(next)) };
    let nodes = vec![Node { next: None }, before(0), before(1001), before(1), before(3)];
    Function { nodes: Nodes(nodes), uses: uses.iter().copied().map(Key).collect() }
}

#[test]
fn keys_of_one_node_are_alike_whatever_was_followed_before() {
    let far = |node: u64| u64::MAX / 1000 * 1000 - 1000 + node;
    let one = function(&[2, 1002, 3, 2, 4, 4, 1, 3]);
    for uses in [
        [2, 2, 3, 2, 4, 4, 1, 3],
        [5002, far(2), 4_000_000_003, 2, far(4), 4, 70_001, far(3)],
        [far(3), 3, far(2), 3, 4, far(4), 1, 2],
    ] {
        let is_equal = uses[0] % 1000 == 2;
        let other = function(&uses);
        assert_eq!(structural_equal(&one, &other), is_equal, "{uses:?}");
        assert_eq!(structural_equal(&other, &one), is_equal, "{uses:?}");
        assert_eq!(structural_hash(&one) == structural_hash(&other), is_equal, "{uses:?}");
    }
}

#[test]
fn a_node_that_was_met_with_another_is_told_from_its_like() {
    let one = function(&[2, 2, 3, 3, 2]);
    for uses in [[2, 3, 3, 3, 2], [2, 2, 3, 3, 3], [2, 2, 3, 2, 2], [3, 3, 1002, 2, 1003], [2, 2, 3, 1003, 3]] {
        let other = function(&uses);
        let is_equal = uses == [3, 3, 1002, 2, 1003];
        assert_eq!(structural_equal(&one, &other), is_equal, "{uses:?}");
        assert_eq!(structural_equal(&other, &one), is_equal, "{uses:?}");
        assert_eq!(structural_hash(&one) == structural_hash(&other), is_equal, "{uses:?}");
    }
}
