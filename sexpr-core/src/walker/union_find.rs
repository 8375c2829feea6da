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
    parent: u32,
    size: u32,
}

impl UnionFind {
    /// A new set with one member, numbered on.
    pub(crate) fn add(&mut self) -> u32 {
        let number = self.nodes.len() as u32;
        self.nodes.push(Node { parent: number, size: 1 });
        number
    }

    /// Makes the sets of two members one; `false` if they already were.
    pub(crate) fn merge(&mut self, one: u32, other: u32) -> bool {
        let (mut small, mut large) = (self.find(one), self.find(other));
        if small == large {
            return false;
        }
        if self.node(small).size > self.node(large).size {
            core::mem::swap(&mut small, &mut large);
        }
        self.nodes[large as usize].size += self.node(small).size;
        self.nodes[small as usize].parent = large;
        true
    }

    /// Whether two members are in one set.
    pub(crate) fn same(&mut self, one: u32, other: u32) -> bool {
        self.find(one) == self.find(other)
    }

    fn find(&mut self, mut number: u32) -> u32 {
        while self.node(number).parent != number {
            let grandparent = self.node(self.node(number).parent).parent;
            self.nodes[number as usize].parent = grandparent;
            number = grandparent;
        }
        number
    }

    fn node(&self, number: u32) -> Node {
        self.nodes[number as usize]
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
        let numbers: [u32; 4] = core::array::from_fn(|_| sets.add());
        assert!(sets.merge(numbers[0], numbers[1]));
        assert!(sets.merge(numbers[2], numbers[3]));
        assert!(!sets.same(numbers[0], numbers[2]));
        assert!(sets.merge(numbers[1], numbers[3]));
        assert!(sets.same(numbers[0], numbers[2]));
        assert!(!sets.merge(numbers[2], numbers[0]));
    }
}
