//! `Nothing`: a visitor that visits nothing, to ask what kind of value something is.

use crate::describe::{
    options::Options,
    region::{Level, Region},
    structural::{Field, StructuralEq},
    visitor::{Operation, Visitor},
};

/// Whether a value is of a variant that has little: leaves, and pointers to variables of leaves.
#[inline(always)]
pub(crate) fn is_light<T: StructuralEq + ?Sized>(value: &T) -> bool {
    T::light(value, value, Region::NONE, &mut Nothing).is_some()
}

/// Visits nothing.
struct Nothing;

impl Operation for Nothing {
    #[inline(always)]
    fn options(&self) -> Options {
        Options::new()
    }
    #[inline(always)]
    fn depth(&self) -> Level {
        0
    }
}

impl<'a> Visitor<'a> for Nothing {
    #[inline(always)]
    fn part<T: Field>(&mut self, _: u32, _: &'a T, _: &'a T, _: Region) -> bool {
        true
    }
}
