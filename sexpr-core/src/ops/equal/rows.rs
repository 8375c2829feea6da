//! Equality of values that lie side by side.

use crate::{
    describe::{region::Region, structural::Field},
    engine::{
        frame::{Row, RowStep, prefetch},
        place::Value,
        recursion::EXPENSIVE,
    },
    ops::equal::Equal,
};

impl<'a> Equal<'a> {
    /// Compares values that lie side by side, as many on both sides, or puts that off.
    #[inline(never)]
    pub(super) fn values<T: Field>(&mut self, left: &'a [T], right: &'a [T], at: Region) -> bool {
        self.count_row(left.len());
        for (index, (l, r)) in left.iter().zip(right).enumerate() {
            if self.recursion.is_suspended() {
                return self.put_off_values(&left[index..], &right[index..], at);
            }
            if let (Some(l), Some(r)) = (left.get(index + 1), right.get(index + 1)) {
                prefetch_both(l, r);
            }
            if !T::held(l, r, at, self) {
                return false;
            }
        }
        true
    }

    /// Counts a long row, whose values may be so small that they do not count themselves.
    #[inline(always)]
    pub(super) fn count_row(&mut self, length: usize) {
        if length as u64 > EXPENSIVE {
            self.visits += length as u64;
        }
    }

    /// The same for pointers, where they are listed. Each asks whether it has to wait.
    #[inline(always)]
    pub(super) fn pointers<P: Field>(&mut self, left: &'a [P], right: &'a [P], at: Region) -> bool {
        self.count_row(left.len());
        for (index, (l, r)) in left.iter().zip(right).enumerate() {
            if !P::held(l, r, at, self) {
                return false;
            }
            if self.recursion.is_suspended() {
                return self.put_off_values(&left[index + 1..], &right[index + 1..], at);
            }
        }
        true
    }

    #[cold]
    #[inline(never)]
    fn put_off_values<T: Field>(&mut self, left: &'a [T], right: &'a [T], at: Region) -> bool {
        self.recursion.put_off_row::<Value<T>>(left, right, at);
        true
    }
}

/// Prefetches what two fields point to.
#[inline(always)]
pub(super) fn prefetch_both<T: Field>(left: &T, right: &T) {
    if let (Some(left), Some(right)) = (T::elsewhere(left), T::elsewhere(right)) {
        prefetch(left);
        prefetch(right);
    }
}

/// The step on values held inline.
impl<'a, T: Field + 'a> RowStep<'a, Equal<'a>> for Value<T> {
    type Place = T;

    fn run(equal: &mut Equal<'a>, row: Row<'a, T>) -> bool {
        let (left, right, at) = row.slices();
        equal.values(left, right, at)
    }
}
