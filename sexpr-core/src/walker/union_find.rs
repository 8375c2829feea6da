//! Sets that merge.

use alloc::vec::Vec;

/// Disjoint sets of the numbers from 0 on, with union by size and path halving (Tarjan and van Leeuwen, 1984): a
/// sequence of operations costs an inverse Ackermann factor more than its length.
#[derive(Debug, Default)]
pub(crate) struct UnionFind {
    nodes: Vec<Node>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    parent: usize,
    size: usize,
}

impl UnionFind {
    /// A new set with one member, numbered on.
    pub(crate) fn add(&mut self) -> usize {
        let number = self.nodes.len();
        self.nodes.push(Node { parent: number, size: 1 });
        number
    }

    /// Makes the sets of two members one; `false` if they already were.
    pub(crate) fn merge(&mut self, one: usize, other: usize) -> bool {
        let (mut small, mut large) = (self.find(one), self.find(other));
        if small == large {
            return false;
        }
        if self.node(small).size > self.node(large).size {
            core::mem::swap(&mut small, &mut large);
        }
        self.nodes[large].size += self.node(small).size;
        self.nodes[small].parent = large;
        true
    }

    /// Whether two members are in one set.
    pub(crate) fn same(&mut self, one: usize, other: usize) -> bool {
        self.find(one) == self.find(other)
    }

    fn find(&mut self, mut number: usize) -> usize {
        while self.node(number).parent != number {
            let grandparent = self.node(self.node(number).parent).parent;
            self.nodes[number].parent = grandparent;
            number = grandparent;
        }
        number
    }

    fn node(&self, number: usize) -> Node {
        self.nodes[number]
    }

    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::UnionFind;

    #[test]
    fn merging_is_transitive_and_says_what_is_new() {
        let mut sets = UnionFind::default();
        let numbers: [usize; 4] = core::array::from_fn(|_| sets.add());
        assert!(sets.merge(numbers[0], numbers[1]));
        assert!(sets.merge(numbers[2], numbers[3]));
        assert!(!sets.same(numbers[0], numbers[2]));
        assert!(sets.merge(numbers[1], numbers[3]));
        assert!(sets.same(numbers[0], numbers[2]));
        assert!(!sets.merge(numbers[2], numbers[0]));
    }
}
