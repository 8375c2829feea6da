//! Disjoint sets of numbers that merge (union–find), with path halving (Tarjan and van Leeuwen, 1984).

use alloc::vec::Vec;

/// Disjoint sets of numbers, each with a root. Every operation takes logarithmic time, amortized.
#[derive(Debug, Default)]
pub(crate) struct UnionFind {
    /// For each number, another one of its set that is nearer to the root, or itself at the root.
    parents: Vec<usize>,
}

impl UnionFind {
    /// Adds the next number, in a set of its own.
    pub(crate) fn add(&mut self) -> usize {
        self.parents.push(self.parents.len());
        self.parents.len() - 1
    }

    /// The root of a number's set.
    pub(crate) fn root(&mut self, mut number: usize) -> usize {
        while self.parents[number] != number {
            let parent = self.parents[number];
            self.parents[number] = self.parents[parent];
            number = self.parents[number];
        }
        number
    }

    /// Merges the set of a root into the set of another one, which stays a root.
    pub(crate) fn merge(&mut self, root: usize, into: usize) {
        self.parents[root] = into;
    }

    /// Removes all but the first `count` numbers, to which no set with other numbers belongs.
    pub(crate) fn truncate(&mut self, count: usize) {
        self.parents.truncate(count);
    }
}
