//! Alpha classes of maps and of unordered parts, whose elements are summed up one by one and then put in an order.
//!
//! Elements are ordered by shapes, then by the meanings of their variables: free variables by their numbers, bound ones by
//! when they were bound. So terms that differ only in the names of bound variables have the same order. Any order is sound:
//! where it differs, as with a summary that was remembered at another place, equal terms are taken for different ones, and
//! never the reverse.

use alloc::{boxed::Box, vec::Vec};

use crate::{
    describe::{leaf::Encoder, region::Region},
    engine::{path::Step, trail::Mark},
    reflect::{
        containers::{Elements, Maps},
        lister::ListedPart,
        reading::Reading,
        summary::{
            classes::{AlphaClasses, PartKind, Tag},
            terms::Summary,
            variables::Meanings,
        },
    },
    rules::entries::KeyRank,
};

impl<'a> AlphaClasses<'a> {
    pub(super) fn meet_unordered(&mut self, elements: &dyn Elements<'a>, at: Region) {
        if at.binds() && !elements.are_closed() {
            // Elements that may bind are met in order.
            let lister = &mut self.walk.reading.lister;
            lister.text.number(elements.length(0));
            return lister.in_order(|lister| elements.list_in_order(at, lister));
        }
        self.begin(PartKind::Unordered(Vec::new()));
        self.walk.reading.lister.in_order(|lister| {
            for index in 0..elements.length(0) {
                let mark = match elements.step(index) {
                    Step::Index(index) => Mark::index(index),
                    step => lister.trail.name_both(step),
                };
                lister.push_back(ListedPart::Deferred);
                lister.push_more(mark, elements.one(0, index, at));
            }
        });
    }

    /// Begins an element, which is the next pending part.
    pub(super) fn begin_element(&mut self) {
        self.begin(PartKind::Container).waiting -= 1;
    }

    /// Writes the elements of an unordered part, given their summaries.
    pub(super) fn write_unordered(&mut self, mut elements: Vec<Summary>) {
        elements.sort_by_key(|element| element.shape);
        for same in elements.chunk_by_mut(|one, other| one.shape == other.shape) {
            let first = same[0].uses.by_meaning;
            if same.iter().any(|element| element.uses.by_meaning != first) {
                same.sort_by_cached_key(|element| {
                    let uses = self.terms.maps.entries(element.uses.by_meaning);
                    let mut uses: Vec<_> = uses.map(|(key, places)| (Meanings::rank(key), places)).collect();
                    uses.sort_unstable();
                    uses
                });
            }
        }
        let text = &mut self.walk.reading.lister.text;
        text.word(Tag::Unordered as u64);
        text.word(elements.len() as u64);
        for (position, element) in elements.into_iter().enumerate() {
            text.number(element.shape);
            element.add_to(&mut self.walk.children, position);
        }
    }

    /// Meets a map: all keys first, as equality matches them first, then the values in the order of comparison.
    pub(super) fn meet_map(&mut self, mut map: Box<dyn Maps<'a> + 'a>, at: Region) {
        let Reading { lister, keys, values, arenas } = &mut self.walk.reading;
        let bindings = &self.meanings.bindings;
        map.read(0, keys, values, &|variable| bindings.ordinal(variable), &arenas.in_force());
        map.arrange(0, values, lister.options);
        let ranked = map.ranked(0);
        self.meanings.bindings.meet_keys(ranked);
        values.note_ties(ranked, |variable| self.meanings.bindings.ordinal(variable));
        // The order of keys that nothing tells apart is arbitrary.
        let mut is_excluded = ranked.windows(2).any(|pair| pair[0].is_told_from_no_other(&pair[1]));
        lister.text.number(ranked.len());
        self.walk.reading.list_values(&*map, ranked.iter().map(|entry| entry.index), false, at);
        let mut has_terms = false;
        for entry in ranked {
            is_excluded |= entry.matches_nothing;
            match (&entry.rank, entry.variable) {
                (_, Some(variable)) => self.meet_key(variable),
                (KeyRank::Content(encoding), None) => self.walk.reading.lister.text.bytes(encoding),
                (KeyRank::Dangling(number), None) => self.walk.reading.lister.text.word(*number),
                (_, None) => {
                    is_excluded |= map.key_options(0, entry.index) != self.walk.reading.lister.options;
                    has_terms = true;
                }
            }
        }
        self.walk.innermost().is_excluded |= is_excluded;
        if has_terms {
            self.walk.context.in_key = true;
            self.begin(PartKind::Container);
            self.walk.reading.lister.in_order(|lister| {
                for entry in ranked.iter().filter(|entry| matches!(entry.rank, KeyRank::Structural(..))) {
                    map.push_key(entry.index, Mark::TRANSPARENT, Region::NONE, lister);
                }
            });
        }
    }
}
