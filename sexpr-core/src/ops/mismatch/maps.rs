//! Reports on maps: their entries are matched, then their values are compared.

use alloc::vec::Vec;
use core::marker::PhantomData;

use crate::{
    describe::{
        containers::{Map, MapOrder},
        info::Kind,
        keys::{AsKeys, KeyReader, MapKey, ReadKey},
        options::Options,
        region::Region,
        visitor::Visitor,
    },
    engine::{
        frame::{Frame, Step as TakeStep},
        path::{Key, Step},
        place::Value,
        trail::Mark,
    },
    ops::{
        equal::Equal,
        mismatch::{Report, obstacle::Obstacle, reason::Reason},
    },
    rules::{
        entries::{Entries, Rank, first_of, in_order},
        matching::{Entry, Lone, Matcher, Matching},
    },
};

impl<'a> Report<'a> {
    pub(super) fn match_maps<M, R>(&mut self, left: &'a M, right: &'a M, at: Region, order: MapOrder) -> bool
    where
        M: Map,
        R: ReadKey<M::Key>,
    {
        let at = at.past_boundary();
        if let Some(ids) = R::IDS {
            self.relation.variables().consult_arenas(ids);
        }
        let mut keys = core::mem::take(&mut self.relation.keys);
        let arenas = [0, 1].map(|side| self.relation.arenas(side, &self.slots));
        let bound = |variable| self.relation.left_ordinal(variable);
        let mut left = Entries::read::<R>(left, order, &mut keys, &bound, &arenas[0]);
        let bound = |variable| self.relation.right_ordinal(variable);
        let mut right = Entries::read::<R>(right, order, &mut keys, &bound, &arenas[1]);
        self.relation.keys = keys;
        left.tell_terms_apart(|key| self.relation.values.digest(key));
        right.tell_terms_apart(|key| self.relation.values.digest(key));
        if self.seeks_obstacle && !self.check_keys(&left) {
            return false;
        }
        let terms = if self.seeks_obstacle { left.terms() } else { Vec::new() };
        let [one, other] = [&mut left, &mut right].map(|side| core::mem::take(&mut side.ranked));
        let mut matcher = Matcher::new(one, other, order, Lone::Asked);
        let mut matching = self.matching(&mut matcher, [&left, &right]);
        [left.ranked, right.ranked] = matcher.into_ranked();
        if left.arrange_beside(&right, &matching.pairs, &mut self.relation.values, self.options) {
            matching.arrange(&left.ranked);
        }
        if matching.only_right.len() > 1 {
            right.arrange(&mut self.relation.values, self.options);
        }
        for variable in matching.variables {
            let made = self.relation.match_key(variable);
            self.watch(Kind::Var, [variable; 2], made, Region::NONE);
        }
        self.relation.note_ties(&left.ranked);
        self.sketch(left.ranked.len() as u64);
        let arenas = [0, 1].map(|side| self.relation.arenas(side, &self.slots));
        let key_of = |side: usize, key: &M::Key| Key::new(KeyReader::text_in(key, &arenas[side]));
        let lone_keys = if self.all.is_some() && order == MapOrder::ByKey {
            let left_alone = in_order(&matching.only_left, &left.ranked).map(|l| key_of(0, left.key(l)));
            let left_alone = left_alone.map(|key| (Step::Key(key.clone()), Step::MissingKey(key)));
            let right_alone = in_order(&matching.only_right, &right.ranked).map(|r| key_of(1, right.key(r)));
            left_alone.chain(right_alone.map(|key| (Step::MissingKey(key.clone()), Step::Key(key)))).collect()
        } else {
            Vec::new()
        };
        let only_left = first_of(&matching.only_left, &left.ranked).map(|l| key_of(0, left.key(l)));
        let only_right = first_of(&matching.only_right, &right.ranked).map(|r| key_of(1, right.key(r)));
        let is_only_left = only_left.is_some();
        let names = matching.pairs.iter().map(|(l, r)| (key_of(0, left.key(*l)), key_of(1, right.key(*r))));
        let names: Vec<_> = names.collect();
        let missing = match (order, only_left, only_right) {
            (_, None, None) => None,
            (MapOrder::Container, Some(lhs), Some(rhs)) => Some((Step::Key(lhs), Step::Key(rhs), Reason::Keys)),
            (_, Some(lhs), _) => Some((Step::Key(lhs.clone()), Step::MissingKey(lhs), Reason::MissingKey)),
            (_, None, Some(rhs)) => Some((Step::MissingKey(rhs.clone()), Step::Key(rhs), Reason::MissingKey)),
        };
        let matches_nothing = left.ranked.iter().chain(&right.ranked).any(|entry| entry.matches_nothing);
        let mut missing_at = None;
        let reason = |reason| if matches_nothing { Reason::OpenKey } else { reason };
        if order == MapOrder::ByKey && self.all.is_some() {
            for (lhs, rhs) in lone_keys {
                let mark = self.trail.name(lhs, rhs);
                self.put_off_failure(mark, reason(Reason::MissingKey));
            }
        } else if let Some((lhs, rhs, why)) = missing {
            let reason = reason(why);
            let mark = self.trail.name(lhs, rhs);
            if order == MapOrder::ByKey && is_only_left {
                self.trail.push(mark);
                return self.fail_for(reason);
            }
            missing_at = Some((mark, reason));
        }
        for key in terms {
            let mark = self.trail.key(key);
            self.put_off(mark, Frame::new::<Term<M::Key>>(key, key, Region::NONE));
        }
        self.begin_values();
        for ((l, r), (lhs, rhs)) in matching.pairs.into_iter().zip(names) {
            let mark = self.trail.name(Step::Key(lhs), Step::Key(rhs));
            self.put_off(mark, Frame::new::<Value<M::Value>>(left.value(l), right.value(r), at));
        }
        self.end_values();
        missing_at.is_none_or(|(mark, reason)| self.put_off_failure(mark, reason))
    }

    /// How the entries of two maps match.
    fn matching<M: Map>(&mut self, matcher: &mut Matcher, sides: [&Entries<'a, M>; 2]) -> Matching {
        let key = |entry: Entry| sides[entry.side].key(entry.index);
        let buffers = &mut self.key_buffers;
        let same = &mut |_, one, other| Some(Equal::are_same_keys(key(one), key(other), buffers));
        while matcher.next_question(same).is_some() {}
        matcher.matching()
    }
}

impl<'a> Report<'a> {
    /// Looks for obstacles in the keys of a map; `false` if there is one.
    fn check_keys<M: Map>(&mut self, entries: &Entries<'a, M>) -> bool {
        for entry in &entries.ranked {
            let obstacle = match (&entry.rank, entry.free_variable()) {
                (_, Some(variable)) if !self.known_everywhere(variable) => {
                    Self::obstacle_of(variable, Obstacle::FreeVariable)
                }
                (Rank::Content(_), _) if entry.is_process_local => Obstacle::ProcessLocal,
                (Rank::Dangling(_), _) => Obstacle::Dangling,
                (Rank::Structural(..), _) if entry.matches_nothing => Obstacle::OpenKey,
                _ => continue,
            };
            let mark = self.trail.key(entries.key(entry.index));
            self.trail.push(mark);
            return self.obstructs(obstacle);
        }
        true
    }

    /// Goes on under other options.
    fn take_options(&mut self, options: Options) {
        self.relation.take_options(self.options, options);
        self.options = options;
    }
}

/// The step on a key that is a term, under its own options.
struct Term<K>(PhantomData<K>);

impl<'a, K: MapKey + 'a> TakeStep<'a, Report<'a>> for Term<K> {
    type Place = K;

    fn run(report: &mut Report<'a>, key: &'a K, _: &'a K, _: Region) -> bool {
        let options = KeyReader::options(key);
        report.outer_options.push(report.options);
        report.take_options(options);
        report.content_of(K::INFO);
        K::content(key, key, options.root_region(), report)
            && report.put_off(Mark::Transparent, Frame::new::<EndTerm>(&(), &(), Region::NONE))
    }
}

/// The step after a key that is a term.
struct EndTerm;

impl<'a> TakeStep<'a, Report<'a>> for EndTerm {
    type Place = ();

    fn run(report: &mut Report<'a>, (): &'a (), (): &'a (), _: Region) -> bool {
        if let Some(options) = report.outer_options.pop() {
            report.take_options(options);
        }
        true
    }
}

/// The step on two maps that are matched in the containers' order.
pub(super) struct MatchInOrder<M>(PhantomData<M>);

impl<'a, M: Map + 'a> TakeStep<'a, Report<'a>> for MatchInOrder<M> {
    type Place = M;

    fn run(report: &mut Report<'a>, left: &'a M, right: &'a M, at: Region) -> bool {
        report.match_maps::<M, AsKeys>(left, right, at, MapOrder::Container)
    }
}
