//! Batches: nodes of one type that are given together, since they stand alike.
//!
//! A call for each node takes as long as all else that a brief walk does with it. So it puts nodes together that stand
//! in one region and under the same bindings, and gives them before anything changes that could be asked for of them.

use core::any::TypeId;

use crate::{
    describe::{any_node::AnyNode, region::Region, structural::StructuralEq},
    engine::frame::Places,
    walk::visits::{Visits, nodes::Meeting, state::Flow},
};

/// How many nodes are given together at most: one at first, so that nothing is looked at in vain if that stops the walk,
/// and then so many times as many each time.
const ENOUGH: usize = 512;
const MORE: usize = 8;

/// Nodes that are to be given.
pub(super) struct Batch<'a> {
    /// Whether there are batches on this walk.
    is_used: bool,
    nodes: Places<'a>,
    /// The region in which they stand.
    at: Region,
    /// How many are given together.
    enough: usize,
}

impl Batch<'_> {
    /// No nodes of a type.
    pub(super) fn new(ty: TypeId, is_used: bool) -> Self {
        Batch { is_used, nodes: Places::of_type(ty), at: Region::NONE, enough: 1 }
    }
}

impl<'a> Visits<'a, '_> {
    /// Gives a tree node if it is wanted, on a brief walk.
    #[inline(always)]
    pub(super) fn tell<T: StructuralEq + ?Sized>(&mut self, node: &'a T, at: Region) -> Flow {
        if !self.batch.is_used {
            return match self.index_of(node) {
                Some(ty) => self.give_tree(node, at, ty),
                None => Flow::Inside,
            };
        }
        if let Some(any) = T::as_any(node)
            && self.batch.nodes.are_of_type_of(any)
        {
            let Batch { nodes, at: region, enough, .. } = &self.batch;
            if (*region != at || nodes.length() >= *enough) && !self.begin_batch(at) {
                return Flow::Stop;
            }
            self.batch.nodes.add(any);
        }
        Flow::Inside
    }

    #[inline(never)]
    fn give_tree<T: StructuralEq + ?Sized>(&mut self, node: &'a T, at: Region, ty: u32) -> Flow {
        let visit = self.visit(AnyNode::new(node), Meeting::of_tree(at, self.state.around.met_before), ty);
        self.give(&visit)
    }

    /// Gives the nodes of the batch, and begins one in another region.
    #[inline(never)]
    fn begin_batch(&mut self, at: Region) -> bool {
        let goes_on = self.end_batch();
        self.batch.at = at;
        goes_on
    }

    /// Gives the nodes of the batch, if there are any.
    #[inline(always)]
    pub(super) fn end_batch(&mut self) -> bool {
        self.batch.nodes.length() == 0 || self.give_batch()
    }

    #[inline(never)]
    fn give_batch(&mut self) -> bool {
        let Batch { nodes, at, enough, .. } = &mut self.batch;
        if nodes.length() >= *enough {
            *enough = (MORE * *enough).min(ENOUGH);
        }
        let flow = self.callbacks.call_with_all(nodes, *at, &self.state);
        nodes.clear();
        flow != Flow::Stop
    }
}
