//! Rewriting of maps: all keys are rewritten first, then come the values in the order of comparison.

use alloc::{boxed::Box, vec::Vec};

use crate::{
    describe::{
        containers::MapOrder,
        erased_arena::NoArenas,
        info::Shape,
        keys::{AsKeys, AsNames, KeyValue, MapKey, ReadKey},
        names::Namespace,
        region::Region,
        structural::Field,
    },
    engine::{
        path,
        recursion::Recursion,
        trail::{Mark, ShownKey},
    },
    rewrite::{
        containers::RewritableMap,
        parts::{Part, Parts},
        rewritable::{NamePart, Rewritable},
        rewriting::{Purpose, Rewriting, RewritingState},
    },
    rules::entries::{Entries, Ranked},
};

impl<'a> Parts<'a, '_, '_> {
    /// Visits a map.
    pub(crate) fn visit_map<M>(&mut self, part: Part<'a, M>, at: Region, order: MapOrder)
    where
        M: RewritableMap<Key: Rewritable, Value: Rewritable>,
    {
        if self.rewriting.state.around.is_declaring {
            return;
        }
        if let Part::Read(map) = &part
            && self.copies()
            && !M::Key::LEAVES
        {
            for (key, _) in map.entries() {
                self.go_to(Part::Read(key), Mark::Transparent, move |key, parts| M::Key::visit(key, at, parts));
            }
        }
        let at = at.past_boundary();
        let ranked = self.rewriting.ranked::<M, AsKeys>(part.get(), order);
        let keys = self.rewriting.keys_of(part.get(), |rewriting, key| rewriting.key(key));
        self.visit_entries(part, at, &ranked, keys);
    }

    /// Visits a set of variables that are known by their values.
    pub(crate) fn visit_names_in_set<M, N>(&mut self, part: Part<'a, M>, at: Region)
    where
        M: RewritableMap<Key: KeyValue + NamePart, Value: Rewritable>,
        N: Namespace,
    {
        if self.rewriting.state.around.is_declaring {
            return;
        }
        let ranked = self.rewriting.ranked::<M, AsNames<N>>(part.get(), MapOrder::ByKey);
        let keys = self.rewriting.keys_of(part.get(), |rewriting, key| {
            rewriting.in_key(key, |rewriting| rewriting.renamed::<M::Key, N>(key, Region::NONE).map(|name| *name))
        });
        self.visit_entries(part, at, &ranked, keys);
    }

    /// Visits the values, and replaces the keys after that: until then, entries are known by their places.
    fn visit_entries<M>(&mut self, part: Part<'a, M>, at: Region, ranked: &[Ranked], keys: Vec<Option<M::Key>>)
    where
        M: RewritableMap<Value: Rewritable>,
    {
        let is_rekeyed = keys.iter().any(Option::is_some);
        let is_set = const { matches!(M::INFO.shape(), Shape::Set(_)) };
        let visits_values = self.wants::<M::Value>() && !is_set;
        // Keys may be replaced before their values are visited.
        let shown: Vec<path::Key> = match visits_values && self.rewriting.wanted.paths {
            true => part.get().entries().map(|(key, _)| key.shown()).collect(),
            false => Vec::new(),
        };
        match part {
            Part::Owned(map) if is_rekeyed => {
                return self.visit_then(
                    Part::Owned(map),
                    true,
                    |part, parts| {
                        if visits_values {
                            parts.visit_values(part, at, ranked, shown);
                        }
                    },
                    move |part, parts| {
                        if let Part::Owned(map) = part {
                            let replaced = rekey(map, keys);
                            parts.rewriting.writes += 1;
                            parts.rewriting.retire(replaced);
                        }
                    },
                );
            }
            Part::Read(map) => {
                for ((key, _), new) in map.entries().zip(keys) {
                    if let Some(new) = new {
                        self.rewriting.edits.push(key, Box::new(new));
                    }
                }
            }
            Part::Owned(_) => {}
        }
        if visits_values {
            self.visit_values(part, at, ranked, shown);
        }
    }

    /// Visits the values, in the order of comparison. What is shown of their keys is given if paths are kept.
    fn visit_values<M>(&mut self, part: Part<'a, M>, at: Region, ranked: &[Ranked], shown: Vec<path::Key>)
    where
        M: RewritableMap<Value: Rewritable>,
    {
        let values: Vec<Part<'a, M::Value>> = match part {
            Part::Owned(map) => map.values_mut().map(Part::Owned).collect(),
            Part::Read(map) => map.entries().map(|(_, value)| Part::Read(value)).collect(),
        };
        if self.copies() {
            for value in values {
                self.go_to(value, Mark::Transparent, move |value, parts| M::Value::visit(value, at, parts));
            }
            return;
        }
        let shown = shown.into_iter().map(Some).chain(core::iter::repeat_with(|| None));
        let mut values: Vec<_> = values.into_iter().zip(shown).map(Some).collect();
        let names = self.rewriting.state.trail.names();
        for entry in ranked {
            if let Some((value, key)) = values.get_mut(entry.index).and_then(Option::take) {
                let mark =
                    key.map_or(Mark::Transparent, |key| self.rewriting.state.trail.name_both(path::Step::Key(key)));
                self.go_to(value, mark, move |value, parts| M::Value::visit(value, at, parts));
            }
        }
        if !self.rewriting.recursion.is_suspended() {
            self.rewriting.state.trail.forget_names(names);
        }
    }
}

impl Rewriting<'_> {
    /// The entries in the order of comparison. Free variables among the keys are noted.
    fn ranked<M: RewritableMap, R: ReadKey<M::Key>>(&mut self, map: &M, order: MapOrder) -> Vec<Ranked> {
        if matches!(self.purpose, Purpose::Copying) {
            return Vec::new();
        }
        let RewritingState { bindings, keys, .. } = &mut self.state;
        let bound = |variable| bindings.ordinal(variable);
        let mut entries = Entries::read::<R>(map, order, keys.get_mut(), &bound, &NoArenas);
        // Elsewhere, the order makes no difference.
        if self.is_replacing() {
            entries.tell_terms_apart(|key| self.values.digest(key));
            entries.arrange(&mut self.values, self.wanted.options);
            self.state.bindings.meet_keys(&entries.ranked);
            self.values.note_ties(&entries.ranked, |variable| self.state.bindings.ordinal(variable));
        }
        entries.ranked
    }

    /// What replaces the keys, in the container's order.
    fn keys_of<M: RewritableMap>(
        &mut self,
        map: &M,
        key: impl Fn(&mut Self, &M::Key) -> Option<M::Key>,
    ) -> Vec<Option<M::Key>> {
        if matches!(self.purpose, Purpose::Copying) {
            return Vec::new();
        }
        map.entries().map(|(of, _)| key(self, of)).collect()
    }

    /// What replaces a key. Keys hold no maps, so this does not go down any further.
    fn key<K: MapKey + Rewritable>(&mut self, key: &K) -> Option<K> {
        let first = self.edits.length();
        let recursion = core::mem::replace(&mut self.recursion, Recursion::new());
        self.in_key(key, |rewriting| rewriting.run(Part::Read(key), Region::NONE));
        self.recursion = recursion;
        if self.stopped {
            self.recursion.suspend();
        }
        let is_edited = self.edits.length() > first;
        is_edited.then(|| self.edits.rebuild(first, |edits| edits.part(key)))
    }

    /// Does something within a key.
    fn in_key<K: MapKey, R>(&mut self, key: &K, work: impl FnOnce(&mut Self) -> R) -> R {
        let around = self.state.around;
        let (trail, listing, names) = (self.state.trail.length(), self.state.trail.listing(), self.state.trail.names());
        self.state.around.in_key = true;
        if self.wanted.paths {
            let mark = self.state.trail.name_both(path::Step::Key(key.shown()));
            self.state.trail.push(mark);
        }
        let result = work(self);
        self.state.trail.shorten(trail);
        self.state.trail.forget_names(names);
        self.state.trail.list(listing);
        self.state.around = around;
        result
    }
}

/// Replaces keys, in the container's order, and gives those that were replaced, and the values of entries whose keys
/// became one with that of a later entry.
fn rekey<M: RewritableMap>(map: &mut M, keys: Vec<Option<M::Key>>) -> (Vec<M::Key>, Vec<M::Value>) {
    let empty = map.empty_like();
    let entries = core::mem::replace(map, empty).into_entries();
    let (mut replaced, mut lost) = (Vec::new(), Vec::new());
    for ((key, value), new) in entries.zip(keys.into_iter().chain(core::iter::repeat_with(|| None))) {
        let key = match new {
            Some(new) => {
                replaced.push(key);
                new
            }
            None => key,
        };
        lost.extend(map.insert(key, value));
    }
    (replaced, lost)
}
