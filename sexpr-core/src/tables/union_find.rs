//! Disjoint sets of numbers that merge (union–find), with path halving (Tarjan and van Leeuwen, 1984).

use alloc::vec::Vec;

/// Disjoint sets of numbers, each with a root. Every operation takes amortized logarithmic time.
#[derive(Debug, Default)]
pub(crate) struct UnionFind {
    /// The parent of each number: a number of the same set that is nearer to the root. A root is its own parent.
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

    /// Merges the set of a root into the set of another root, which stays a root.
    pub(crate) fn merge(&mut self, root: usize, into: usize) {
        self.parents[root] = into;
    }

    /// Removes all but the first `count` numbers. No set may contain both kept and removed numbers.
    pub(crate) fn truncate(&mut self, count: usize) {
        self.parents.truncate(count);
    }
}
