//! The orbits of automorphisms: a union-find.

use crate::tables::{canonical::Vertex, index::Table};

/// Classes of vertices, of which those that are alone take no memory. The least of each stands for it.
#[derive(Debug, Default)]
pub(crate) struct Orbits {
    parents: Table<Vertex, Vertex>,
}

impl Orbits {
    /// The vertex that stands for the class of this one.
    pub(crate) fn find(&mut self, vertex: Vertex) -> Vertex {
        let mut root = vertex;
        while let Some(parent) = self.parents.get(&root) {
            root = *parent;
        }
        let mut at = vertex;
        while at != root {
            match self.parents.insert(at, root) {
                Some(parent) => at = parent,
                None => break,
            }
        }
        root
    }

    /// Makes the classes of two vertices one.
    pub(crate) fn merge(&mut self, one: Vertex, other: Vertex) {
        let (one, other) = (self.find(one), self.find(other));
        if one != other {
            self.parents.insert(one.max(other), one.min(other));
        }
    }
}
