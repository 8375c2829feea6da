//! Maps: all keys are matched first, then come the entries in the order of comparison, each with its key.

use core::marker::PhantomData;

use super::Visits;
use crate::walker::{
    entries::Entries,
    frame::{Frame, Step as TakeStep},
    place::Value,
};
use crate::{
    containers::{Map, MapOrder, Sharing},
    keys::{KeyValue, MapKey, ReadKey},
    names::Namespace,
    region::Region,
    visitor::Visitor,
};

/// How the keys of a map are visited.
pub(super) trait KeyStep<K> {
    fn frame<'a>(key: &'a K) -> Frame<'a, Visits<'a>>
    where
        K: 'a;
}

/// As what their type says.
pub(super) struct VisitKeys;

impl<K: MapKey> KeyStep<K> for VisitKeys {
    fn frame<'a>(key: &'a K) -> Frame<'a, Visits<'a>>
    where
        K: 'a,
    {
        Frame::new::<VisitKey<K>>(key, key, Region::NONE)
    }
}

/// As variables that are known by their values, in a namespace.
pub(super) struct VisitNames<N>(PhantomData<N>);

impl<K: KeyValue, N: Namespace> KeyStep<K> for VisitNames<N> {
    fn frame<'a>(key: &'a K) -> Frame<'a, Visits<'a>>
    where
        K: 'a,
    {
        Frame::new::<VisitNameKey<K, N>>(key, key, Region::NONE)
    }
}

impl<'a> Visits<'a> {
    pub(super) fn visit_entries<M, R, S>(&mut self, map: &'a M, at: Region, order: MapOrder) -> bool
    where
        M: Map,
        R: ReadKey<M::Key>,
        S: KeyStep<M::Key>,
    {
        let bindings = &self.bindings;
        let mut entries = Entries::read::<R>(map, order, self.keys.get_mut(), &|variable| bindings.ordinal(variable));
        entries.tell_terms_apart(|key| self.values.digest(key));
        entries.arrange(&mut self.values, self.wanted.options);
        self.bindings.meet_keys(&entries.ranked);
        self.values.note_ties(&entries.ranked, |variable| self.bindings.ordinal(variable));
        for entry in entries.ranked.iter().rev() {
            let (key, value) = (entries.key(entry.index), entries.value(entry.index));
            let mark = self.trail.key(key);
            if self.wants::<M::Value>() {
                self.put_off(mark, Frame::new::<Value<M::Value>>(value, value, at));
            }
            // The values that come before may bind it anew.
            let occurrence = entry.variable.and_then(|variable| self.bindings.meaning(variable));
            self.key_occurrences.push(occurrence);
            self.put_off(mark, S::frame(key));
        }
        true
    }

    fn enter_key(&mut self) {
        self.around.key = true;
        self.key_occurrence = self.key_occurrences.pop().flatten();
    }
}

/// The step on a key.
struct VisitKey<K>(PhantomData<K>);

impl<'a, K: MapKey + 'a> TakeStep<'a, Visits<'a>> for VisitKey<K> {
    type Place = K;

    fn run(visits: &mut Visits<'a>, key: &'a K, _: &'a K, at: Region) -> bool {
        visits.enter_key();
        visits.content_of(K::INFO);
        visits.meet(key, Sharing::Unique, at)
    }
}

/// The step on a key that is a variable known by its value.
struct VisitNameKey<K, N>(PhantomData<(K, N)>);

impl<'a, K: KeyValue + 'a, N: Namespace> TakeStep<'a, Visits<'a>> for VisitNameKey<K, N> {
    type Place = K;

    fn run(visits: &mut Visits<'a>, key: &'a K, _: &'a K, at: Region) -> bool {
        visits.enter_key();
        visits.name::<K, N>(key, key, at)
    }
}
