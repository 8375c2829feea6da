//! Batches: nodes of one type that are given together, since they stand alike.
//!
//! A call for each node takes as long as all else that a walk does with it. So nodes are put together that stand in
//! one region and under the same bindings, and given before anything changes that could be asked for of them.

use core::any::{Any, TypeId};

use crate::{
    describe::{region::Region, structural::StructuralEq},
    engine::frame::Places,
    walk::visits::{Visits, state::Flow},
};

/// How many nodes are given together at most: one at first, so that nothing is looked at in vain if that stops the walk,
/// and then so many times as many each time.
const ENOUGH: usize = 512;
const MORE: usize = 8;

/// Nodes that are to be given.
pub(super) struct Batch<'a> {
    /// Whether there are batches on this walk.
    pub(super) is_used: bool,
    nodes: Places<'a>,
    /// The region in which they stand.
    at: Region,
}

impl Batch<'_> {
    /// No nodes of a type.
    pub(super) fn new(ty: TypeId, is_used: bool) -> Self {
        let mut nodes = Places::of_type(ty);
        nodes.reserve(1);
        Batch { is_used, nodes, at: Region::NONE }
    }
}

impl<'a> Visits<'a, '_> {
    /// Has a tree node given, on a walk in batches, if it is wanted.
    #[inline(always)]
    pub(super) fn add_to_batch<T: StructuralEq + ?Sized>(&mut self, node: &'a T, at: Region) -> bool {
        let Batch { nodes, at: region, .. } = &mut self.batch;
        if let Some(any) = T::as_any(node)
            && nodes.are_of_type_of(any)
        {
            if *region == at && !nodes.is_full() {
                nodes.add(any);
            } else {
                return self.begin_batch(any, at);
            }
        }
        true
    }

    /// Gives the nodes of the batch, and begins another one.
    #[inline(never)]
    fn begin_batch(&mut self, node: &'a dyn Any, at: Region) -> bool {
        let goes_on = self.end_batch();
        self.batch.at = at;
        self.batch.nodes.add(node);
        goes_on
    }

    /// Gives the nodes of the batch, if there are any.
    #[inline(always)]
    pub(super) fn end_batch(&mut self) -> bool {
        self.batch.nodes.length() == 0 || self.give_batch()
    }

    #[inline(never)]
    fn give_batch(&mut self) -> bool {
        let Batch { nodes, at, .. } = &mut self.batch;
        let flow = self.callbacks.call_with_all(nodes, *at, &self.state);
        let is_full = nodes.is_full();
        nodes.clear();
        if is_full {
            nodes.reserve((MORE * nodes.capacity()).min(ENOUGH));
        }
        flow != Flow::Stop
    }
}
