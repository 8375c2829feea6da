//! The alignment of two sequences: which elements are partners.
//!
//! Elements are aligned by their [profiles](super::profile), level by level. The first level aligns elements that are
//! alike up to renaming. In the gaps between these, the next levels align elements by their shapes, then without their
//! leaves, then by outermost node and magnitude, and last by outermost node alone. Each level is a patience diff (Bram
//! Cohen): it aligns the elements that occur once on each side, then those that occur once in the gaps, and so on, and
//! last the other elements. In each remaining gap, elements are partners by position, up to the end of the shorter
//! side. The rest of the longer side was removed or inserted. A removed and an inserted element that are alike are one
//! moved element.
//!
//! An alignment does not decide whether elements are equal. Partners are compared afterwards.

use alloc::vec::Vec;
use core::{hash::Hash, iter::successors, ops::Range};

use crate::{reflect::report::diff::profile::Profile, tables::index::Table};

/// An element, or two partners, by their indices on each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aligned {
    /// Partners, which are compared.
    Both(usize, usize),
    /// Partners that are compared. One of them was moved.
    Moved(usize, usize),
    /// A left element without a partner, and the index on the right where it is missing.
    Removed(usize, usize),
    /// The index on the left where a right element is missing, and that element.
    Inserted(usize, usize),
}

/// Aligns two sequences, in the order of comparison.
///
/// The result for exchanged sides is the exchanged result. The algorithm itself may depend on the order of the sides,
/// so the profiles determine this order.
pub(super) fn align(left: &[Profile], right: &[Profile]) -> Vec<Aligned> {
    let is_first = left.iter().map(|profile| profile.alike).le(right.iter().map(|profile| profile.alike));
    let sides = if is_first { [left, right] } else { [right, left] };
    let mut aligning = Aligning { sides, partners: Vec::new() };
    aligning.by_level(0, Aligning::ROUNDS, 0..sides[0].len(), 0..sides[1].len());
    let mut partners = aligning.partners;
    if !is_first {
        partners.iter_mut().for_each(|(left, right)| core::mem::swap(left, right));
    }
    partners.push((left.len(), right.len()));
    // The elements on one side only, each with the number of its gap between partners.
    let mut alone: [Vec<(usize, usize)>; 2] = Default::default();
    let mut next = [0, 0];
    for (gap, (l, r)) in partners.iter().enumerate() {
        for (side, end) in [*l, *r].into_iter().enumerate() {
            alone[side].extend((next[side]..end).map(|index| (index, gap)));
            next[side] = end + 1;
        }
    }
    let moves = moves([left, right], &mut alone);
    let [removed, inserted] = &alone;
    let removed = removed.iter().map(|(index, gap)| (*gap, Aligned::Removed(*index, partners[*gap].1)));
    let inserted = inserted.iter().map(|(index, gap)| (*gap, Aligned::Inserted(partners[*gap].0, *index)));
    // Each pair of partners comes after the gap before it. No partners come after the last gap.
    let both = partners.iter().enumerate().map(|(gap, (l, r))| (gap, Aligned::Both(*l, *r)));
    let mut aligned: Vec<(usize, Aligned)> = removed.chain(inserted).chain(moves).chain(both).collect();
    aligned.pop();
    aligned.sort_by_key(|(gap, _)| *gap);
    aligned.into_iter().map(|(_, aligned)| aligned).collect()
}

/// The moved elements: pairs of elements on one side only that are alike, if no other element is like them. The two
/// elements are compared in the later one of their gaps, after the binders of the variables that they use were compared
/// on both sides. The order is the same for exchanged sides.
fn moves(sides: [&[Profile]; 2], alone: &mut [Vec<(usize, usize)>; 2]) -> Vec<(usize, Aligned)> {
    if alone.iter().any(Vec::is_empty) {
        return Vec::new();
    }
    let label = |side: usize, index: usize| sides[side][index].alike[Profile::LABELLED];
    let alike = once_on_each_side([0, 1].map(|side| {
        let large = alone[side].iter().filter(move |(index, _)| sides[side][*index].size >= Profile::WORTH_MOVING);
        large.map(move |element| (label(side, element.0), *element))
    }));
    for (side, elements) in alone.iter_mut().enumerate() {
        elements.retain(|(index, _)| !alike.contains_key(&label(side, *index)));
    }
    let mut moves: Vec<_> = alike.into_iter().collect();
    moves.sort_unstable_by_key(|(label, [(from, one), (to, other)])| (*one.max(other), from + to, *label));
    moves.into_iter().map(|(_, [(from, one), (to, other)])| (one.max(other), Aligned::Moved(from, to))).collect()
}

/// The keys that occur exactly once on each side, with their values.
pub(super) fn once_on_each_side<K: Copy + Eq + Hash, V>(sides: [impl Iterator<Item = (K, V)>; 2]) -> Table<K, [V; 2]> {
    // `Some(None)` for a key that occurs several times on a side.
    let mut found: Table<K, [Option<Option<V>>; 2]> = Table::default();
    for (side, items) in sides.into_iter().enumerate() {
        for (key, value) in items {
            let of_side = &mut found.entry(key).or_default()[side];
            *of_side = Some(if of_side.is_none() { Some(value) } else { None });
        }
    }
    let once = |[left, right]: [Option<Option<V>>; 2]| Some([left??, right??]);
    found.into_iter().filter_map(|(key, sides)| Some((key, once(sides)?))).collect()
}

/// An alignment that is under way. The indices of partners increase on both sides.
struct Aligning<'s> {
    sides: [&'s [Profile]; 2],
    partners: Vec<(usize, usize)>,
}

impl Aligning<'_> {
    /// The number of rounds in which a level aligns elements that occur once, each round in the gaps of the previous one.
    const ROUNDS: usize = 8;

    /// Aligns a range of each side by the elements that are alike on a level, and the gaps between them by later rounds
    /// and levels.
    fn by_level(&mut self, level: usize, rounds: usize, mut left: Range<usize>, mut right: Range<usize>) {
        let are_alike = |one: usize, other: usize| {
            let [one, other] = [&self.sides[0][one], &self.sides[1][other]];
            level < Profile::LEVELS && one.on_level(level) == other.on_level(level)
        };
        let before = left.clone().zip(right.clone()).take_while(|(l, r)| are_alike(*l, *r)).count();
        self.partners.extend(left.clone().zip(right.clone()).take(before));
        (left.start, right.start) = (left.start + before, right.start + before);
        let after = left.clone().rev().zip(right.clone().rev()).take_while(|(l, r)| are_alike(*l, *r)).count();
        let (left_end, right_end) = (left.end, right.end);
        (left.end, right.end) = (left.end - after, right.end - after);
        if level < Profile::LEVELS && !left.is_empty() && !right.is_empty() {
            let once = if rounds > 0 { self.common(level, true, &left, &right) } else { Vec::new() };
            let (common, level, rounds) = match once.is_empty() {
                false => (once, level, rounds - 1),
                true => (self.common(level, false, &left, &right), level + 1, Self::ROUNDS),
            };
            for (l, r) in common {
                self.by_level(level, rounds, left.start..l, right.start..r);
                self.partners.push((l, r));
                (left.start, right.start) = (l + 1, r + 1);
            }
            self.by_level(level, rounds, left, right);
        } else {
            self.partners.extend(left.zip(right));
        }
        self.partners.extend((left_end - after..left_end).zip(right_end - after..right_end));
    }

    /// Partners that are alike on a level: a longest sequence of candidates whose indices increase on both sides, found
    /// by patience sorting.
    ///
    /// A candidate is a pair of elements that are alike. With `once`, no other element is like them. Otherwise, among
    /// elements that are alike, the first elements of both sides form a candidate, the second elements another, and so
    /// on.
    fn common(&self, level: usize, once: bool, left: &Range<usize>, right: &Range<usize>) -> Vec<(usize, usize)> {
        // By hash, the number of elements on the left, and the elements on the right in reverse.
        let mut alike: Table<u64, (usize, Vec<usize>)> = Table::default();
        left.clone().for_each(|l| alike.entry(self.sides[0][l].on_level(level)).or_default().0 += 1);
        right.clone().rev().for_each(|r| alike.entry(self.sides[1][r].on_level(level)).or_default().1.push(r));
        let candidates = left.clone().filter_map(|l| {
            let (count, rights) = alike.get_mut(&self.sides[0][l].on_level(level))?;
            let is_candidate = !once || (*count, rights.len()) == (1, 1);
            is_candidate.then(|| rights.pop()).flatten().map(|r| (l, r))
        });
        // The candidates, each with its predecessor in a longest sequence that ends with the candidate.
        let mut all: Vec<((usize, usize), Option<usize>)> = Vec::new();
        // For each length, the last candidate of the best sequence of this length, as an index in `all`. The best
        // sequence ends with the smallest index on the right.
        let mut ends: Vec<usize> = Vec::new();
        for candidate in candidates {
            let length = ends.partition_point(|end| all[*end].0.1 < candidate.1);
            let before = length.checked_sub(1).map(|shorter| ends[shorter]);
            match ends.get_mut(length) {
                Some(end) => *end = all.len(),
                None => ends.push(all.len()),
            }
            all.push((candidate, before));
        }
        let longest = successors(ends.last().copied(), |index| all[*index].1);
        let mut common: Vec<_> = longest.map(|index| all[index].0).collect();
        common.reverse();
        common
    }
}
