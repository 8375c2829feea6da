//! Walks over maps: all keys are matched first, then come the entries in the order of comparison.

use alloc::vec::Vec;
use core::marker::PhantomData;

use crate::{
    describe::{
        containers::{Map, MapOrder},
        keys::{KeyReader, KeyValue, MapKey, ReadKey},
        names::Namespace,
        region::Region,
        visitor::Visitor,
    },
    engine::{
        frame::Step as TakeStep,
        path::{Key, Step},
        place::Value,
        trail::Mark,
    },
    rules::{entries::Entries, occurrence::Occurrence},
    walk::visits::{VisitState, Visits},
};

impl<'a> Visits<'a, '_> {
    /// Visits the entries of a map, where it may be known what its keys refer to. `S` is the step on a key.
    pub(super) fn entries<E, R, S>(&mut self, map: &'a E, at: Region, order: MapOrder) -> bool
    where
        E: Map,
        R: ReadKey<E::Key>,
        S: TakeStep<'a, Self, Place = E::Key>,
    {
        if !self.end_batch() {
            return false;
        }
        let at = at.past_boundary();
        let VisitState { bindings, keys, values, .. } = &mut self.state;
        let bound = |variable| bindings.ordinal(variable);
        let mut entries = Entries::read::<R>(map, order, keys.get_mut(), &bound, &self.arenas.in_force());
        entries.tell_terms_apart(|key| values.digest(key));
        entries.arrange(values, self.wanted.options);
        bindings.meet_keys(&entries.ranked);
        values.note_ties(&entries.ranked, |variable| bindings.ordinal(variable));
        // The values that come before may bind it anew.
        let meaning = |variable| bindings.meaning(variable);
        let occurrences: Vec<_> = entries.ranked.iter().map(|entry| entry.variable.and_then(meaning)).collect();
        let names = self.state.trail.names();
        for (entry, occurrence) in entries.ranked.iter().zip(occurrences) {
            let (key, value) = (entries.key(entry.index), entries.value(entry.index));
            let mark = match R::IDS {
                Some(_) => {
                    let step = Step::Key(Key::new(KeyReader::text_in(key, &self.arenas.in_force())));
                    self.state.trail.name(step.clone(), step)
                }
                None => self.state.trail.key(key),
            };
            let goes_on = self.key::<S>(mark, key, occurrence)
                && (!self.looks_at::<E::Value>() || self.at_mark::<Value<E::Value>>(mark, value, at));
            if !goes_on {
                return false;
            }
        }
        self.forget_names(names)
    }

    /// Visits a key, in which nothing binds.
    fn key<S: TakeStep<'a, Self>>(&mut self, mark: Mark, key: &'a S::Place, occurrence: Option<Occurrence>) -> bool {
        let around = self.state.around;
        (self.state.around.key, self.state.around.key_occurrence) = (true, occurrence);
        let goes_on = self.at_mark::<S>(mark, key, Region::NONE);
        self.state.around = around;
        goes_on
    }
}

/// The step on a key.
pub(super) struct VisitKey<K>(PhantomData<K>);

impl<'a, K: MapKey + 'a> TakeStep<'a, Visits<'a, '_>> for VisitKey<K> {
    type Place = K;

    fn run(visits: &mut Visits<'a, '_>, key: &'a K, _: &'a K, at: Region) -> bool {
        visits.content_of(K::INFO);
        visits.meet_inline(key, at)
    }
}

/// The step on a key that is a variable known by its value.
pub(super) struct VisitNameKey<K, N>(PhantomData<(K, N)>);

impl<'a, K: KeyValue + 'a, N: Namespace> TakeStep<'a, Visits<'a, '_>> for VisitNameKey<K, N> {
    type Place = K;

    fn run(visits: &mut Visits<'a, '_>, key: &'a K, _: &'a K, at: Region) -> bool {
        visits.name::<K, N>(key, key, at)
    }
}
