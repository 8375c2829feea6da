//! `Edits`: replacements for parts that are only read, kept until the enclosing node is copied; and copies of values.

use alloc::{boxed::Box, vec::Vec};
use core::any::{Any, TypeId};

use crate::{
    describe::{
        arena::{Arena, Id},
        region::Region,
    },
    rewrite::{
        parts::{Part, Parts},
        rewritable::{CloneUnchanged, Rewritable},
        rewriting::{Purpose, Rewriting},
    },
};

/// Replacements for parts that are only read. At the end of the enclosing node, a copy of the node takes them.
#[derive(Default)]
pub struct Edits {
    edits: Vec<Edit>,
    /// The index of the first edit in the node that is being copied.
    first: usize,
    /// Whether the edits from `first` on are sorted by their places.
    sorted: bool,
    /// Whether all parts that are read are copied, so that each node has a copy among the edits.
    pub(super) of_everything: bool,
}

/// A value that replaces the part of some type at some address.
struct Edit {
    place: (usize, TypeId),
    value: Option<Box<dyn Any>>,
}

impl Edits {
    /// The number of edits.
    #[inline(always)]
    pub(super) fn length(&self) -> usize {
        self.edits.len()
    }

    /// Whether edits were added after the first `first` ones. If so, a part that began at that time has to be copied.
    #[inline(always)]
    pub(super) fn has_since(&self, first: usize) -> bool {
        self.of_everything || self.edits.len() > first
    }

    /// Removes the edits from `first` on, and returns their values.
    pub(super) fn forget_since(&mut self, first: usize) -> impl Iterator<Item = Box<dyn Any>> {
        self.edits.drain(first..).filter_map(|edit| edit.value)
    }

    /// Adds an edit.
    pub(super) fn push<T: 'static>(&mut self, part: &T, value: Box<T>) {
        self.edits.push(Edit { place: place_of(part), value: Some(value) });
    }

    /// The replacement that was pushed last, in place.
    pub(super) fn last_mut<T: 'static>(&mut self) -> Option<&mut T> {
        self.edits.last_mut()?.value.as_mut()?.downcast_mut()
    }

    /// Copies a part. The edits from `first` on replace its parts in the copy, and are removed.
    pub(super) fn rebuild<T>(&mut self, first: usize, copy: impl FnOnce(&mut Self) -> T) -> T {
        (self.first, self.sorted) = (first, false);
        let copied = copy(self);
        self.edits.truncate(first);
        copied
    }

    /// The replacement of a part, if there is one.
    pub(super) fn take<T: 'static>(&mut self, part: &T) -> Option<T> {
        self.take_at(place_of(part))?.downcast().ok().map(|value| *value)
    }

    #[inline(never)]
    fn take_at(&mut self, place: (usize, TypeId)) -> Option<Box<dyn Any>> {
        /// The number of edits up to which a linear search is faster than sorting.
        const FEW: usize = 8;
        let edits = &mut self.edits[self.first..];
        let found = if edits.len() <= FEW {
            edits.iter_mut().find(|edit| edit.place == place && edit.value.is_some())
        } else {
            if !self.sorted {
                edits.sort_by_key(|edit| edit.place);
                self.sorted = true;
            }
            let start = edits.partition_point(|edit| edit.place < place);
            // Several edits have one place only if the parts have size zero.
            edits[start..].iter_mut().take_while(|edit| edit.place == place).find(|edit| edit.value.is_some())
        };
        found?.value.take()
    }

    /// The replacement of a part, or a copy of the part, for a copy of the enclosing node.
    pub fn part<T: Rewritable>(&mut self, part: &T) -> T {
        match self.take(part) {
            Some(value) => value,
            None if T::COPIED_APART => deep_copy(part),
            None => part.rebuild(self),
        }
    }

    /// A copy of an arena with the same ids, for a copy of the node that has the arena.
    pub fn arena<A: Arena<I> + CloneUnchanged, I: Id<Node: Rewritable>>(&mut self, arena: &A) -> A {
        let mut copy = arena.clone();
        if let Some(nodes_mut) = A::NODES_MUT {
            for (node, of) in nodes_mut(&mut copy).into_iter().zip(arena.nodes()) {
                match self.take(of) {
                    Some(new) => *node = new,
                    None if I::Node::COPIED_APART => {}
                    None => *node = of.rebuild(self),
                }
            }
        }
        copy
    }

    /// A copy of a part in which nothing is replaced.
    pub(crate) fn copy<T: Rewritable>(&mut self, part: &T) -> T {
        if self.of_everything { self.part(part) } else { deep_copy(part) }
    }
}

fn place_of<T: 'static>(part: &T) -> (usize, TypeId) {
    (core::ptr::from_ref(part).addr(), TypeId::of::<T>())
}

/// A copy of a value, down to shared pointers, without native recursion.
pub(crate) fn deep_copy<T: Rewritable>(value: &T) -> T {
    if const { T::INFO.is_leaf() } {
        return value.rebuild(&mut Edits::default());
    }
    let mut rewriting = Rewriting { purpose: Purpose::Copying, ..Rewriting::default() };
    rewriting.edits.of_everything = true;
    rewriting.run(Part::Read(value), Region::NONE);
    rewriting.edits.rebuild(0, |edits| match edits.take(value) {
        Some(copy) => copy,
        // Containers have no copy among the edits, but their nodes do.
        None => value.rebuild(edits),
    })
}

impl Parts<'_, '_, '_> {
    /// Whether everything that is read is copied.
    pub(crate) fn copies(&self) -> bool {
        matches!(self.rewriting.purpose, Purpose::Copying)
    }
}
