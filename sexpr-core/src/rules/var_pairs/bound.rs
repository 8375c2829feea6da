//! `BoundInScopes`: the order of the correspondences that were made for scopes.

use alloc::vec::Vec;

use crate::rules::{memo::dependencies::Made, pairs::Ordinal};

/// The existing correspondences that were made for scopes, oldest first.
///
/// Usually the latest correspondence is removed. But when a scope inside a variable's fields ends, later
/// correspondences may exist that were made in it for an enclosing scope. Then the removed correspondence keeps its
/// place until all later ones are removed. A tree of partial sums (Fenwick, 1994) counts such places before any place.
/// So each operation takes logarithmic time.
#[derive(Debug, Default)]
pub(crate) struct BoundInScopes {
    /// The places, oldest first. The last place has an existing correspondence.
    places: Vec<Place>,
    /// The partial sums. For a place whose number, counted from one, ends with `n` binary zeros: the number of removed
    /// correspondences among the 2ⁿ places up to it. Missing entries are zero.
    removed_in: Vec<usize>,
    /// The number of places of removed correspondences.
    removed: usize,
    /// How often a correspondence other than the latest was removed.
    reorderings: u64,
}

/// The place of a correspondence.
#[derive(Clone, Copy, Debug)]
struct Place {
    ordinal: Ordinal,
    is_removed: bool,
}

/// The number of places in the partial sum that ends at a place; the place is counted from one.
fn covered(number: usize) -> usize {
    1 << number.trailing_zeros()
}

impl BoundInScopes {
    /// The place where the next correspondence will be made.
    #[inline(always)]
    pub(crate) fn next(&self) -> Made {
        Made { bound: self.places.len() - self.removed, reorderings: self.reorderings }
    }

    /// Adds a correspondence as the latest.
    #[inline(always)]
    pub(crate) fn push(&mut self, ordinal: Ordinal) {
        self.places.push(Place { ordinal, is_removed: false });
        if self.removed > 0 {
            let number = self.places.len();
            let sum = self.removed_before(number - 1) - self.removed_before(number - covered(number));
            self.removed_in.push(sum);
        }
    }

    /// The number of correspondences later than this one.
    pub(crate) fn after(&self, ordinal: Ordinal) -> usize {
        let Some(number) = self.number(ordinal) else { return 0 };
        let removed_after = if self.removed == 0 { 0 } else { self.removed - self.removed_before(number) };
        self.places.len() - number - removed_after
    }

    /// Removes a correspondence.
    #[inline(always)]
    pub(crate) fn remove(&mut self, ordinal: Ordinal) {
        if self.places.last().is_some_and(|latest| latest.ordinal == ordinal) {
            self.places.pop();
            if self.removed > 0 {
                self.drop_removed();
            }
        } else {
            self.remove_below(ordinal);
        }
    }

    /// Drops the places of removed correspondences at the end.
    #[cold]
    #[inline(never)]
    fn drop_removed(&mut self) {
        while self.places.pop_if(|place| place.is_removed).is_some() {
            self.removed -= 1;
        }
        self.removed_in.truncate(self.places.len());
    }

    #[cold]
    #[inline(never)]
    fn remove_below(&mut self, ordinal: Ordinal) {
        let Some(mut number) = self.number(ordinal) else { return };
        self.reorderings += 1;
        self.removed += 1;
        self.places[number - 1].is_removed = true;
        self.removed_in.resize(self.places.len(), 0);
        while number <= self.removed_in.len() {
            self.removed_in[number - 1] += 1;
            number += covered(number);
        }
    }

    /// The number of the place of an existing correspondence, counted from one.
    fn number(&self, ordinal: Ordinal) -> Option<usize> {
        let place = self.places.binary_search_by_key(&ordinal, |place| place.ordinal).ok()?;
        (!self.places[place].is_removed).then_some(place + 1)
    }

    /// The number of removed correspondences among the first `places`.
    fn removed_before(&self, mut places: usize) -> usize {
        let mut sum = 0;
        while places > 0 {
            sum += self.removed_in[places - 1];
            places -= covered(places);
        }
        sum
    }

    pub(crate) fn clear(&mut self) {
        self.places.clear();
        self.removed_in.clear();
        self.removed = 0;
        self.reorderings = 0;
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::{BoundInScopes, Made};

    #[test]
    fn says_the_same_as_a_plain_list() {
        let mut state = 1_u64;
        let mut draw = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize % below
        };
        for round in 0..300 {
            let (mut bound, mut list, mut reorderings) = (BoundInScopes::default(), Vec::new(), 0);
            let mut next = 0;
            for _ in 0..200 {
                if list.is_empty() || draw(5) < 2 + round % 2 {
                    next += 1 + draw(2);
                    bound.push(next);
                    list.push(next);
                } else {
                    let place = if draw(2) == 0 { list.len() - 1 } else { draw(list.len()) };
                    reorderings += u64::from(place + 1 < list.len());
                    bound.remove(list.remove(place));
                    // As in `Stacks`: the ordinals after the latest correspondence are given again.
                    next = list.last().copied().unwrap_or(0);
                }
                assert_eq!(bound.next(), Made { bound: list.len(), reorderings });
                for (place, ordinal) in list.iter().enumerate() {
                    assert_eq!(bound.after(*ordinal), list.len() - 1 - place);
                }
            }
        }
    }

    /// So many that the test would take minutes if each removal moved all later correspondences.
    #[test]
    fn many_are_removed_from_below_many() {
        const MANY: usize = 1_000_000;
        let mut bound = BoundInScopes::default();
        (0..2 * MANY).for_each(|ordinal| bound.push(ordinal));
        (0..MANY).rev().for_each(|ordinal| bound.remove(ordinal));
        assert_eq!((bound.next().bound, bound.after(MANY)), (MANY, MANY - 1));
        (MANY..2 * MANY).rev().for_each(|ordinal| bound.remove(ordinal));
        assert_eq!(bound.next().bound, 0);
    }
}
