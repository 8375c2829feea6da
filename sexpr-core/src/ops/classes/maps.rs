//! Summaries of maps: all keys are matched first, then come the values in the order of comparison.

use core::marker::PhantomData;

use crate::{
    describe::{
        containers::{Map, MapOrder},
        keys::{AsKeys, AsNames, KeyReader, KeyValue, MapKey, ReadKey},
        leaf::Encoder,
        names::Namespace,
        region::Region,
    },
    engine::{
        frame::{Frame, Step as TakeStep},
        place::Value,
        trail::Mark,
    },
    ops::classes::AlphaClasses,
    rules::entries::{Entries, Rank},
};

impl<'a> AlphaClasses<'a> {
    pub(super) fn visit_names_in_set<M, N>(&mut self, names: &'a M, at: Region) -> bool
    where
        M: Map<Key: KeyValue>,
        N: Namespace,
    {
        self.visit_entries::<M, AsNames<N>>(names, at, MapOrder::ByKey)
    }

    pub(super) fn visit_map<M: Map>(&mut self, map: &'a M, at: Region, order: MapOrder) -> bool {
        self.visit_entries::<M, AsKeys>(map, at, order)
    }

    fn visit_entries<M: Map, R: ReadKey<M::Key>>(&mut self, map: &'a M, at: Region, order: MapOrder) -> bool {
        let at = at.past_boundary();
        let bindings = &self.meanings.bindings;
        let mut entries = Entries::read::<R>(
            map,
            order,
            &mut self.keys,
            &|variable| bindings.ordinal(variable),
            &self.arenas.in_force(),
        );
        entries.tell_terms_apart(|key| self.values.digest(key));
        entries.arrange(&mut self.values, self.options);
        self.meanings.bindings.meet_keys(&entries.ranked);
        self.values.note_ties(&entries.ranked, |variable| self.meanings.bindings.ordinal(variable));
        if entries.ranked.windows(2).any(|pair| pair[0].is_told_from_no_other(&pair[1])) {
            // In which order they come is chance.
            self.exclude();
        }
        self.text.word(entries.ranked.len() as u64);
        for entry in &entries.ranked {
            if entry.matches_nothing {
                self.exclude();
            }
            match (&entry.rank, entry.variable) {
                (_, Some(variable)) => self.meet_key(variable),
                (Rank::Content(encoding), None) => self.text.bytes(encoding),
                (Rank::Dangling(number), None) => self.text.word(*number),
                (_, None) => {
                    if KeyReader::options(entries.key(entry.index)) != self.options {
                        self.exclude();
                    }
                }
            }
        }
        for entry in &entries.ranked {
            let (key, value) = (entries.key(entry.index), entries.value(entry.index));
            let mark = self.trail.key(key);
            if matches!(entry.rank, Rank::Structural(..)) {
                self.put_off(Mark::Transparent, Frame::new::<VisitTerm<M::Key>>(key, key, Region::NONE));
            }
            self.put_off(mark, Frame::new::<Value<M::Value>>(value, value, at));
        }
        true
    }
}

/// The step on a key that is a term.
struct VisitTerm<K>(PhantomData<K>);

impl<'a, K: MapKey + 'a> TakeStep<'a, AlphaClasses<'a>> for VisitTerm<K> {
    type Place = K;

    fn run(summaries: &mut AlphaClasses<'a>, key: &'a K, _: &'a K, at: Region) -> bool {
        summaries.around.in_key = true;
        summaries.trail.content_of(K::INFO);
        K::content(key, key, at, summaries)
    }
}
