//! Unordered parts and maps in reports: pairing of elements and of entries.
//!
//! Elements are paired by their ranks in context. If a left element has no partner, the report compares it with the
//! most similar right element. A report does this for the first such element, and a diff for all of them. Entries are
//! matched by their keys.

use alloc::{boxed::Box, collections::VecDeque, vec::Vec};
use core::cmp::Reverse;

use crate::{
    describe::{containers::MapOrder, info::Kind, region::Region},
    engine::path::{Key, Step},
    ops::in_context::{ElementRank, by_rank},
    reflect::{
        containers::{Elements, Items, Maps},
        lister::ListedPart,
        report::{
            Deferred, Report,
            diff::Sketch,
            obstacle_of,
            reason::{EditKind, Obstacle, Reason},
        },
    },
    rules::{
        entries::{KeyRank, in_order},
        matching::{Entry, Lone, Matcher},
        var_pairs::in_parts::{Elements as Order, Event},
    },
};

/// The number of right elements that are compared to find the most similar one to a left element.
const CANDIDATES: usize = 16;

/// The number of parts of elements that one report visits to find similar elements. Above this limit, the first
/// candidate is taken.
const LIKENESS: usize = 1 << 20;

/// The partners of the elements of two unordered parts, by their indices.
#[derive(Debug, Default)]
struct Partners {
    /// The partners, in the order of comparison.
    pairs: Vec<(usize, usize)>,
    /// The left elements without a partner.
    left: Vec<usize>,
    /// The right elements without a partner.
    right: VecDeque<usize>,
}

impl Partners {
    /// Pairs elements of equal rank.
    fn new(ranks: &[Vec<ElementRank>; 2]) -> Partners {
        let mut partners = Partners::default();
        let [left, right] = ranks.each_ref().map(|ranks| by_rank(ranks));
        let mut right = right.into_iter().peekable();
        for (rank, l) in left {
            while let Some((_, r)) = right.next_if(|(other, _)| *other < rank) {
                partners.right.push_back(r);
            }
            match right.next_if(|(other, _)| *other == rank) {
                Some((_, r)) => partners.pairs.push((l, r)),
                None => partners.left.push(l),
            }
        }
        partners.right.extend(right.map(|(_, r)| r));
        partners.left.sort_unstable();
        partners.right.make_contiguous().sort_unstable();
        partners
    }
}

impl<'a> Report<'a> {
    /// Compares two unordered parts. Returns `false` if the comparison has to start over.
    pub(super) fn compare_unordered(&mut self, elements: &dyn Elements<'a>, at: Region) -> bool {
        let (at, is_closed, options) = (at.past_boundary(), elements.are_closed(), self.lister.options);
        if !is_closed && !self.relation.variables.follow_parts(options.maps_free_vars()) {
            return false;
        }
        let order = Order::of_two_values(at, is_closed, options);
        if order == Order::InOrder || self.lister.config.obstacles {
            if self.all.is_some() && !elements.are_fields() {
                self.compare_aligned(elements, at);
                return true;
            }
            self.lister.list_elements(elements, at);
            return true;
        }
        let partners = Partners::new(&elements.ranks(at, options, &mut self.relation, &mut self.in_context));
        self.list_in_order(|report| {
            for (l, r) in &partners.pairs {
                if order == Order::AreScopes {
                    report.defer(Deferred::Element(Event::EnterScope));
                }
                let mark = report.lister.trail.name(elements.step(*l), elements.step(*r));
                report.lister.push_more(mark, elements.pair(*l, *r, at));
                if order == Order::AreScopes {
                    report.defer(Deferred::Element(Event::LeaveScope));
                }
            }
            report.list_lone(elements, partners, at);
            if !is_closed {
                report.defer(Deferred::LeavePart);
            }
        });
        true
    }

    /// Lists the first element without a partner, or all of them in a diff.
    fn list_lone(&mut self, elements: &dyn Elements<'a>, partners: Partners, at: Region) {
        let Partners { left, right: mut lone_right, .. } = partners;
        let (lhs, rhs) = (elements.length(0), elements.length(1));
        let wanted = if self.all.is_some() { usize::MAX } else { 1 };
        let has_left = !left.is_empty();
        let mut lone: Vec<_> = left.into_iter().take(wanted).map(|l| (l, None)).collect();
        // In a diff, similar elements are paired before the others.
        for is_last in if self.all.is_some() { [false, true].as_slice() } else { &[true] } {
            for (l, partner) in lone.iter_mut().filter(|(_, partner)| partner.is_none()) {
                let nearest = self.nearest(elements, *l, &lone_right, *is_last);
                *partner = nearest.and_then(|candidate| lone_right.remove(candidate));
            }
        }
        for (l, partner) in lone {
            if let Some(r) = partner {
                let mark = self.lister.trail.name(elements.step(l), elements.step(r));
                self.defer(Deferred::Lone(mark, elements.pair(l, r, at)));
            } else {
                self.list_missing([Step::Index(l), Step::MissingIndex(rhs)], elements, (0, l));
            }
        }
        if !has_left || self.all.is_some() {
            for r in lone_right.into_iter().take(wanted) {
                self.list_missing([Step::MissingIndex(lhs), Step::Index(r)], elements, (1, r));
            }
        }
    }

    fn list_missing(&mut self, [one, other]: [Step; 2], elements: &dyn Elements<'a>, (side, index): (usize, usize)) {
        let mark = self.lister.trail.name(one, other);
        if self.all.is_some() {
            let options = self.lister.options;
            let size = Sketch::of(elements.one(side, index, options.root_region()), options).profile.size;
            let kind = if side == 0 { EditKind::Removed { size } } else { EditKind::Inserted { size } };
            self.defer_at(mark, Deferred::Edit(Box::new((kind, None))));
        } else {
            let [lhs, rhs] = [0, 1].map(|side| elements.length(side));
            self.lister.push_at(mark, ListedPart::Differs(Box::new(Reason::Lengths { lhs, rhs })));
        }
    }

    /// The index in `lone` of the right element that is most similar to a left element. With `any`, the element need
    /// not be similar at all.
    fn nearest(&mut self, elements: &dyn Items<'a>, left: usize, lone: &VecDeque<usize>, any: bool) -> Option<usize> {
        if any && lone.len() < 2 || self.looked_at >= LIKENESS {
            return (any && !lone.is_empty()).then_some(0);
        }
        let options = self.lister.options;
        let mut profile = |side, index| {
            let profile = Sketch::of(elements.one(side, index, options.root_region()), options);
            self.looked_at = self.looked_at.saturating_add(profile.profile.size).saturating_add(1);
            profile
        };
        let this = profile(0, left);
        let candidates = lone.iter().take(CANDIDATES).enumerate().map(|(candidate, right)| {
            let likeness = this.likeness(&profile(1, *right));
            (likeness, Reverse(candidate))
        });
        let ((levels, ..), Reverse(candidate)) = candidates.max()?;
        (any || levels > 0).then_some(candidate)
    }
}

impl<'a> Report<'a> {
    pub(super) fn match_maps(&mut self, mut maps: Box<dyn Maps<'a> + 'a>, at: Region) {
        let (at, order) = (at.past_boundary(), maps.order());
        if let Some(ids) = maps.ids() {
            self.relation.variables.consult_arenas(ids);
        }
        let Report { relation, slots, .. } = self;
        let (mut keys, mut values) = (core::mem::take(&mut relation.keys), core::mem::take(&mut relation.values));
        for side in 0..2 {
            let ordinal = |variable| relation.variables.top_in_order(side, variable);
            maps.read(side, &mut keys, &mut values, &ordinal, &relation.arenas(side, slots));
        }
        (relation.keys, relation.values) = (keys, values);
        if self.seeks_obstacle()
            && let Some((index, obstacle)) = self.obstacle_in_keys(&*maps)
        {
            let mark = maps.mark(index, &self.relation.arenas(0, &self.slots), &mut self.lister);
            self.lister.push_at(mark, ListedPart::Obstructed(obstacle));
            return;
        }
        let [left, right] = [0, 1].map(|side| core::mem::take(maps.ranked_mut(side)));
        let mut matcher = Matcher::new(left, right, order, Lone::Asked);
        let same = &mut |_, one, other| Some(maps.are_same_keys(one, other, &mut self.key_buffers));
        while matcher.next_question(same).is_some() {}
        let mut matching = matcher.matching();
        [*maps.ranked_mut(0), *maps.ranked_mut(1)] = matcher.into_ranked();
        let options = self.lister.options;
        if maps.arrange_beside(&matching.pairs, &mut self.relation.values, options) {
            matching.arrange(maps.ranked(0));
        }
        if matching.only_right.len() > 1 {
            maps.arrange(1, &mut self.relation.values, options);
        }
        for variable in matching.variables {
            let made = self.relation.match_key(variable);
            self.note_made(Kind::Var, [variable; 2], made, Region::NONE);
        }
        let [left, right] = [0, 1].map(|side| maps.ranked(side));
        self.relation.values.note_ties(left, |variable| self.relation.variables.top(0, variable));

        let arenas = [0, 1].map(|side| self.relation.arenas(side, &self.slots));
        let key = |side: usize, index: usize| Key::new(maps.key_text(side, index, &arenas[side]));
        let matches_nothing = left.iter().chain(right).any(|entry| entry.matches_nothing);
        let differ = |reason| Err(Box::new(if matches_nothing { Reason::OpenKey } else { reason }));
        let only_left = |l| (Step::Key(key(0, l)), Step::MissingKey(key(0, l)), differ(Reason::MissingKey));
        let only_right = |r| (Step::MissingKey(key(1, r)), Step::Key(key(1, r)), differ(Reason::MissingKey));
        let first = [in_order(&matching.only_left, left).next(), in_order(&matching.only_right, right).next()];
        let missing: Vec<_> = match (order, first) {
            (MapOrder::ByKey, _) if self.all.is_some() => {
                let left_alone = in_order(&matching.only_left, left).map(only_left);
                left_alone.chain(in_order(&matching.only_right, right).map(only_right)).collect()
            }
            (MapOrder::Container, [Some(l), Some(r)]) => {
                Vec::from([(Step::Key(key(0, l)), Step::Key(key(1, r)), differ(Reason::Keys))])
            }
            (_, [Some(l), _]) => Vec::from([only_left(l)]),
            (_, [None, r]) => r.map(only_right).into_iter().collect(),
        };
        let both = |(l, r): &(usize, usize)| (Step::Key(key(0, *l)), Step::Key(key(1, *r)), Ok((*l, *r)));
        let mut entries: Vec<_> = matching.pairs.iter().map(both).collect();
        let are_missing_first = order == MapOrder::ByKey && (self.all.is_some() || first[0].is_some());
        let place = if are_missing_first { 0 } else { entries.len() };
        entries.splice(place..place, missing);

        let seeks_obstacle = self.seeks_obstacle();
        self.list_in_order(|report| {
            for entry in left.iter().filter(|entry| seeks_obstacle && matches!(entry.rank, KeyRank::Structural(..))) {
                let key_options = maps.key_options(0, entry.index);
                report.defer(Deferred::TakeOptions(key_options));
                let arenas = report.relation.arenas(0, &report.slots);
                let mark = maps.mark(entry.index, &arenas, &mut report.lister);
                maps.push_key(entry.index, mark, key_options.root_region(), &mut report.lister);
                report.defer(Deferred::TakeOptions(options));
            }
            for (lhs, rhs, entry) in entries {
                let mark = report.lister.trail.name(lhs, rhs);
                match entry {
                    Ok((left, right)) => {
                        let [left, right] = [(0, left), (1, right)].map(|(side, index)| Entry { side, index });
                        maps.push_values(left, right, mark, at, &mut report.lister);
                    }
                    Err(reason) => _ = report.lister.push_at(mark, ListedPart::Differs(reason)),
                }
            }
        });
    }

    /// The first obstacle in the keys of a map.
    fn obstacle_in_keys(&self, maps: &dyn Maps<'a>) -> Option<(usize, Obstacle)> {
        maps.ranked(0).iter().find_map(|entry| {
            let obstacle = match (&entry.rank, entry.free_variable()) {
                (_, Some(variable)) if !self.known_everywhere(variable) => {
                    obstacle_of(variable, Obstacle::FreeVariable)
                }
                (KeyRank::Content(_), _) if entry.is_process_local => Obstacle::ProcessLocal,
                (KeyRank::Dangling(_), _) => Obstacle::Dangling,
                (KeyRank::Structural(..), _) if entry.matches_nothing => Obstacle::OpenKey,
                _ => return None,
            };
            Some((entry.index, obstacle))
        })
    }
}
