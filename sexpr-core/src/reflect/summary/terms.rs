//! Summaries of terms, and how they are combined.

use alloc::vec::Vec;

use crate::{
    describe::{leaf::Encoder, region::Level},
    reflect::{
        summary::{
            classes::{Sought, Tag},
            meanings::Meanings,
        },
        text::Text,
    },
    tables::{
        index::Index,
        persistent::{Key, Map, Maps},
    },
};

/// What a node is. Two nodes are equal where they stand exactly when their shapes and uses are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Summary {
    /// The number of what it is made of, its variables left out.
    pub(super) shape: usize,
    pub(super) uses: Occurrences,
    /// How many nodes it has.
    pub(super) size: u64,
    /// The level of the outermost scope around it in which it binds, 0 if for good.
    pub(super) binds_at: Level,
    /// Whether it is not known for certain what it is made of.
    pub(super) is_excluded: bool,
    /// Whether it lies on a cycle, or leads to one. Then it is excluded, and its uses are of no interest.
    pub(super) leads_to_cycle: bool,
}

/// Where the variables of a term occur that it does not bind itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Occurrences {
    /// By what they refer to.
    pub(super) by_meaning: Map,
    /// By the variables that they are, if that is sought.
    pub(super) by_variable: Map,
}

impl Occurrences {
    pub(super) const NONE: Occurrences = Occurrences { by_meaning: Map::EMPTY, by_variable: Map::EMPTY };
}

impl Summary {
    /// Something of this shape that has no variables, and no nodes.
    pub(super) fn constant(shape: usize) -> Self {
        let (uses, binds_at) = (Occurrences::NONE, Level::MAX);
        Summary { shape, uses, size: 0, binds_at, is_excluded: false, leads_to_cycle: false }
    }

    /// Adds it to the children that have variables, by its place among all children of a part.
    pub(super) fn add_to(&self, children: &mut Vec<(usize, Occurrences)>, position: usize) {
        if !self.uses.by_meaning.is_empty() {
            children.push((position, self.uses));
        }
    }
}

/// What summaries are made of.
pub(super) struct Terms {
    has_variables_sought: bool,
    shapes: Interned,
    /// Places: that of the term itself; and those in the children of a shape.
    places: Interned,
    pub(super) maps: Maps<usize>,
}

impl Terms {
    /// The places of a variable in itself.
    const HERE: usize = 0;

    pub(super) fn new(sought: Sought) -> Self {
        let mut places = Interned::default();
        let here = places.number(&[]);
        debug_assert_eq!(here, Self::HERE);
        Terms {
            has_variables_sought: sought == Sought::Pointees,
            shapes: Interned::default(),
            places,
            maps: Maps::default(),
        }
    }

    /// The occurrence of a variable, in itself; and that it was not known before, if so.
    ///
    /// By itself, a variable is what it would be if it were free.
    pub(super) fn here(&mut self, meaning: Key, free: Key, unknown: Option<Key>) -> Occurrences {
        let mut of = |key| {
            let one = self.maps.one(key, Self::HERE);
            unknown.map_or(one, |unknown| self.maps.set(one, unknown, Self::HERE))
        };
        Occurrences {
            by_meaning: of(meaning),
            by_variable: if self.has_variables_sought { of(free) } else { Map::EMPTY },
        }
    }

    /// The number of a shape.
    pub(super) fn shape(&mut self, text: &[u8]) -> usize {
        self.shapes.number(text)
    }

    /// What a term is that is made of what was written since its beginning, and of these children; both are taken away.
    pub(super) fn put_together(
        &mut self,
        text: &mut Text,
        first_of_text: usize,
        children: &mut Vec<(usize, Occurrences)>,
        first_child: usize,
    ) -> (usize, Occurrences) {
        let below = &children[first_child..];
        let largest = (0..below.len()).rev().max_by_key(|index| self.maps.size(below[*index].1.by_meaning));
        if let Some(largest) = largest {
            text.number(below[largest].0);
        }
        let shape = self.shapes.number(text.since(first_of_text));
        let uses = largest.map_or(Occurrences::NONE, |largest| Occurrences {
            by_meaning: self.merge(shape, below, largest, |uses| uses.by_meaning),
            by_variable: self.merge(shape, below, largest, |uses| uses.by_variable),
        });
        text.truncate(first_of_text);
        children.truncate(first_child);
        (shape, uses)
    }

    /// The map of the largest child, with the entries of the others.
    ///
    /// A variable that occurs in the largest child alone keeps its places. All others get new places, which name the shape
    /// and the children to which they lead.
    fn merge(
        &mut self,
        shape: usize,
        children: &[(usize, Occurrences)],
        largest: usize,
        of: fn(&Occurrences) -> Map,
    ) -> Map {
        let mut merged = of(&children[largest].1);
        let Terms { maps, places, .. } = self;
        let mut entries = Vec::new();
        for (_, (position, uses)) in children.iter().enumerate().filter(|(index, _)| *index != largest) {
            entries.extend(maps.entries(of(uses)).map(|(key, places)| (key, *position, places)));
        }
        entries.sort_unstable_by_key(|(key, position, _)| (key.number, *position));
        for same in entries.chunk_by(|(one, ..), (other, ..)| one.number == other.number) {
            let (key, ..) = same[0];
            let mut text = Text::default();
            text.number(shape);
            if let Some(places) = maps.get(merged, key.number) {
                text.word(places as u64);
            }
            for (_, position, places) in same {
                text.number(*position);
                text.number(*places);
            }
            merged = maps.set(merged, key, places.number(text.since(0)));
        }
        merged
    }

    /// What a scope is that was left, with what was bound in it.
    pub(super) fn close(
        &mut self,
        shape: usize,
        mut uses: Occurrences,
        bound: &[Key],
        meanings: &mut Meanings,
    ) -> (usize, Occurrences) {
        let mut closed = Vec::new();
        for key in bound {
            closed.extend(self.maps.get(uses.by_meaning, key.number));
            uses.by_meaning = self.maps.remove(uses.by_meaning, key.number);
        }
        // No two variables occur at one place, so in order their places tell which is which.
        closed.sort_unstable();
        if self.has_variables_sought {
            for key in bound {
                // Outside, the variable may refer to something else.
                let outside = meanings.now(key.number).and_then(|key| self.maps.get(uses.by_meaning, key.number));
                let variable = Meanings::free(meanings.variable(key.number));
                uses.by_variable = match outside {
                    Some(places) => self.maps.set(uses.by_variable, variable, places),
                    None => self.maps.remove(uses.by_variable, variable.number),
                };
            }
        }
        let mut text = Text::default();
        text.word(Tag::Scope as u64);
        text.number(shape);
        closed.into_iter().for_each(|places| text.number(places));
        (self.shapes.number(text.since(0)), uses)
    }

    /// The same uses under the keys that `new` gives; none, if it does not know a variable, or if two keys coincide.
    pub(super) fn elsewhere(&mut self, uses: Map, mut new: impl FnMut(usize) -> Option<Key>) -> Option<Map> {
        let entries: Vec<(Key, usize)> = self.maps.entries(uses).collect();
        let mut same = true;
        let mut moved = Map::EMPTY;
        for (key, places) in &entries {
            let now = new(key.number)?;
            same &= now.number == key.number;
            moved = self.maps.set(moved, now, *places);
        }
        match same {
            true => Some(uses),
            false => Some(moved).filter(|moved| self.maps.size(*moved) == entries.len()),
        }
    }
}

/// Interned texts: equal texts get the same number, different texts get different numbers.
#[derive(Default)]
struct Interned {
    texts: Vec<u8>,
    /// Where each of them ends.
    ends: Vec<usize>,
    index: Index,
    /// Seeded at random where there is randomness (with `std`), since texts may be attacker-controlled.
    hasher: ahash::RandomState,
}

impl Interned {
    /// The number of a text.
    fn number(&mut self, text: &[u8]) -> usize {
        let Interned { texts, ends, index, hasher } = self;
        let at = |number: usize| {
            let start = number.checked_sub(1).map_or(0, |before| ends[before]);
            &texts[start..ends[number]]
        };
        let hash = hasher.hash_one(text);
        if let Some(number) = index.get(hash, |number| at(number) == text) {
            return number;
        }
        let number = ends.len();
        index.add(hash, number, |number| hasher.hash_one(at(number)));
        texts.extend_from_slice(text);
        ends.push(texts.len());
        number
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::Interned;

    #[test]
    fn equal_texts_have_one_number() {
        let mut interned = Interned::default();
        let numbers = [b"", b"a" as &[u8], b"b", b"a", b""].map(|text| interned.number(text));
        assert_eq!(numbers, [0, 1, 2, 1, 0]);
        let many: Vec<usize> = (0_u32..1000).map(|n| interned.number(&n.to_ne_bytes())).collect();
        assert!((0_u32..1000).all(|n| interned.number(&n.to_ne_bytes()) == many[n as usize]));
    }
}
