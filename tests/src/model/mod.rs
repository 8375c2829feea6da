//! The semantics of the case types once more: recursive, over the graph's description, without any of the
//! library's tricks. To be read beside the specification.
//!
//! `describe` says what the types are, `scopes` what it is to be bound; `equal` compares two nodes, `hash` writes
//! down what a hash is made of, and `rename` makes a term that is equal, by the same rules.

mod describe;
mod equal;
mod hash;
mod rename;
mod scopes;

pub use hash::Item;

use crate::conformance::NodeSpec;

/// What the model says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whether the nodes are equal.
    pub equal: bool,
    /// Whether a map with two free variables as keys was met that are known by address: the order of its values is
    /// that of addresses, which a description lacks.
    pub hangs_on_addresses: bool,
}

/// Compares two nodes of a graph.
pub fn compare(nodes: &[NodeSpec], lhs: usize, rhs: usize, map_free_vars: bool) -> Verdict {
    equal::compare(nodes, lhs, rhs, map_free_vars)
}

/// What the hash of a node is made of: the same for equal nodes.
pub fn items(nodes: &[NodeSpec], root: usize, map_free_vars: bool) -> Item {
    hash::items(nodes, root, map_free_vars).0
}

/// Whether two nodes may have the same hash, equal or not: what their hashes are made of is the same, or loses the fields
/// of a variable that they mention.
pub fn may_collide(nodes: &[NodeSpec], lhs: usize, rhs: usize, map_free_vars: bool) -> bool {
    let [(one, one_loses), (other, other_loses)] = [lhs, rhs].map(|root| hash::items(nodes, root, map_free_vars));
    one == other || one_loses || other_loses
}

/// Appends the same term with other variables to a graph, scope by scope, and answers with its root; nothing, if that
/// takes too many nodes.
///
/// `decide` is called with a number for each decision, and answers with one below it. Bound variables get names and
/// objects of their own, unless the renaming is `careless`: then some keep theirs or get another's, which may capture.
pub fn rename(
    nodes: &mut Vec<NodeSpec>,
    root: usize,
    map_free_vars: bool,
    careless: bool,
    decide: &mut dyn FnMut(usize) -> usize,
) -> Option<usize> {
    rename::rename(nodes, root, map_free_vars, careless, decide)
}
