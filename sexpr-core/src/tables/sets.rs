//! Persistent sets of numbers, which share memory.

use alloc::{collections::BTreeSet, vec::Vec};

use crate::tables::index::{Table, reset};

/// Sets that share their parts, in one place: big-endian Patricia trees (Okasaki and Gill, "Fast Mergeable Integer
/// Maps", 1998), whose nodes are unique.
///
/// Adding and removing a member takes time logarithmic in the size, and so much memory, which is not given back before
/// the whole is cleared; uniting sets that have much in common takes little more. Members have a *level*: the
/// highest in a set is known at once.
#[derive(Debug, Default)]
pub(crate) struct Sets {
    nodes: Vec<Node>,
    /// The number of each node: sets with the same members are the same.
    numbers: Table<Node, usize>,
}

/// A set, within its [`Sets`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Set(usize);

impl Set {
    pub(crate) const EMPTY: Set = Set(usize::MAX);

    pub(crate) fn is_empty(self) -> bool {
        self == Set::EMPTY
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Node {
    /// The member; or what all members below begin with, followed by a one and zeros.
    prefix: usize,
    /// The bit by which the members below differ first; 0 for a member.
    bit: usize,
    /// Members with that bit clear, and those with it set.
    children: [Set; 2],
    /// The highest level below.
    level: u64,
}

impl Node {
    /// Whether a number begins like all members below.
    fn covers(&self, number: usize) -> bool {
        self.bit == 0 && number == self.prefix || self.bit != 0 && begin(number, self.bit) == self.prefix
    }

    /// On which side of the first difference a number belongs.
    fn side(&self, number: usize) -> usize {
        usize::from(number & self.bit != 0)
    }
}

/// A number's bits above `bit`, followed by a one and zeros.
fn begin(number: usize, bit: usize) -> usize {
    number & !(bit | (bit - 1)) | bit
}

impl Sets {
    fn node(&self, set: Set) -> Option<Node> {
        self.nodes.get(set.0).copied()
    }

    fn add(&mut self, node: Node) -> Set {
        let next = self.nodes.len();
        let number = *self.numbers.entry(node).or_insert(next);
        if number == next {
            self.nodes.push(node);
        }
        Set(number)
    }

    /// The highest level of a member; 0 for the empty set.
    pub(crate) fn level(&self, set: Set) -> u64 {
        self.node(set).map_or(0, |node| node.level)
    }

    /// The set with one more member.
    pub(crate) fn insert(&mut self, set: Set, member: usize, level: u64) -> Set {
        if self.contains(set, member) {
            return set;
        }
        let single = self.add(Node { prefix: member, bit: 0, children: [Set::EMPTY; 2], level });
        self.union(set, single)
    }

    pub(crate) fn contains(&self, mut set: Set, member: usize) -> bool {
        while let Some(node) = self.node(set) {
            if node.bit == 0 || !node.covers(member) {
                return node.bit == 0 && node.prefix == member;
            }
            set = node.children[node.side(member)];
        }
        false
    }

    /// The members of both sets. As deep as a number has bits.
    pub(crate) fn union(&mut self, one: Set, other: Set) -> Set {
        let (Some(left), Some(right)) = (self.node(one), self.node(other)) else {
            return if one.is_empty() { other } else { one };
        };
        if one == other || left.bit == 0 && self.contains(other, left.prefix) {
            return other;
        }
        if right.bit == 0 && self.contains(one, right.prefix) {
            return one;
        }
        if left.bit == right.bit && left.prefix == right.prefix {
            let children = [0, 1].map(|side| self.union(left.children[side], right.children[side]));
            return self.branch(children, &[(one, left), (other, right)], left.prefix, left.bit);
        }
        // One stands in a branch of the other, or they differ further above.
        if left.bit > right.bit && left.covers(right.prefix) {
            return self.union_into(one, left, other, right);
        }
        if right.bit > left.bit && right.covers(left.prefix) {
            return self.union_into(other, right, one, left);
        }
        let bit = 1 << (usize::BITS - 1 - (left.prefix ^ right.prefix).leading_zeros());
        let children = if left.prefix & bit == 0 { [one, other] } else { [other, one] };
        self.branch(children, &[], begin(left.prefix, bit), bit)
    }

    /// Unites a set with a branch of a larger one.
    fn union_into(&mut self, large: Set, node: Node, small: Set, within: Node) -> Set {
        let side = node.side(within.prefix);
        let mut children = node.children;
        children[side] = self.union(children[side], small);
        self.branch(children, &[(large, node)], node.prefix, node.bit)
    }

    /// A branch with these children: one of those `known`, if it has them.
    fn branch(&mut self, children: [Set; 2], known: &[(Set, Node)], prefix: usize, bit: usize) -> Set {
        if let Some((set, _)) = known.iter().find(|(_, node)| node.children == children) {
            return *set;
        }
        let level = self.level(children[0]).max(self.level(children[1]));
        self.add(Node { prefix, bit, children, level })
    }

    /// The set without a member.
    pub(crate) fn remove(&mut self, set: Set, member: usize) -> Set {
        let Some(node) = self.node(set).filter(|node| node.covers(member)) else { return set };
        if node.bit == 0 {
            return Set::EMPTY;
        }
        let side = node.side(member);
        let mut children = node.children;
        children[side] = self.remove(children[side], member);
        match children {
            [Set::EMPTY, rest] | [rest, Set::EMPTY] => rest,
            children => self.branch(children, &[(set, node)], node.prefix, node.bit),
        }
    }

    /// The least member that is not less than a number.
    fn at_least(&self, set: Set, number: usize) -> Option<usize> {
        let node = self.node(set)?;
        if node.bit == 0 {
            return (node.prefix >= number).then_some(node.prefix);
        }
        if !node.covers(number) {
            return if number < node.prefix { self.at_least(node.children[0], 0) } else { None };
        }
        match node.side(number) {
            0 => self.at_least(node.children[0], number).or_else(|| self.at_least(node.children[1], 0)),
            _ => self.at_least(node.children[1], number),
        }
    }

    /// The members, in order.
    pub(crate) fn members(&self, set: Set) -> impl Iterator<Item = usize> {
        let mut from = Some(0);
        core::iter::from_fn(move || {
            let member = self.at_least(set, from?)?;
            from = member.checked_add(1);
            Some(member)
        })
    }

    /// The set of some members, each with its level. Takes no more memory than they do, if they are in order.
    pub(crate) fn of(&mut self, members: &[(usize, u64)]) -> Set {
        match *members {
            [] => Set::EMPTY,
            [(member, level)] => self.insert(Set::EMPTY, member, level),
            _ => {
                let (one, other) = members.split_at(members.len() / 2);
                let (one, other) = (self.of(one), self.of(other));
                self.union(one, other)
            }
        }
    }

    /// Whether two sets have no member in common: as many steps as it takes to leap from one to the other in turn.
    pub(crate) fn is_disjoint(&self, set: Set, other: &BTreeSet<usize>) -> bool {
        let mut from = 0;
        while let Some(member) = self.at_least(set, from) {
            match other.range(member..).next() {
                None => return true,
                Some(&next) if next == member => return false,
                Some(&next) => from = next,
            }
        }
        true
    }

    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        reset(&mut self.numbers);
    }
}

#[cfg(test)]
mod tests {
    use alloc::{collections::BTreeSet, vec::Vec};

    use super::{Set, Sets};

    /// Numbers that look random, the same each time.
    fn numbers(seed: usize, bound: usize) -> impl Iterator<Item = usize> {
        let mut state = seed.wrapping_mul(0x9e37_79b9) | 1;
        core::iter::repeat_with(move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 3) % bound
        })
    }

    fn set_of(sets: &mut Sets, members: &[usize]) -> Set {
        members.iter().fold(Set::EMPTY, |set, member| sets.insert(set, *member, *member as u64))
    }

    fn members(sets: &Sets, set: Set) -> Vec<usize> {
        sets.members(set).collect()
    }

    #[test]
    fn they_behave_like_the_sets_of_the_standard_library() {
        for round in 0..300 {
            let bound = [3, 10, 100, 100_000][round % 4];
            let mut sets = Sets::default();
            let draw = |seed, count| numbers(seed, bound).take(count).collect::<Vec<usize>>();
            let (one, other) = (draw(round, round % 17), draw(round + 1_000, round % 23));
            let (a, b) = (set_of(&mut sets, &one), set_of(&mut sets, &other));
            let (x, y): (BTreeSet<usize>, BTreeSet<usize>) = (one.into_iter().collect(), other.into_iter().collect());
            assert!(members(&sets, a).iter().eq(&x));
            let with_levels: Vec<(usize, u64)> = x.iter().map(|member| (*member, *member as u64)).collect();
            assert_eq!(sets.of(&with_levels), a);
            assert_eq!(sets.is_disjoint(a, &y), x.is_disjoint(&y));
            let both = sets.union(a, b);
            assert!(members(&sets, both).into_iter().eq(x.union(&y).copied()));
            assert_eq!(sets.level(both), x.union(&y).max().map_or(0, |most| *most as u64));
            assert!((0..bound.min(200)).all(|n| sets.contains(both, n) == (x.contains(&n) || y.contains(&n))));
            let less = y.iter().fold(both, |set, member| sets.remove(set, *member));
            assert!(members(&sets, less).into_iter().eq(x.difference(&y).copied()));
        }
    }

    #[test]
    fn adding_what_is_there_changes_nothing_and_takes_no_memory() {
        let mut sets = Sets::default();
        let set = set_of(&mut sets, &[5, 900, 17, 3]);
        let part = set_of(&mut sets, &[5]);
        let size = sets.nodes.len();
        assert_eq!(sets.union(set, set), set);
        assert_eq!(sets.union(part, set), set);
        assert_eq!(sets.insert(set, 900, 0), set);
        assert_eq!(sets.remove(set, 4), set);
        assert_eq!(sets.nodes.len(), size);
    }
}
