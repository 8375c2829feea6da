//! Pointees that become one.

use alloc::boxed::Box;
use core::any::{Any, TypeId};

use crate::{
    containers::SharedPointer,
    identity::{Identity, Table},
};

/// Nodes behind shared pointers of which those of one class become one.
#[derive(Default)]
pub(crate) struct Merging {
    /// By where they are.
    nodes: Table<Identity, Node>,
    /// The pointer that stays of each class, for each type of pointers.
    kept: Table<(usize, TypeId), Box<dyn Any>>,
}

struct Node {
    class: usize,
    /// Whether all in it was dealt with.
    is_done: bool,
}

impl Merging {
    /// Adds a node to a class.
    pub(crate) fn add(&mut self, node: Identity, class: usize) {
        self.nodes.insert(node, Node { class, is_done: false });
    }

    /// Whether no node becomes one with another.
    pub(super) fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// What a pointer to a node becomes that was met before.
    ///
    /// A node that is met for the first time is gone into before it is given up: so what is given up is as deep as
    /// a node, and dropping it takes no native stack for the depth of the value.
    pub(super) fn find<P: 'static>(&self, node: Identity) -> Option<&P> {
        let Node { class, .. } = self.nodes.get(&node).filter(|node| node.is_done)?;
        self.kept.get(&(*class, TypeId::of::<P>()))?.downcast_ref()
    }

    /// What replaces a pointer to a node, all in which was dealt with: what it is given, or the first one of its class.
    pub(super) fn settle<P: SharedPointer + Clone + 'static>(
        &mut self,
        node: Identity,
        pointer: &P,
        replacement: Option<P>,
    ) -> Option<P> {
        let Some(Node { class, is_done }) = self.nodes.get_mut(&node) else { return replacement };
        *is_done = true;
        let new = replacement.as_ref().unwrap_or(pointer);
        let kept = self.kept.entry((*class, TypeId::of::<P>())).or_insert_with(|| Box::new(new.clone()));
        match kept.downcast_ref::<P>() {
            Some(kept) if !is_same(kept, new) => Some(kept.clone()),
            _ => replacement,
        }
    }
}

/// Whether two pointers point to one thing.
pub(super) fn is_same<P: SharedPointer>(one: &P, other: &P) -> bool {
    core::ptr::addr_eq(one.target(), other.target())
}
