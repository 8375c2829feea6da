//! Maps: their entries matched, then their values.

use alloc::{boxed::Box, vec::Vec};
use core::marker::PhantomData;

use super::{
    Equal,
    keys::{AskAboutKeys, SameKeys},
};
use crate::walker::{
    descent::{Listing, visit_once},
    entries::Entries,
    frame::{Frame, Step},
    matching::{Entry, Lone, Matcher},
    place::Value,
};
use crate::{
    containers::{Map, MapOrder},
    identity::Identity,
    keys::{AsKeys, ReadKey},
    region::Region,
    structural::Field,
};

/// The step on two maps that are matched by key.
pub(super) struct MatchByKey<M, R>(PhantomData<(M, R)>);

impl<'a, M: Map + 'a, R: ReadKey<M::Key>> Step<'a, Equal<'a>> for MatchByKey<M, R> {
    type Place = M;

    fn run(equal: &mut Equal<'a>, left: &'a M, right: &'a M, at: Region) -> bool {
        visit_once(equal, |listing| listing.match_maps::<M, R>(left, right, at, MapOrder::ByKey))
    }
}

/// The step on two maps that are matched in the containers' order.
pub(super) struct MatchInOrder<M>(PhantomData<M>);

impl<'a, M: Map + 'a> Step<'a, Equal<'a>> for MatchInOrder<M> {
    type Place = M;

    fn run(equal: &mut Equal<'a>, left: &'a M, right: &'a M, at: Region) -> bool {
        visit_once(equal, |listing| listing.match_maps::<M, AsKeys>(left, right, at, MapOrder::Container))
    }
}

/// Two maps, which keys of them are the same being known in part.
struct Undecided<'a, M: Map> {
    sides: [Entries<'a, M>; 2],
    matcher: Matcher,
    at: Region,
}

/// [`Undecided`], whatever the maps' type.
pub(super) trait UndecidedMaps<'a> {
    /// Matches more of the entries.
    fn go_on(self: Box<Self>, listing: &mut Listing<'_, 'a, Equal<'a>>) -> bool;
}

impl<'a, M: Map + 'a> UndecidedMaps<'a> for Undecided<'a, M> {
    fn go_on(self: Box<Self>, listing: &mut Listing<'_, 'a, Equal<'a>>) -> bool {
        listing.match_or_ask(*self)
    }
}

impl<'a> Listing<'_, 'a, Equal<'a>> {
    fn match_maps<M, R>(&mut self, left: &'a M, right: &'a M, at: Region, order: MapOrder) -> bool
    where
        M: Map + 'a,
        R: ReadKey<M::Key>,
    {
        let relation = &mut *self.operation.relation;
        let mut keys = core::mem::take(&mut relation.keys);
        let mut left = Entries::read::<R>(left, order, &mut keys, &|variable| relation.left_ordinal(variable));
        let mut right = Entries::read::<R>(right, order, &mut keys, &|variable| relation.right_ordinal(variable));
        relation.keys = keys;
        let [one, other] = [&mut left, &mut right].map(|side| core::mem::take(&mut side.ranked));
        let matcher = Matcher::new(one, other, order, Lone::Assumed);
        if matcher.lacks() {
            return false;
        }
        if matcher.has_variables() && self.operation.is_not_closed() {
            return false;
        }
        self.match_or_ask(Undecided { sides: [left, right], matcher, at })
    }

    /// Puts off the values; or, while it is not known which keys are the same, the question and itself.
    fn match_or_ask<M: Map + 'a>(&mut self, mut maps: Undecided<'a, M>) -> bool {
        let Undecided { sides, matcher, at } = &mut maps;
        let closed_terms = &mut *self.operation.closed_terms;
        let key = |entry: Entry| sides[entry.side].key(entry.index);
        let question = matcher.next_question(&mut |options, one, other| {
            closed_terms.are_equal(options, Identity::address(key(one)), Identity::address(key(other)))
        });
        if let Some((one, other)) = question {
            let (one, other) = (key(one), key(other));
            self.put_off(Frame::new::<GoOnMatching>(&(), &(), *at));
            self.put_off(Frame::new::<AskAboutKeys<M::Key>>(one, other, Region::NONE));
            self.operation.undecided.push(Box::new(maps));
            return true;
        }
        let Undecided { sides: [mut left, right], matcher, at } = maps;
        let mut matching = matcher.matching();
        if !matching.only_left.is_empty() || !matching.only_right.is_empty() {
            return false;
        }
        let lone: Vec<_> = matcher.lone().collect();
        [left.ranked, _] = matcher.into_ranked();
        let Equal { relation, options, .. } = &mut *self.operation;
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
        // Closed terms bind nothing: they can wait.
        for (l, r) in lone {
            self.put_off(Frame::new::<SameKeys<M::Key>>(left.key(l), right.key(r), Region::NONE));
        }
        matching.pairs.iter().rev().all(|(l, r)| {
            let (left, right) = (left.value(*l), right.value(*r));
            if M::Value::LEAVES {
                M::Value::held(left, right, at, self)
            } else {
                self.put_off(Frame::one::<Value<M::Value>>(left, right, at))
            }
        })
    }
}

/// The step on two maps, when a question about their keys is answered.
struct GoOnMatching;

impl<'a> Step<'a, Equal<'a>> for GoOnMatching {
    type Place = ();

    fn run(equal: &mut Equal<'a>, (): &'a (), (): &'a (), _: Region) -> bool {
        let Some(maps) = equal.undecided.pop() else { return true };
        visit_once(equal, |listing| maps.go_on(listing))
    }
}
