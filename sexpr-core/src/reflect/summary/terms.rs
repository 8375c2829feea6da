//! Exact summaries of terms: shapes, and persistent maps of uses, both interned.

use alloc::vec::Vec;

use crate::{
    describe::{leaf::Encoder, region::Level},
    reflect::{
        summary::{
            classes::{Sought, Tag},
            variables::Meanings,
        },
        text::Text,
    },
    tables::{
        index::Index,
        persistent::{Key, Map, Maps},
    },
};

/// The summary of a node. Two nodes are equal in place exactly when their shapes and uses are equal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Summary {
    /// The number of its shape.
    pub(super) shape: usize,
    pub(super) uses: Occurrences,
    /// The number of its nodes.
    pub(super) size: u64,
    /// The level of the outermost scope in which the node binds a variable; 0 if it binds a variable for good.
    pub(super) binds_at: Level,
    /// Whether the summary may be the same for a different node.
    pub(super) is_excluded: bool,
    /// Whether the node is on a cycle or leads to a cycle. Such a node is excluded.
    pub(super) leads_to_cycle: bool,
}

/// The places of the variables that a term does not bind itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Occurrences {
    /// Keyed by the meanings of the variables.
    pub(super) by_meaning: Map,
    /// Keyed by the variables themselves; empty unless pointees are sought.
    pub(super) by_variable: Map,
}

impl Occurrences {
    pub(super) const NONE: Occurrences = Occurrences { by_meaning: Map::EMPTY, by_variable: Map::EMPTY };
}

impl Summary {
    /// The summary of a part without variables and nodes.
    pub(super) fn constant(shape: usize) -> Self {
        let (uses, binds_at) = (Occurrences::NONE, Level::MAX);
        Summary { shape, uses, size: 0, binds_at, is_excluded: false, leads_to_cycle: false }
    }

    /// Adds the summary to the children that have variables. `position` is its position among all children.
    pub(super) fn add_to(&self, children: &mut Vec<(usize, Occurrences)>, position: usize) {
        if !self.uses.by_meaning.is_empty() {
            children.push((position, self.uses));
        }
    }
}

/// The shapes, places and maps of all summaries.
pub(super) struct Terms {
    has_variables_sought: bool,
    shapes: Interned,
    /// Places in a term: the place of the term itself, and places in its children.
    places: Interned,
    pub(super) maps: Maps<usize>,
}

impl Terms {
    /// The number of the term's own place, the empty list of positions.
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

    /// The uses of an occurrence of a variable. `free` is the key by variable. `unknown` is a key to be added if the variable
    /// was unknown before this occurrence.
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

    /// The shape and uses of a term, made of its text and its children, which are removed.
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
    /// A variable that occurs only in the largest child keeps its place. All other variables get new places, made of
    /// the shape, the children in which they occur, and their places there. Children with the same map by meaning also
    /// have the same map by variable, and are merged together. Otherwise, a child that occurs many times would take
    /// quadratic time.
    fn merge(
        &mut self,
        shape: usize,
        children: &[(usize, Occurrences)],
        largest: usize,
        of: fn(&Occurrences) -> Map,
    ) -> Map {
        let mut merged = of(&children[largest].1);
        let Terms { maps, places, .. } = self;
        let others = children.iter().enumerate().filter(|(index, _)| *index != largest);
        let mut others: Vec<_> = others.map(|(index, (position, uses))| (uses.by_meaning, *position, index)).collect();
        others.sort_unstable();
        let mut entries = Vec::new();
        for alike in others.chunk_by(|one, other| one.0 == other.0) {
            let mut positions = Text::default();
            alike.iter().for_each(|(_, position, _)| positions.number(*position));
            let (_, first, index) = alike[0];
            let positions = places.number(positions.since(0));
            let of_each = maps.entries(of(&children[index].1));
            entries.extend(of_each.map(|(key, places)| (key, first, positions, places)));
        }
        entries.sort_unstable_by_key(|(key, first, ..)| (key.number, *first));
        for same in entries.chunk_by(|(one, ..), (other, ..)| one.number == other.number) {
            let (key, ..) = same[0];
            let mut text = Text::default();
            text.number(shape);
            if let Some(places) = maps.get(merged, key.number) {
                text.word(places as u64);
            }
            for (_, _, positions, places) in same {
                text.number(*positions);
                text.number(*places);
            }
            merged = maps.set(merged, key, places.number(text.since(0)));
        }
        merged
    }

    /// The shape and uses of a scope, given the shape and uses of its fields, and the variables bound in the scope.
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
        // Two variables never share a place, so sorted places do not depend on the order of binding.
        closed.sort_unstable();
        if self.has_variables_sought {
            for key in bound {
                // The variable may have another meaning outside of the scope.
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

    /// The same uses under the keys that `new` returns; `None` if `new` returns `None`, or the same key twice.
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
    /// The end of each text.
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
