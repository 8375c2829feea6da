//! The canonical order of a directed graph's vertices: isomorphic graphs are equal once their vertices are in it.
//!
//! By colour refinement with individualization (McKay and Piperno, "Practical graph isomorphism, II", 2014), in small:
//!
//! - `partition` refines: vertices of one cell are told apart by how many edges of each label lead to each cell, and from
//!   it, till nothing is told apart any more;
//! - `search` does the rest. What is left falls into parts without edges between them, and each is ordered by itself. Where
//!   a part does not fall apart, one vertex of its first smallest cell is told apart from the others, and refinement goes
//!   on. Each vertex of the cell is tried, and the least certificate wins. Two trials of one certificate are an automorphism,
//!   and what an automorphism maps to a vertex that was tried is not;
//! - `orbits` are the vertices that automorphisms map to one another.
//!
//! Most vertices have their edges in an order, which is part of what they are: an edge's label is its place. Then telling one
//! vertex apart tells apart all that can be reached from it. A vertex whose edges have no order that is known
//! beforehand is [`Edges::Unordered`]: what it is depends on the canonical order, and a function says it.

mod orbits;
mod partition;
mod search;

use alloc::vec::Vec;

pub(crate) use orbits::Orbits;

/// A vertex, by its number.
pub(crate) type Vertex = u32;

/// A directed graph.
#[derive(Debug, Default)]
pub(crate) struct Digraph {
    /// By vertex: what tells it from others, whatever it is called and wherever it stands.
    pub(crate) colours: Vec<u128>,
    /// By vertex: where its edges lead to, to each vertex once at most, and never to itself.
    pub(crate) targets: Vec<Vec<Vertex>>,
    pub(crate) edges: Vec<Edges>,
}

/// How the edges of a vertex are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Edges {
    /// By their order. With the colour, it says all of the vertex.
    Ordered,
    /// Not at all. With the colour, they say some of what there is to say of the vertex. The digest of its targets in
    /// canonical order says all.
    Unordered,
}

/// What is the same for isomorphic graphs.
#[derive(Debug)]
pub(crate) struct Canonical {
    /// The vertices in canonical order.
    pub(crate) order: Vec<Vertex>,
    /// What the graph is, with vertices called by their places in this order: equal exactly for isomorphic graphs.
    pub(crate) certificate: Vec<u128>,
    pub(crate) orbits: Orbits,
}

/// The order was not found within the limit: these vertices are connected, and alike as far as is known.
#[derive(Debug)]
pub(crate) struct Undecided(pub(crate) Vec<Vertex>);

/// The canonical order of a graph. `digest` says what an unordered vertex is whose targets are in this order, and
/// what it took to find out. What follows the first refinement takes no more than so many steps: one for each edge that is
/// looked at, and what digests take.
pub(crate) fn canonical_order(
    graph: &Digraph,
    limit: u64,
    digest: impl FnMut(Vertex, &[Vertex]) -> (u128, u64),
) -> Result<Canonical, Undecided> {
    search::run(graph, limit, digest)
}

#[cfg(test)]
mod tests;
