//! Equality of maps: their entries are matched, then their values are compared.

use alloc::{boxed::Box, vec::Vec};

use crate::{
    describe::{
        containers::{Map, MapOrder},
        identity::Identity,
        keys::ReadKey,
        region::Region,
        structural::Field,
    },
    engine::frame::Frame,
    ops::equal::{
        Equal,
        steps::{AskAboutKeys, MatchByKey, MatchInOrder, SameKeys},
    },
    rules::{
        entries::Entries,
        matching::{Entry, Lone, Matcher},
    },
};

/// Two maps, which keys of them are the same being known in part.
struct Undecided<'a, M: Map> {
    sides: [Entries<'a, M>; 2],
    matcher: Matcher,
    at: Region,
}

impl<'a> Equal<'a> {
    /// Compares two maps, or puts that off.
    #[inline(always)]
    pub(super) fn maps<M, R>(&mut self, left: &'a M, right: &'a M, at: Region, order: MapOrder) -> bool
    where
        M: Map + 'a,
        R: ReadKey<M::Key>,
    {
        if left.length() != right.length() {
            return false;
        }
        if self.recursion.has_to_wait() {
            self.recursion.put_off(match order {
                MapOrder::ByKey => Frame::new::<MatchByKey<M, R>>(left, right, at),
                MapOrder::Container => Frame::new::<MatchInOrder<M, R>>(left, right, at),
            });
            return true;
        }
        self.match_maps::<M, R>(left, right, at, order)
    }

    pub(super) fn match_maps<M, R>(&mut self, left: &'a M, right: &'a M, at: Region, order: MapOrder) -> bool
    where
        M: Map + 'a,
        R: ReadKey<M::Key>,
    {
        self.visits += left.length() as u64;
        if R::IS_PLAIN
            && let Some(verdict) = self.match_leaf_keys(left, right, at, order)
        {
            return verdict;
        }
        if let Some(ids) = R::IDS {
            // No id is in a closed term.
            if self.is_not_closed() {
                return false;
            }
            self.relation.variables().consult_arenas(ids);
        }
        let Equal { relation, slots, .. } = self;
        let mut keys = core::mem::take(&mut relation.keys);
        let arenas = [0, 1].map(|side| relation.arenas(side, slots));
        let bound = |variable| relation.ordinal(0, variable);
        let mut left = Entries::read::<R>(left, order, &mut keys, &bound, &arenas[0]);
        let bound = |variable| relation.ordinal(1, variable);
        let mut right = Entries::read::<R>(right, order, &mut keys, &bound, &arenas[1]);
        relation.keys = keys;
        left.tell_terms_apart_for_equality(|key| relation.values.digest(key));
        right.tell_terms_apart_for_equality(|key| relation.values.digest(key));
        let [one, other] = [&mut left, &mut right].map(|side| core::mem::take(&mut side.ranked));
        let matcher = Matcher::new(one, other, order, Lone::Assumed);
        if matcher.lacks() {
            return false;
        }
        if matcher.has_variables() && self.is_not_closed() {
            return false;
        }
        self.match_or_ask(Undecided { sides: [left, right], matcher, at })
    }

    /// The step on two maps, when a question about their keys is answered.
    fn go_on_matching(&mut self, _: Region) -> bool {
        self.undecided.pop().is_none_or(|go_on| go_on(self))
    }

    /// Compares the values; or, while it is not known which keys are the same, puts off the question and itself.
    fn match_or_ask<M: Map + 'a>(&mut self, mut maps: Undecided<'a, M>) -> bool {
        let Undecided { sides, matcher, at } = &mut maps;
        let closed_terms = &mut *self.closed_terms;
        let key = |entry: Entry| sides[entry.side].key(entry.index);
        let question = matcher.next_question(&mut |options, one, other| {
            closed_terms.under(options).are_equal(Identity::address(key(one)), Identity::address(key(other)))
        });
        if let Some((one, other)) = question {
            let (one, other) = (key(one), key(other));
            self.recursion.suspend();
            self.recursion.put_off(Frame::new::<AskAboutKeys<M::Key>>(one, other, Region::NONE));
            self.recursion.put_off(Frame::call(Self::go_on_matching, *at));
            self.undecided.push(Box::new(|equal| equal.match_or_ask(maps)));
            return true;
        }
        let Undecided { sides: [mut left, right], matcher, at } = maps;
        let mut matching = matcher.matching();
        if !matching.only_left.is_empty() || !matching.only_right.is_empty() {
            return false;
        }
        let lone: Vec<_> = matcher.lone().collect();
        [left.ranked, _] = matcher.into_ranked();
        let Equal { relation, options, .. } = self;
        let is_arranged = left.arrange(&mut relation.values, *options);
        if is_arranged {
            matching.arrange(&left.ranked);
        }
        for variable in matching.variables {
            relation.match_key(variable);
        }
        if is_arranged {
            relation.note_ties(&left.ranked);
        }
        if !matching.pairs.iter().all(|(l, r)| M::Value::held(left.value(*l), right.value(*r), at, self)) {
            return false;
        }
        // Closed terms bind nothing: they can wait. They are compared by themselves, from the stack.
        if !lone.is_empty() {
            self.recursion.suspend();
        }
        for (l, r) in lone {
            self.recursion.put_off(Frame::new::<SameKeys<M::Key>>(left.key(l), right.key(r), Region::NONE));
        }
        true
    }
}
