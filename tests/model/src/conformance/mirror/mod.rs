//! The node types of the cases, as types that derive `StructuralEq`, and the builders of graphs.
//!
//! There are several mirrors of the same types, which must not make a difference: `arc`, `rc` and `borrowed` are the structs
//! of `nodes.rs` (and of the files named there) behind three kinds of pointers; `variants` is one enum whose variants have
//! kinds of their own. All but [`arc`] are behind the feature `long`. [`by_ids`] is one for graphs that may have cycles, of
//! fewer types.

use sexpr_core::{Field, StructuralEq, reflect::NodeRef, walk::nodes};

use super::NodeSpec;
use sexpr_test_support::hashes::Words;

pub mod arc;
#[cfg(feature = "long")]
pub mod borrowed;
pub mod by_ids;
pub mod caseless;
#[cfg(feature = "long")]
pub mod rc;
#[cfg(feature = "long")]
pub mod variants;

/// The node types of the cases as Rust types.
pub trait Mirror {
    /// A reference to a node of any type.
    type Node: StructuralEq + Field + Clone;
    /// What the mirror is called in reports.
    const NAME: &'static str;
    /// Whether some nodes of a graph have no place of their own, since others hold them inline.
    const HOLDS_INLINE: bool;
    /// Builds a graph: one object for each index, children before parents.
    fn build(specs: &[NodeSpec]) -> Vec<Self::Node>;
    /// Whether a node stands for no node of the graph, but holds one that does.
    fn only_holds(node: NodeRef<'_>) -> bool;
    /// Where a node lies, if it has a place of its own in the graph.
    fn address(node: NodeRef<'_>) -> Option<usize>;
    /// Where the node lies that is referred to.
    fn address_of(node: &Self::Node) -> usize;
    /// Where the nodes lie that can be reached, for each type of nodes that have a place of their own.
    fn addresses_by_type(root: &Self::Node) -> Vec<Vec<usize>>;
}

/// The terms that are keys, by their numbers. Those of even numbers have one hash.
pub fn term(number: i64) -> Words {
    if number % 2 == 0 { Words::of_one_hash(number as u64) } else { Words(number as u64, 0) }
}

fn address<T: ?Sized>(node: &T) -> usize {
    std::ptr::from_ref(node).addr()
}

/// Where the nodes of a type lie that can be reached.
fn addresses<N: StructuralEq + 'static>(root: &impl StructuralEq) -> Vec<usize> {
    nodes::<N>(root).map(address).collect()
}

/// Builds a graph with `node`, which is given those built so far.
fn build_in_order<N>(specs: &[NodeSpec], node: impl Fn(&[N], &NodeSpec) -> N) -> Vec<N> {
    let mut built = Vec::with_capacity(specs.len());
    for spec in specs {
        let next = node(&built, spec);
        built.push(next);
    }
    built
}
