//! Marks: what correspondences are known by, also when they exist no more.
//!
//! A mark is a correspondence's variables, and where it was made. No two correspondences that exist at one time have
//! the same mark, and a mark tells what a correspondence meant also after it was forgotten.

use alloc::vec::Vec;

use crate::{
    describe::identity::Identity,
    tables::index::{Table, reset},
};

/// The number of a [`Mark`].
pub(crate) type MarkNumber = usize;

/// What a correspondence is known by: no two that exist at one time have the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Mark<const SIDES: usize> {
    pub(crate) variables: [Identity; SIDES],
    /// Where it was made, if that was for a scope. For good, variables get one correspondence at most.
    pub(crate) made: Option<Made>,
}

/// Where a correspondence was made for a scope: while no reordering happens, at one place there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Made {
    /// How many correspondences made for scopes there were.
    pub(crate) bound: usize,
    /// How often one was removed that was not the latest.
    pub(crate) reorderings: u64,
}

/// The marks that were needed, numbered.
#[derive(Debug)]
pub(crate) struct BindingIds<const SIDES: usize> {
    numbers: Table<Mark<SIDES>, MarkNumber>,
    marks: Vec<Mark<SIDES>>,
}

impl<const SIDES: usize> Default for BindingIds<SIDES> {
    fn default() -> Self {
        BindingIds { numbers: Table::default(), marks: Vec::new() }
    }
}

impl<const SIDES: usize> BindingIds<SIDES> {
    pub(crate) fn number(&mut self, mark: Mark<SIDES>) -> MarkNumber {
        let next = self.marks.len();
        let number = *self.numbers.entry(mark).or_insert(next);
        if number == next {
            self.marks.push(mark);
        }
        number
    }

    pub(crate) fn variables(&self, number: MarkNumber) -> [Identity; SIDES] {
        self.marks[number].variables
    }

    pub(crate) fn clear(&mut self) {
        reset(&mut self.numbers);
        self.marks.clear();
    }
}
