//! `Matcher`: matches the entries of two maps.
//!
//! The [`Matcher`] matches keys by rank. For structural keys of one hash, it asks which are equal, and
//! `ops/equal/keys.rs` answers. Nothing here depends on the type of the map.

use alloc::{collections::VecDeque, vec, vec::Vec};
use core::ops::Range;

use crate::{
    describe::{containers::MapOrder, identity::Identity, options::Options},
    rules::entries::{KeyRank, Ranked, places},
};

/// An entry, by its side and its place in the container's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) side: usize,
    pub(crate) index: usize,
}

/// The matching of the entries of two maps. An entry is given by its place in the container's order.
#[derive(Debug, Default)]
pub(crate) struct Matching {
    /// The entries whose keys match, in the order of comparison.
    pub(crate) pairs: Vec<(usize, usize)>,
    /// The left variables among the keys that match.
    pub(crate) variables: Vec<Identity>,
    /// The left keys without a partner. In the containers' order, only the first.
    pub(crate) only_left: Vec<usize>,
    /// The right keys without a partner. In the containers' order, only the first.
    pub(crate) only_right: Vec<usize>,
}

impl Matching {
    /// Puts the matching keys into the order of the left entries.
    pub(crate) fn arrange(&mut self, left: &[Ranked]) {
        let places = places(left);
        self.pairs.sort_by_key(|(l, _)| places[*l]);
        self.variables = self.pairs.iter().filter_map(|(l, _)| left[places[*l]].variable).collect();
    }
}

/// The treatment of two structural keys that are each other's only candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lone {
    /// The keys are assumed equal. The caller compares the pairs of [`Matcher::lone`].
    Assumed,
    /// The keys are asked about, like all other keys.
    Asked,
}

/// Matches entries that are in the order of comparison, and asks which structural keys are equal.
#[derive(Debug)]
pub(crate) struct Matcher {
    /// The entries of both sides, in the order of comparison.
    sides: [Vec<Ranked>; 2],
    /// The partner of each left entry. Both are given by their places in the order of comparison.
    partners: Vec<Option<usize>>,
    /// Whether each right entry has a partner.
    taken: Vec<bool>,
    /// Pairs of structural keys that were assumed to be equal.
    lone: Vec<(usize, usize)>,
    /// The groups of structural keys that may match each other, in reverse order.
    groups: Vec<Group>,
    /// Whether some entry is known to have no partner.
    lacks: bool,
    /// Whether the matching stops at the first entry without a partner.
    ends_at_first: bool,
}

/// Structural keys that may be equal. Each member is compared with one member of each class until its class is found.
#[derive(Debug)]
struct Group {
    options: Options,
    /// The left members, then the right members. Each has its side and its place in the order of comparison.
    members: Vec<(usize, usize)>,
    /// The number of members whose class was found.
    placed: usize,
    /// The number of classes to which the next member is known not to belong.
    passed: usize,
    classes: Vec<Class>,
}

/// Equal structural keys.
#[derive(Debug)]
struct Class {
    /// A member of the class.
    first: (usize, usize),
    /// The left members without a partner.
    waiting: VecDeque<usize>,
}

impl Matcher {
    /// Matches all entries that need no comparison of terms.
    pub(crate) fn new(left: Vec<Ranked>, right: Vec<Ranked>, order: MapOrder, lone: Lone) -> Matcher {
        let (partners, taken) = (vec![None; left.len()], vec![false; right.len()]);
        let ends_at_first = order == MapOrder::Container;
        let mut matcher = Matcher {
            sides: [left, right],
            partners,
            taken,
            lone: Vec::new(),
            groups: Vec::new(),
            lacks: false,
            ends_at_first,
        };
        match order {
            MapOrder::ByKey => matcher.match_by_key(lone),
            MapOrder::Container => matcher.match_in_order(lone),
        }
        matcher.groups.reverse();
        matcher
    }

    fn match_in_order(&mut self, lone: Lone) {
        let [left, right] = &self.sides;
        let matched = left
            .iter()
            .zip(right)
            .take_while(|(l, r)| l.rank == r.rank && l.secret_hash == r.secret_hash && !l.matches_nothing)
            .count();
        self.lacks = matched < left.len().max(right.len());
        for at in 0..matched {
            self.match_runs(at..at + 1, at..at + 1, lone);
        }
    }

    fn match_by_key(&mut self, lone: Lone) {
        let (mut l, mut r) = (0, 0);
        loop {
            let [left, right] = &self.sides;
            let Some(rank) = [left.get(l), right.get(r)].into_iter().flatten().map(|entry| &entry.rank).min() else {
                return;
            };
            let end = |side: &[Ranked], start: usize| {
                start + side[start..].iter().take_while(|entry| entry.rank == *rank).count()
            };
            let (left_end, right_end) = (end(left, l), end(right, r));
            self.match_runs(l..left_end, r..right_end, lone);
            (l, r) = (left_end, right_end);
        }
    }

    /// Matches entries of one rank.
    fn match_runs(&mut self, left: Range<usize>, right: Range<usize>, lone: Lone) {
        self.lacks |= left.len() != right.len();
        let options = match self.sides[0][left.clone()].first().map(|entry| &entry.rank) {
            None => return,
            Some(KeyRank::Structural(_, options)) => *options,
            Some(_) => return left.zip(right).for_each(|(l, r)| self.pair(l, r)),
        };
        if self.sides[0][left.clone()].iter().chain(&self.sides[1][right.clone()]).any(|entry| entry.matches_nothing) {
            self.lacks = true;
            return;
        }
        let member = |side: usize, at: usize| (self.sides[side][at].secret_hash, side, at);
        let mut members: Vec<_> = left.map(|l| member(0, l)).chain(right.map(|r| member(1, r))).collect();
        members.sort_unstable();
        for members in members.chunk_by(|(one, ..), (other, ..)| one == other) {
            match members {
                [(_, 0, l), (_, 1, r)] if lone == Lone::Assumed => {
                    self.lone.push((*l, *r));
                    self.pair(*l, *r);
                }
                [(_, 0, _), .., (_, 1, _)] => {
                    let members = members.iter().map(|(_, side, at)| (*side, *at)).collect();
                    self.groups.push(Group { options, members, placed: 0, passed: 0, classes: Vec::new() });
                }
                _ => self.lacks = true,
            }
        }
    }

    fn pair(&mut self, left: usize, right: usize) {
        self.partners[left] = Some(right);
        self.taken[right] = true;
    }

    /// Whether some entry is known to have no partner.
    pub(crate) fn lacks(&self) -> bool {
        self.lacks
    }

    /// Whether some key is a variable.
    pub(crate) fn has_variables(&self) -> bool {
        self.sides.iter().flatten().any(|entry| entry.variable.is_some())
    }

    /// The next two structural keys to compare; `None` when everything is matched. `are_equal` returns known verdicts.
    pub(crate) fn next_question(
        &mut self,
        are_equal: &mut dyn FnMut(Options, Entry, Entry) -> Option<bool>,
    ) -> Option<(Entry, Entry)> {
        while let Some(mut group) = self.groups.pop() {
            while let Some(member) = group.members.get(group.placed).copied() {
                let Some(class) = group.classes.get_mut(group.passed) else {
                    let waiting = VecDeque::from_iter((member.0 == 0).then_some(member.1));
                    group.classes.push(Class { first: member, waiting });
                    (group.placed, group.passed) = (group.placed + 1, 0);
                    continue;
                };
                let (one, other) = (self.entry(class.first), self.entry(member));
                match (are_equal(group.options, one, other), member) {
                    (None, _) => {
                        self.groups.push(group);
                        return Some((one, other));
                    }
                    (Some(false), _) => {
                        group.passed += 1;
                        continue;
                    }
                    (Some(true), (0, l)) => class.waiting.push_back(l),
                    (Some(true), (_, r)) => {
                        if let Some(l) = class.waiting.pop_front() {
                            self.pair(l, r);
                        }
                    }
                }
                (group.placed, group.passed) = (group.placed + 1, 0);
            }
        }
        None
    }

    fn entry(&self, (side, at): (usize, usize)) -> Entry {
        Entry { side, index: self.sides[side][at].index }
    }

    /// The pairs of structural keys that were assumed to be equal, by their places in the container's order.
    pub(crate) fn lone(&self) -> impl Iterator<Item = (usize, usize)> {
        let [left, right] = &self.sides;
        self.lone.iter().map(|(l, r)| (left[*l].index, right[*r].index))
    }

    /// The matching, once all questions are answered.
    pub(crate) fn matching(&self) -> Matching {
        let [left, right] = &self.sides;
        let mut matching = Matching::default();
        for (at, (l, partner)) in left.iter().zip(&self.partners).enumerate() {
            match partner {
                Some(r) => {
                    matching.pairs.push((l.index, right[*r].index));
                    matching.variables.extend(l.variable);
                }
                None if self.ends_at_first => {
                    matching.only_left.push(l.index);
                    matching.only_right.extend(right.get(at).map(|r| r.index));
                    return matching;
                }
                None => matching.only_left.push(l.index),
            }
        }
        let mut free = right.iter().zip(&self.taken).filter(|(_, taken)| !**taken).map(|(r, _)| r.index);
        if self.ends_at_first {
            matching.only_right.extend(free.next());
        } else {
            matching.only_right.extend(free);
        }
        matching
    }

    /// The entries of both sides, in the order of comparison.
    pub(crate) fn into_ranked(self) -> [Vec<Ranked>; 2] {
        self.sides
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::{Entry, KeyRank, Lone, Matcher, Ranked};
    use crate::describe::{containers::MapOrder, options::Options};

    /// Keys by rank, hash under a key, and content.
    type Keys<'k> = &'k [(u64, u64, u8)];

    fn ranked(keys: Keys<'_>) -> Vec<Ranked> {
        let rank = |hash: u64| match hash {
            0 => KeyRank::Content(Vec::new()),
            _ => KeyRank::Structural(hash, Options::new()),
        };
        let entry = |(index, (hash, secret_hash, _)): (usize, &(u64, u64, u8))| Ranked {
            rank: rank(*hash),
            secret_hash: *secret_hash,
            variable: None,
            is_process_local: false,
            matches_nothing: false,
            index,
            is_tied: false,
        };
        keys.iter().enumerate().map(entry).collect()
    }

    type Pairs = Vec<(usize, usize)>;

    /// The pairs, the first keys that the right and the left lack, and the number of questions.
    fn matched(left: Keys<'_>, right: Keys<'_>, order: MapOrder) -> (Pairs, Option<usize>, Option<usize>, usize) {
        let mut matcher = Matcher::new(ranked(left), ranked(right), order, Lone::Asked);
        let content = |entry: Entry| [left, right][entry.side][entry.index].2;
        let (mut answers, mut questions) = (Vec::new(), 0);
        while let Some(question) = matcher.next_question(&mut |_, one, other| {
            let is_it = |(question, _): &&((Entry, Entry), bool)| *question == (one, other);
            answers.iter().find(is_it).map(|(_, answer)| *answer)
        }) {
            questions += 1;
            answers.push((question, content(question.0) == content(question.1)));
        }
        let matching = matcher.matching();
        let [only_left, only_right] = [matching.only_left, matching.only_right].map(|only| only.first().copied());
        (matching.pairs, only_left, only_right, questions)
    }

    #[test]
    fn keys_of_one_hash_are_matched_by_what_they_are() {
        let by_key = MapOrder::ByKey;
        let (one, other) = ([(1, 0, b'a'), (1, 0, b'b')], [(1, 0, b'b'), (1, 0, b'a')]);
        assert_eq!(matched(&one, &other, by_key), (Vec::from([(0, 1), (1, 0)]), None, None, 4));
        let twice = [(1, 0, b'a'); 3];
        assert_eq!(matched(&twice, &twice, by_key), (Vec::from([(0, 0), (1, 1), (2, 2)]), None, None, 5));
        assert_eq!(matched(&twice, &twice[..2], by_key).0, [(0, 0), (1, 1)]);
        assert_eq!(matched(&twice, &twice[..2], by_key).1, Some(2));
        assert_eq!(matched(&one, &[(1, 0, b'b'), (1, 0, b'c')], by_key), (Vec::from([(1, 0)]), Some(0), Some(1), 5));
    }

    #[test]
    fn what_differs_under_the_key_of_the_process_is_not_asked_about() {
        let keys: Vec<_> = (0..100).map(|n| (1, n, n as u8)).collect();
        let (pairs, only_left, only_right, questions) = matched(&keys, &keys, MapOrder::ByKey);
        assert_eq!((pairs.len(), only_left, only_right, questions), (100, None, None, 100));
        assert_eq!(matched(&[(1, 1, 0)], &[(1, 2, 0)], MapOrder::ByKey), (Vec::new(), Some(0), Some(0), 0));
    }
}
