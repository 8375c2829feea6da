//! Maps in reports: their entries are matched, then their values are compared.

use alloc::{boxed::Box, vec::Vec};

use crate::{
    describe::{containers::MapOrder, info::Kind, region::Region},
    engine::path::{Key, Step},
    reflect::{
        maps::Maps,
        part::What,
        report::{Pending, Report, obstacle::Obstacle, obstacle_of, reason::Reason},
    },
    rules::{
        entries::{Rank, in_order},
        matching::{Entry, Lone, Matcher},
    },
};

impl<'a> Report<'a> {
    pub(super) fn match_maps(&mut self, mut maps: Box<dyn Maps<'a> + 'a>, at: Region) {
        let (at, order) = (at.past_boundary(), maps.order());
        if let Some(ids) = maps.ids() {
            self.relation.variables().consult_arenas(ids);
        }
        let Report { relation, slots, .. } = self;
        let mut keys = core::mem::take(&mut relation.keys);
        maps.read(0, &mut keys, &|variable| relation.ordinal(0, variable), &relation.arenas(0, slots));
        maps.read(1, &mut keys, &|variable| relation.ordinal(1, variable), &relation.arenas(1, slots));
        relation.keys = keys;
        [0, 1].into_iter().for_each(|side| maps.tell_terms_apart(side, &mut relation.values));
        if self.lister.wants.obstacles
            && let Some((index, obstacle)) = self.obstacle_in_keys(&*maps)
        {
            let mark = maps.mark(index, &self.relation.arenas(0, &self.slots), &mut self.lister);
            self.lister.push_at(mark, What::Obstructed(obstacle));
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
            self.watch(Kind::Var, [variable; 2], made, Region::NONE);
        }
        let [left, right] = [0, 1].map(|side| maps.ranked(side));
        self.relation.note_ties(left);

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
        let are_told_first = order == MapOrder::ByKey && (self.all.is_some() || first[0].is_some());
        let place = if are_told_first { 0 } else { entries.len() };
        entries.splice(place..place, missing);

        let lister = &mut self.lister;
        let (begin, first_pending) = (lister.begin(), self.pending.len());
        let seeks_obstacle = lister.wants.obstacles;
        for entry in left.iter().filter(|entry| seeks_obstacle && matches!(entry.rank, Rank::Structural(..))) {
            let options = maps.key_options(0, entry.index);
            self.pending.extend([Pending::TakeOptions(options), Pending::TakeOptions(lister.options)]);
            lister.push_back(What::Own);
            let mark = maps.mark(entry.index, &arenas[0], lister);
            maps.push_key(entry.index, mark, options.root_region(), lister);
            lister.push_back(What::Own);
        }
        self.pending[first_pending..].reverse();
        for (lhs, rhs, entry) in entries {
            let mark = lister.trail.name(lhs, rhs);
            match entry {
                Ok((left, right)) => {
                    let [left, right] = [(0, left), (1, right)].map(|(side, index)| Entry { side, index });
                    maps.push_values(left, right, mark, at, lister);
                }
                Err(reason) => _ = lister.push_at(mark, What::Differs(reason)),
            }
        }
        lister.end(begin);
    }

    /// The first obstacle in the keys of a map.
    fn obstacle_in_keys(&self, maps: &dyn Maps<'a>) -> Option<(usize, Obstacle)> {
        maps.ranked(0).iter().find_map(|entry| {
            let obstacle = match (&entry.rank, entry.free_variable()) {
                (_, Some(variable)) if !self.known_everywhere(variable) => {
                    obstacle_of(variable, Obstacle::FreeVariable)
                }
                (Rank::Content(_), _) if entry.is_process_local => Obstacle::ProcessLocal,
                (Rank::Dangling(_), _) => Obstacle::Dangling,
                (Rank::Structural(..), _) if entry.matches_nothing => Obstacle::OpenKey,
                _ => return None,
            };
            Some((entry.index, obstacle))
        })
    }
}
