//! Hashes of values held inline, one or several side by side, and of the leaves between a node's children.

use crate::{
    describe::{region::Region, structural::Field},
    engine::{
        frame::{Frame, Row, RowStep, prefetch},
        place::Value,
    },
    ops::hash::{Hash, items::Hashing, visitor::Listing},
};

impl<'a, I: Hashing> Hash<'a, I> {
    /// Hashes a value held inline. Its leaves make items of their own.
    #[inline(always)]
    pub(super) fn held<T: Field>(&mut self, value: &'a T, at: Region) -> bool {
        let mut listing = Listing::new(self);
        let goes_on = T::held(value, value, at, &mut listing);
        listing.end();
        goes_on
    }

    /// Hashes values that lie side by side, or puts that off.
    #[inline(never)]
    pub(super) fn values<T: Field>(&mut self, values: &'a [T], at: Region) -> bool {
        self.visits += values.len() as u64;
        for (index, value) in values.iter().enumerate() {
            if self.recursion.is_suspended() {
                return self.put_off_values(&values[index..], at);
            }
            if let Some(next) = values.get(index + 1).and_then(T::elsewhere) {
                prefetch(next);
            }
            if !self.held(value, at) {
                return false;
            }
        }
        true
    }

    #[cold]
    #[inline(never)]
    fn put_off_values<T: Field>(&mut self, values: &'a [T], at: Region) -> bool {
        self.recursion.put_off_row::<Value<T>>(values, values, at);
        true
    }

    /// Makes an item of leaves, or puts that off.
    #[inline(always)]
    pub(super) fn item(&mut self, words: I::Words) {
        if self.items.are_none(&words) {
            return;
        }
        if self.recursion.is_suspended() {
            self.put_off_item(words);
        } else {
            self.items.item(words);
        }
    }

    #[cold]
    #[inline(never)]
    fn put_off_item(&mut self, words: I::Words) {
        self.put_off.words.push(words);
        let item = |hash: &mut Self, _| {
            if let Some(words) = hash.open.words.pop() {
                hash.items.item(words);
            }
            true
        };
        self.recursion.put_off(Frame::call(item, Region::NONE));
    }
}

/// The step on values held inline.
impl<'a, I: Hashing, T: Field + 'a> RowStep<'a, Hash<'a, I>> for Value<T> {
    type Place = T;

    fn run(hash: &mut Hash<'a, I>, row: Row<'a, T>) -> bool {
        let (values, _, at) = row.slices();
        hash.values(values, at)
    }
}
