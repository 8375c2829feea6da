//! Rewriting of maps: first all keys are rewritten, and then the values, in the order of comparison.

use alloc::{boxed::Box, vec::Vec};

use crate::{
    describe::{
        arena::NoArenas,
        containers::{MapOrder, Namespace},
        info::Shape,
        keys::{AsKeys, AsNames, KeyValue, MapKey, ReadKey},
        region::Region,
        structural::Field,
    },
    engine::{
        path,
        trail::{Mark, ShownKey},
    },
    rewrite::{
        containers::RewritableMap,
        parts::{Part, Parts},
        rewritable::{NamePart, Rewritable},
        rewriting::{Rewriting, RewritingState},
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
                self.go_to(Part::Read(key), Mark::TRANSPARENT, at, M::Key::visit);
            }
        }
        self.visit_entries::<M, AsKeys>(part, at.past_boundary(), order, |rewriting, key| rewriting.key(key));
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
        self.visit_entries::<M, AsNames<N>>(part, at, MapOrder::ByKey, |rewriting, key| {
            rewriting.in_key(key, |rewriting| rewriting.renamed::<M::Key, N>(key, Region::NONE).map(|name| *name))
        });
    }

    /// Visits the values, and then replaces the keys. Entries are identified by their places, so the keys have to stay
    /// until the values were visited. `new_key` returns the replacement of a key.
    fn visit_entries<M, R>(
        &mut self,
        part: Part<'a, M>,
        at: Region,
        order: MapOrder,
        new_key: impl Fn(&mut Rewriting<'_>, &M::Key) -> Option<M::Key>,
    ) where
        M: RewritableMap<Value: Rewritable>,
        R: ReadKey<M::Key>,
    {
        let (ranked, keys) = match self.copies() {
            true => (Vec::new(), Vec::new()),
            false => {
                let ranked = self.rewriting.ranked::<M, R>(part.get(), order);
                (ranked, part.get().entries().map(|(key, _)| new_key(self.rewriting, key)).collect())
            }
        };
        let visits_values = self.wants::<M::Value>() && !const { matches!(M::INFO.shape(), Shape::Set(_)) };
        // Keys may be replaced before their values are visited.
        let shown: Vec<path::Key> = match visits_values && self.rewriting.wanted.paths {
            true => part.get().entries().map(|(key, _)| key.shown()).collect(),
            false => Vec::new(),
        };
        let keys = match &part {
            Part::Owned(_) => keys,
            Part::Read(map) => {
                for ((key, _), new) in map.entries().zip(keys) {
                    if let Some(new) = new {
                        self.rewriting.edits.push(key, Box::new(new));
                    }
                }
                Vec::new()
            }
        };
        let (is_rekeyed, open) = (keys.iter().any(Option::is_some), self.open(at, None));
        if is_rekeyed {
            self.rewriting.keys_at_end.push(Box::new(keys));
        }
        self.visit_then(
            part,
            open,
            is_rekeyed,
            |part, parts| {
                if visits_values {
                    parts.visit_values(part, at, &ranked, shown);
                }
            },
            |part, _, parts| {
                let keys = parts.rewriting.keys_at_end.pop().and_then(|keys| keys.downcast().ok());
                if let (Part::Owned(map), Some(keys)) = (part, keys) {
                    let replaced = rekey(map, *keys);
                    parts.rewriting.writes += 1;
                    parts.rewriting.retire(replaced);
                }
            },
        );
    }

    /// Visits the values, in the order of comparison. If paths are tracked, `shown` has the keys as paths show them.
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
                self.go_to(value, Mark::TRANSPARENT, at, M::Value::visit);
            }
            return;
        }
        let shown = shown.into_iter().map(Some).chain(core::iter::repeat_with(|| None));
        let mut values: Vec<_> = values.into_iter().zip(shown).map(Some).collect();
        let names = self.rewriting.state.trail.names();
        for entry in ranked {
            if let Some((value, key)) = values.get_mut(entry.index).and_then(Option::take) {
                let mark =
                    key.map_or(Mark::TRANSPARENT, |key| self.rewriting.state.trail.name_both(path::Step::Key(key)));
                self.go_to(value, mark, at, M::Value::visit);
            }
        }
        if !self.rewriting.recursion.is_suspended() {
            self.rewriting.state.trail.forget_names(names);
        }
    }
}

impl Rewriting<'_> {
    /// The entries in the order of comparison. Notes that the free variables among the keys are met.
    fn ranked<M: RewritableMap, R: ReadKey<M::Key>>(&mut self, map: &M, order: MapOrder) -> Vec<Ranked> {
        let RewritingState { bindings, keys, .. } = &mut self.state;
        let bound = |variable| bindings.ordinal(variable);
        let mut entries = Entries::read::<R>(map, order, keys.get_mut(), &bound, &NoArenas);
        // For other purposes, the order makes no difference.
        if self.is_replacing() {
            entries.tell_terms_apart(false, |key| self.values.digest(key));
            entries.arrange(&mut self.values, self.wanted.options);
            self.state.bindings.meet_keys(&entries.ranked);
            self.values.note_ties(&entries.ranked, |variable| self.state.bindings.ordinal(variable));
        }
        entries.ranked
    }

    /// The replacement of a key. Keys hold no maps, so these runs do not nest.
    fn key<K: MapKey + Rewritable>(&mut self, key: &K) -> Option<K> {
        let first = self.edits.length();
        let recursion = core::mem::take(&mut self.recursion);
        self.in_key(key, |rewriting| rewriting.run(Part::Read(key), Region::NONE));
        self.recursion = recursion;
        if self.stopped {
            self.recursion.suspend();
        }
        let is_edited = self.edits.length() > first;
        is_edited.then(|| self.edits.rebuild(first, |edits| edits.part(key)))
    }

    /// Runs a function in the context of a key.
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

/// Replaces keys, in the container's order. Returns the old keys, and the values of entries whose new key equals the
/// key of a later entry.
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
