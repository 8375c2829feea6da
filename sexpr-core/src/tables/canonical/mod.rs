//! The canonical order of a directed graph's vertices: isomorphic graphs are equal once their vertices are in it.
//!
//! By colour refinement with individualization (McKay and Piperno, "Practical graph isomorphism, II", 2014), in small:
//!
//! - `partition` refines: it splits cells of vertices by how many edges of each label lead to each cell, and from it, until
//!   no cell splits;
//! - `search` does the rest. What is left falls into parts without edges between them, and each is ordered by itself. In a
//!   part that does not fall apart, one vertex of the first smallest cell is individualized, and the part refined. Each
//!   vertex of the cell is tried, and the least certificate wins. Two trials with one certificate show an automorphism.
//!   A vertex is not tried if an automorphism maps one that was tried to it;
//! - `orbits` are the vertices that automorphisms map to one another.
//!
//! Most vertices have their edges in an order, which is part of what they are: an edge's label is its place. So to
//! individualize one vertex tells apart all that it reaches. Other vertices are [`Edges::Unordered`]: what they are is
//! only known once the canonical order is, and a function tells it.

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
    /// By vertex: its first colour. It depends on neither names nor order.
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

/// The canonical order of a graph. `digest` tells what an unordered vertex is, given its targets in canonical order,
/// and how many steps that took. After the first individualization, the search takes at most `limit` steps: one for
/// each edge that it looks at, and those of digests.
pub(crate) fn canonical_order(
    graph: &Digraph,
    limit: u64,
    digest: impl FnMut(Vertex, &[Vertex]) -> (u128, u64),
) -> Result<Canonical, Undecided> {
    search::run(graph, limit, digest)
}

#[cfg(test)]
mod tests;
