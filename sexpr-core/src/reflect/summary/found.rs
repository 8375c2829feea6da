//! The nodes that were found, and the paths to them.

use alloc::vec::Vec;

use crate::{
    describe::identity::Identity,
    engine::{
        path::Path,
        trail::{Mark, Trail},
    },
    reflect::NodeRef,
    tables::index::Table,
};

/// A value of which everything was summed up.
pub(crate) struct SummedUp<'a> {
    /// The nodes that are sought, in the order in which they end.
    pub(crate) found: Vec<Found<'a>>,
    /// How many pointees were left out that bind something around them at one place, and may stand where they do not.
    pub(crate) left_out: usize,
    pub(crate) paths: Paths<'a>,
    /// The variables that are free somewhere.
    pub(crate) free: Table<Identity, ()>,
    /// Whether one of them has fields that are more than leaves.
    pub(crate) has_free_with_fields: bool,
}

/// A node that was summed up.
#[derive(Clone, Copy)]
pub(crate) struct Found<'a> {
    pub(crate) node: NodeRef<'a>,
    /// Its address, if it was sought as a pointee.
    pub(crate) address: Option<Identity>,
    /// Equal of equal terms.
    pub(crate) term: (usize, usize),
    /// How many nodes it has, itself included, and those below shared ones as often as they occur.
    pub(crate) size: u64,
    /// Grows in the order in which nodes are met.
    pub(crate) order: usize,
    pub(crate) way: usize,
}

/// The last step of a way, and the way before it.
#[derive(Clone, Copy)]
pub(crate) struct LastStep {
    pub(crate) before: usize,
    pub(crate) mark: Mark,
}

/// The paths to what was found.
pub(crate) struct Paths<'a> {
    pub(crate) trail: Trail<'a>,
    pub(crate) paths: Vec<LastStep>,
}

impl Paths<'_> {
    /// The path along the way of this number, which is zero at the root.
    pub(crate) fn path(&self, way: usize) -> Path {
        self.path_between(0, way)
    }

    /// The rest of the path along a way, behind another one that it goes on from.
    pub(crate) fn path_between(&self, first: usize, way: usize) -> Path {
        // Numbers grow along a way.
        let paths = core::iter::successors(Some(way), |way| Some(self.paths[way.checked_sub(1)?].before));
        let paths = paths.take_while(|way| *way > first).map(|way| self.paths[way - 1].mark);
        let mut marks: Vec<Mark> = paths.collect();
        marks.reverse();
        self.trail.path_along(&marks)
    }
}
