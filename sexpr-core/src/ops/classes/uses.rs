//! Where the variables of a term occur: persistent maps that share memory, each of which exists once.

use alloc::vec::Vec;

use hashbrown::HashTable;

/// The number of a map; equal maps have the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Uses(usize);

impl Uses {
    pub(super) const NONE: Uses = Uses(0);

    pub(super) fn is_none(self) -> bool {
        self == Uses::NONE
    }

    /// What tells it from all other maps.
    pub(super) fn number(self) -> usize {
        self.0
    }
}

/// All maps that were made: from what a variable refers to, to the number of the places where it occurs.
///
/// They are Patricia trees (Okasaki and Gill, "Fast Mergeable Integer Maps", 1998), whose form depends on nothing but
/// what is in them. So those that are equal have the same parts, and parts are numbered.
#[derive(Default)]
pub(super) struct UsesOf {
    trees: Vec<Tree>,
    measures: Vec<Measure>,
    index: HashTable<usize>,
    hasher: ahash::RandomState,
}

/// What is known of a map without looking into it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Measure {
    size: usize,
    /// The highest scope of a key.
    scope: usize,
}

/// A key, and the number of the scope to which it belongs: always the same.
#[derive(Clone, Copy)]
pub(super) struct Key {
    pub(super) number: usize,
    pub(super) scope: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Tree {
    One {
        key: usize,
        value: usize,
    },
    /// The keys have the bits of the prefix in common below the `bit` by which they are told apart.
    Fork {
        prefix: usize,
        bit: usize,
        without: Uses,
        with: Uses,
    },
}
use Tree::{Fork, One};

impl UsesOf {
    fn measure(&self, map: Uses) -> Measure {
        map.0.checked_sub(1).map_or(Measure::default(), |number| self.measures[number])
    }

    /// How many entries a map has.
    pub(super) fn size(&self, map: Uses) -> usize {
        self.measure(map).size
    }

    /// The highest scope to which a key of a map belongs.
    pub(super) fn scope(&self, map: Uses) -> usize {
        self.measure(map).scope
    }

    /// A map of one entry.
    pub(super) fn one(&mut self, key: Key, value: usize) -> Uses {
        self.number(One { key: key.number, value }, Measure { size: 1, scope: key.scope })
    }

    fn number(&mut self, tree: Tree, measure: Measure) -> Uses {
        let UsesOf { trees, measures, index, hasher } = self;
        let hash = hasher.hash_one(tree);
        if let Some(number) = index.find(hash, |number| trees[*number] == tree) {
            debug_assert_eq!(measures[*number], measure, "a key belongs to one scope");
            return Uses(*number + 1);
        }
        index.insert_unique(hash, trees.len(), |number| hasher.hash_one(trees[*number]));
        trees.push(tree);
        measures.push(measure);
        Uses(trees.len())
    }

    fn tree(&self, map: Uses) -> Option<Tree> {
        map.0.checked_sub(1).map(|number| self.trees[number])
    }

    fn fork(&mut self, prefix: usize, bit: usize, without: Uses, with: Uses) -> Uses {
        match (without, with) {
            (Uses::NONE, only) | (only, Uses::NONE) => only,
            _ => {
                let [one, other] = [without, with].map(|part| self.measure(part));
                let measure = Measure { size: one.size + other.size, scope: one.scope.max(other.scope) };
                self.number(Fork { prefix, bit, without, with }, measure)
            }
        }
    }

    /// What a map has for a key.
    pub(super) fn get(&self, map: Uses, key: usize) -> Option<usize> {
        let mut map = map;
        loop {
            match self.tree(map)? {
                One { key: only, value } => return (only == key).then_some(value),
                Fork { bit, without, with, .. } => map = if key & bit == 0 { without } else { with },
            }
        }
    }

    /// The map with another value for a key, or none. Nests no deeper than a number has bits.
    pub(super) fn set(&mut self, map: Uses, key: Key, value: Option<usize>) -> Uses {
        let beside = |maps: &mut Self, neighbour: usize| {
            let Some(value) = value else { return map };
            let one = maps.one(key, value);
            let differing = neighbour ^ key.number;
            let bit = differing & differing.wrapping_neg();
            let (without, with) = if key.number & bit == 0 { (one, map) } else { (map, one) };
            maps.fork(key.number & (bit - 1), bit, without, with)
        };
        match self.tree(map) {
            None => value.map_or(map, |value| self.one(key, value)),
            Some(One { key: only, .. }) if only == key.number => value.map_or(Uses::NONE, |value| self.one(key, value)),
            Some(One { key: only, .. }) => beside(self, only),
            Some(Fork { prefix, bit, .. }) if key.number & (bit - 1) != prefix => beside(self, prefix),
            Some(Fork { prefix, bit, without, with }) if key.number & bit == 0 => {
                let without = self.set(without, key, value);
                self.fork(prefix, bit, without, with)
            }
            Some(Fork { prefix, bit, without, with }) => {
                let with = self.set(with, key, value);
                self.fork(prefix, bit, without, with)
            }
        }
    }

    /// The entries of a map.
    pub(super) fn entries(&self, map: Uses) -> impl Iterator<Item = (Key, usize)> {
        let mut pending = Vec::from([map]);
        core::iter::from_fn(move || {
            loop {
                let map = pending.pop()?;
                match self.tree(map) {
                    Some(One { key, value }) => return Some((Key { number: key, scope: self.scope(map) }, value)),
                    Some(Fork { without, with, .. }) => pending.extend([with, without]),
                    None => {}
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use alloc::{collections::BTreeMap, vec::Vec};

    use super::{Key, Uses, UsesOf};

    #[test]
    fn maps_hold_what_was_put_in_and_equal_ones_are_one() {
        let mut maps = UsesOf::default();
        let (mut map, mut expected) = (Uses::NONE, BTreeMap::new());
        let mut seen: Vec<(BTreeMap<usize, usize>, Uses)> = Vec::new();
        for step in 0_usize..400 {
            let key = step * step * 7 % 31;
            let value = (step % 3 != 0).then_some(step % 2);
            map = maps.set(map, Key { number: key, scope: key % 5 }, value);
            match value {
                Some(value) => _ = expected.insert(key, value),
                None => _ = expected.remove(&key),
            }
            let entries: BTreeMap<usize, usize> = maps.entries(map).map(|(key, value)| (key.number, value)).collect();
            assert_eq!(entries, expected);
            assert_eq!(maps.size(map), expected.len());
            assert_eq!(maps.scope(map), expected.keys().map(|key| key % 5).max().unwrap_or_default());
            assert!((0..31).all(|key| maps.get(map, key) == expected.get(&key).copied()));
            assert!(seen.iter().all(|(other, number)| (*other == expected) == (*number == map)));
            if seen.iter().all(|(other, _)| *other != expected) {
                seen.push((expected.clone(), map));
            }
        }
        assert!(seen.len() > 50);
    }
}
