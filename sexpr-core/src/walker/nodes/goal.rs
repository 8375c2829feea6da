//! What a search is for.

use alloc::vec::Vec;
use core::mem::take;

use super::{Met, NodeSearch};
use crate::{
    structural::StructuralEq,
    walker::{
        descent::{Descending, Listing},
        frame::Frame,
    },
};

/// A part that is known by its step only. Where a type becomes a trait object, the step is generated once, and not for
/// each search that there may be.
pub(super) type Part<'a> = Frame<'a, NodeSearch<'a, AnyType>>;

/// What a search is for.
pub(crate) trait Goal<'a>: Sized {
    /// Whether something wanted may be in values of a type, themselves included.
    fn looks_at<T: StructuralEq + ?Sized>(&self) -> bool;

    /// Has a part searched.
    fn open(listing: &mut Listing<'_, 'a, NodeSearch<'a, Self>>, part: Part<'a>);

    /// Whether there are parts that another search has to go through before all else.
    #[inline(always)]
    fn has_parts(&self) -> bool {
        false
    }

    /// Has them searched, until a pause.
    fn search_parts(_: &mut NodeSearch<'a, Self>) {}
}

/// Values of any type.
pub(crate) struct AnyType {
    /// They are leaves.
    are_leaves: bool,
}

impl AnyType {
    /// Values of type `N`.
    pub(crate) fn of<N: StructuralEq>() -> Self {
        AnyType { are_leaves: N::INFO.is_leaf() }
    }
}

impl<'a> Goal<'a> for AnyType {
    #[inline(always)]
    fn looks_at<T: StructuralEq + ?Sized>(&self) -> bool {
        self.are_leaves || !T::INFO.is_leaf()
    }

    #[inline(always)]
    fn open(listing: &mut Listing<'_, 'a, NodeSearch<'a, Self>>, part: Part<'a>) {
        listing.put_off(part);
    }
}

/// Nodes with something else inside than leaves. What is made of leaves alone is skipped unseen, which spares a load
/// for each use of a variable, and, where the compiler makes one branch of uses and integers, a jump that is hard to
/// predict.
#[derive(Default)]
pub(crate) struct Holding<'a> {
    /// What is to be searched as [`AnyType`], last part first.
    parts: Vec<Part<'a>>,
}

impl Holding<'_> {
    /// Whether nodes of a type are such.
    pub(crate) const fn is<N: StructuralEq + ?Sized>() -> bool {
        !N::INFO.is_leaf() && !N::LEAF_FIELDS
    }
}

impl<'a> Goal<'a> for Holding<'a> {
    #[inline(always)]
    fn looks_at<T: StructuralEq + ?Sized>(&self) -> bool {
        const { Holding::is::<T>() }
    }

    fn open(listing: &mut Listing<'_, 'a, NodeSearch<'a, Self>>, part: Part<'a>) {
        listing.operation.goal.parts.push(part);
    }

    #[inline(always)]
    fn has_parts(&self) -> bool {
        !self.parts.is_empty()
    }

    fn search_parts(search: &mut NodeSearch<'a, Self>) {
        let stack = take(&mut search.goal.parts);
        if stack.is_empty() {
            return;
        }
        // Should user code panic, nothing is left to go on with: what was met would come again.
        let rest = take(&mut search.stack);
        let mut parts = NodeSearch {
            goal: AnyType { are_leaves: false },
            met: take::<Met>(&mut search.met),
            stack,
            found: search.found.take(),
            enough: search.enough,
            native_base: search.native_base,
        };
        parts.finish();
        (search.met, search.found) = (parts.met, parts.found);
        (search.goal.parts, search.stack) = (parts.stack, rest);
    }
}
