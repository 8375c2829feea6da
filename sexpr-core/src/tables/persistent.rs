//! Persistent maps and sets of numbers: Patricia trees that share equal subtrees.

use alloc::{collections::BTreeSet, vec::Vec};
use core::{hash::Hash, ops::RangeInclusive};

use crate::tables::index::Index;

/// An arena of maps from numbers to values: big-endian Patricia trees (Okasaki and Gill, "Fast Mergeable Integer Maps",
/// 1998) with deduplicated nodes. So equal maps are one map, identified by its number.
///
/// Setting or removing an entry takes time and memory logarithmic in the size of the map. Memory is freed only when the
/// arena is cleared. The union of two sets that share most of their members takes little more. Each key has a *level*,
/// which never changes. The size of a map and its highest level are found in constant time.
#[derive(Debug)]
pub(crate) struct Maps<Value> {
    nodes: Vec<Node<Value>>,
    /// Finds the number of a node.
    index: Index,
    hasher: ahash::RandomState,
}

/// An arena of sets: maps without values.
pub(crate) type Sets = Maps<()>;

/// A map, within its [`Maps`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Map(usize);

/// A set, within its [`Sets`].
pub(crate) type Set = Map;

impl Map {
    pub(crate) const EMPTY: Map = Map(0);

    pub(crate) fn is_empty(self) -> bool {
        self == Map::EMPTY
    }

    /// A number that identifies the map.
    pub(crate) fn number(self) -> usize {
        self.0
    }
}

/// A key of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Key {
    pub(crate) number: usize,
    pub(crate) level: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Node<Value> {
    /// For an entry, the key. For a branch, the common prefix of the keys below, followed by a one and zeros.
    prefix: usize,
    /// The highest bit in which the keys below differ; 0 for an entry.
    bit: usize,
    content: Content<Value>,
    size: usize,
    /// The highest level below.
    level: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Content<Value> {
    Entry(Value),
    /// The keys with that bit clear, and the keys with that bit set.
    Branch([Map; 2]),
}

impl<Value> Node<Value> {
    /// Whether a number has the common prefix of all keys below.
    fn covers(&self, number: usize) -> bool {
        self.bit == 0 && number == self.prefix || self.bit != 0 && begin(number, self.bit) == self.prefix
    }

    /// The range of the keys below a branch.
    fn keys(&self) -> RangeInclusive<usize> {
        self.prefix - self.bit..=self.prefix + (self.bit - 1)
    }

    /// The child to which a number belongs, by the bit of the first difference.
    fn side(&self, number: usize) -> usize {
        usize::from(number & self.bit != 0)
    }
}

/// The bits of a number above `bit`, followed by a one and zeros.
fn begin(number: usize, bit: usize) -> usize {
    number & !(bit | (bit - 1)) | bit
}

impl<Value> Default for Maps<Value> {
    fn default() -> Self {
        Maps { nodes: Vec::new(), index: Index::default(), hasher: ahash::RandomState::default() }
    }
}

impl<Value: Copy + Eq + Hash> Maps<Value> {
    fn node(&self, map: Map) -> Option<Node<Value>> {
        self.nodes.get(map.0.wrapping_sub(1)).copied()
    }

    fn add(&mut self, node: Node<Value>) -> Map {
        let Maps { nodes, index, hasher } = self;
        let hash_of = |node: &Node<Value>| hasher.hash_one(node);
        let next = nodes.len();
        let has = |number| nodes[number] == node;
        let known = index.get_or_add(hash_of(&node), next, has, |number| hash_of(&nodes[number]));
        if known.is_none() {
            nodes.push(node);
        }
        Map(known.unwrap_or(next) + 1)
    }

    /// The map with only this entry.
    pub(crate) fn one(&mut self, key: Key, value: Value) -> Map {
        self.add(Node { prefix: key.number, bit: 0, content: Content::Entry(value), size: 1, level: key.level })
    }

    /// The number of entries.
    pub(crate) fn size(&self, map: Map) -> usize {
        self.node(map).map_or(0, |node| node.size)
    }

    /// The highest level of a key; 0 for the empty map.
    pub(crate) fn level(&self, map: Map) -> u64 {
        self.node(map).map_or(0, |node| node.level)
    }

    /// The greatest key of a map.
    pub(crate) fn last(&self, mut map: Map) -> Option<usize> {
        loop {
            let node = self.node(map)?;
            match node.content {
                Content::Entry(_) => return Some(node.prefix),
                Content::Branch([_, greater]) => map = greater,
            }
        }
    }

    /// The value of a key.
    pub(crate) fn get(&self, mut map: Map, key: usize) -> Option<Value> {
        loop {
            let node = self.node(map)?;
            match node.content {
                Content::Entry(value) => return (node.prefix == key).then_some(value),
                Content::Branch(_) if !node.covers(key) => return None,
                Content::Branch(children) => map = children[node.side(key)],
            }
        }
    }

    /// The map with this value set for a key. The recursion is at most as deep as a number has bits.
    pub(crate) fn set(&mut self, map: Map, key: Key, value: Value) -> Map {
        let Some(node) = self.node(map) else { return self.one(key, value) };
        match node.content {
            _ if !node.covers(key.number) => {
                let one = self.one(key, value);
                self.beside(map, node.prefix, one, key.number)
            }
            Content::Entry(_) => self.one(key, value),
            Content::Branch(mut children) => {
                let side = node.side(key.number);
                children[side] = self.set(children[side], key, value);
                self.branch(children, &[(map, node)], node.prefix, node.bit)
            }
        }
    }

    /// The map without a key.
    pub(crate) fn remove(&mut self, map: Map, key: usize) -> Map {
        let Some(node) = self.node(map).filter(|node| node.covers(key)) else { return map };
        let Content::Branch(mut children) = node.content else { return Map::EMPTY };
        let side = node.side(key);
        children[side] = self.remove(children[side], key);
        match children {
            [Map::EMPTY, rest] | [rest, Map::EMPTY] => rest,
            children => self.branch(children, &[(map, node)], node.prefix, node.bit),
        }
    }

    /// A branch of two maps whose keys have different prefixes.
    fn beside(&mut self, one: Map, prefix: usize, other: Map, other_prefix: usize) -> Map {
        let bit = 1 << (usize::BITS - 1 - (prefix ^ other_prefix).leading_zeros());
        let children = if prefix & bit == 0 { [one, other] } else { [other, one] };
        self.branch(children, &[], begin(prefix, bit), bit)
    }

    /// A branch with these children. If a `known` branch has them, returns that one.
    fn branch(&mut self, children: [Map; 2], known: &[(Map, Node<Value>)], prefix: usize, bit: usize) -> Map {
        let content = Content::Branch(children);
        if let Some((map, _)) = known.iter().find(|(_, node)| node.content == content) {
            return *map;
        }
        let [one, other] = children;
        let size = self.size(one) + self.size(other);
        let level = self.level(one).max(self.level(other));
        self.add(Node { prefix, bit, content, size, level })
    }

    /// The entries, in the order of their keys.
    pub(crate) fn entries(&self, map: Map) -> impl Iterator<Item = (Key, Value)> {
        let mut pending = Vec::from([map]);
        core::iter::from_fn(move || {
            loop {
                let Some(node) = self.node(pending.pop()?) else { continue };
                match node.content {
                    Content::Entry(value) => return Some((Key { number: node.prefix, level: node.level }, value)),
                    Content::Branch([less, more]) => pending.extend([more, less]),
                }
            }
        })
    }

    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.index.clear();
    }
}

impl Sets {
    /// The set with one more member.
    pub(crate) fn insert(&mut self, set: Set, member: usize, level: u64) -> Set {
        if self.get(set, member).is_some() { set } else { self.set(set, Key { number: member, level }, ()) }
    }

    /// The union of two sets. The recursion is at most as deep as a number has bits.
    pub(crate) fn union(&mut self, one: Set, other: Set) -> Set {
        let (Some(left), Some(right)) = (self.node(one), self.node(other)) else {
            return if one.is_empty() { other } else { one };
        };
        if one == other {
            return one;
        }
        if left.bit == right.bit && left.prefix == right.prefix {
            let (Content::Branch(lefts), Content::Branch(rights)) = (left.content, right.content) else { return one };
            let children = [0, 1].map(|side| self.union(lefts[side], rights[side]));
            return self.branch(children, &[(one, left), (other, right)], left.prefix, left.bit);
        }
        // Either one set belongs in a branch of the other, or both belong in a new branch.
        if left.bit > right.bit && left.covers(right.prefix) {
            self.union_into(one, left, other, right)
        } else if right.bit > left.bit && right.covers(left.prefix) {
            self.union_into(other, right, one, left)
        } else {
            self.beside(one, left.prefix, other, right.prefix)
        }
    }

    /// Unites a set with a branch of a larger one.
    fn union_into(&mut self, large: Set, node: Node<()>, small: Set, within: Node<()>) -> Set {
        let Content::Branch(mut children) = node.content else { return large };
        let side = node.side(within.prefix);
        children[side] = self.union(children[side], small);
        self.branch(children, &[(large, node)], node.prefix, node.bit)
    }

    /// The members, in order.
    pub(crate) fn members(&self, set: Set) -> impl Iterator<Item = usize> {
        self.entries(set).map(|(key, ())| key.number)
    }

    /// The set of these members, each with its level. If the members are in order, no nodes are made except those of
    /// the set.
    pub(crate) fn of(&mut self, members: &[(usize, u64)]) -> Set {
        match *members {
            [] => Set::EMPTY,
            [(number, level)] => self.one(Key { number, level }, ()),
            _ => {
                let (one, other) = members.split_at(members.len() / 2);
                let (one, other) = (self.of(one), self.of(other));
                self.union(one, other)
            }
        }
    }

    /// Whether two sets have no member in common. Skips the members of one set between two adjacent members of the
    /// other.
    #[inline(always)]
    pub(crate) fn is_disjoint(&self, set: Set, other: &BTreeSet<usize>) -> bool {
        set.is_empty() || other.is_empty() || self.have_none_in_common(set, other)
    }

    /// The recursion is at most as deep as a number has bits.
    #[inline(never)]
    fn have_none_in_common(&self, set: Set, other: &BTreeSet<usize>) -> bool {
        let Some(node) = self.node(set) else { return true };
        match node.content {
            Content::Entry(()) => !other.contains(&node.prefix),
            Content::Branch([less, more]) => {
                other.range(node.keys()).next().is_none()
                    || self.have_none_in_common(less, other) && self.have_none_in_common(more, other)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::{
        collections::{BTreeMap, BTreeSet},
        vec::Vec,
    };

    use super::{Key, Map, Maps, Set, Sets};

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
            assert_eq!(sets.size(both), x.union(&y).count());
            assert!((0..bound.min(200)).all(|n| sets.get(both, n).is_some() == (x.contains(&n) || y.contains(&n))));
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

    #[test]
    fn maps_hold_what_was_put_in_and_equal_ones_are_one() {
        let mut maps = Maps::default();
        let (mut map, mut expected) = (Map::EMPTY, BTreeMap::new());
        let mut seen: Vec<(BTreeMap<usize, usize>, Map)> = Vec::new();
        for step in 0_usize..400 {
            let key = step * step * 7 % 31;
            let value = (step % 3 != 0).then_some(step % 2);
            match value {
                Some(value) => {
                    map = maps.set(map, Key { number: key, level: key as u64 % 5 }, value);
                    expected.insert(key, value);
                }
                None => {
                    map = maps.remove(map, key);
                    expected.remove(&key);
                }
            }
            let entries: BTreeMap<usize, usize> = maps.entries(map).map(|(key, value)| (key.number, value)).collect();
            assert_eq!(entries, expected);
            assert_eq!(maps.size(map), expected.len());
            assert_eq!(maps.level(map), expected.keys().map(|key| *key as u64 % 5).max().unwrap_or_default());
            assert!((0..31).all(|key| maps.get(map, key) == expected.get(&key).copied()));
            assert!(seen.iter().all(|(other, number)| (*other == expected) == (*number == map)));
            if seen.iter().all(|(other, _)| *other != expected) {
                seen.push((expected.clone(), map));
            }
        }
        assert!(seen.len() > 50);
    }
}
