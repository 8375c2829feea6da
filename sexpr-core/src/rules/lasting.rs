//! What is remembered of shared `tree` nodes from one computation to the next, and the nodes, which are kept alive.
//!
//! Within a computation, what a node contributes to a hash may depend on what is around it. What is remembered for longer
//! must not, so it is less than what `reuse` remembers:
//!
//! - *It is derived from nothing* ([`Derivation::depends_on_nothing`]): all its variables are bound in it, and it reaches
//!   no dag node and no arena. So it is the same after whatever else was met.
//! - *It is the same in every process*: nothing that is not would be noted if the node were not visited.
//! - *It stands where no field binds* ([`Place::of`]): variables bind anew in such a field, and unordered parts may stand
//!   in order. The region of the root under `map_free_vars` is told apart from none, as is what stands in a scope, where
//!   fields inside the node bind anew, from what does not.
//!
//! A node is known by its address and its type. It is kept alive, so that no other has its address. While it is shared
//! with what keeps it, it cannot be changed; only interior mutability could.
//!
//! [`Derivation::depends_on_nothing`]: crate::rules::derivation::Derivation::depends_on_nothing

use alloc::vec::Vec;

use crate::{
    describe::{
        identity::Identity,
        kept::{Keepable, Kept},
        options::Options,
        region::{Level, Region},
    },
    tables::index::Table,
};

/// Where a node stands, as far as that makes a difference to what it contributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Place {
    options: u64,
    is_free: bool,
    is_in_scope: bool,
}

impl Place {
    /// The place of a node in a region, with `depth` scopes around it; none if nothing is remembered there.
    pub(crate) fn of(at: Region, depth: Level, options: Options) -> Option<Place> {
        let is_free = at == Region::FREE_VARIABLES;
        let place = Place { options: options.word(), is_free, is_in_scope: depth > 0 };
        (is_free || at == Region::NONE).then_some(place)
    }
}

/// The nodes of which something is remembered, in the order in which they were first finished. So nodes come after those
/// inside them, and drop before these.
#[derive(Debug, Default)]
pub(crate) struct LastingNodes {
    kept: Vec<(Identity, Kept)>,
    known: Table<Identity, ()>,
}

impl LastingNodes {
    /// Keeps a node alive; `false` if it cannot be kept.
    fn keep(&mut self, node: Identity, pointer: &dyn Keepable, address: usize) -> bool {
        if self.known.contains_key(&node) {
            return true;
        }
        let Some(kept) = pointer.keep().filter(|kept| kept.address() == address) else { return false };
        self.known.insert(node, ());
        self.kept.push((node, kept));
        true
    }

    /// Whether a node is kept.
    pub(crate) fn contains(&self, node: Identity) -> bool {
        self.known.contains_key(&node)
    }

    pub(crate) fn len(&self) -> usize {
        self.kept.len()
    }

    /// Drops the nodes to which nothing else points. Those of which only a node pointed that was dropped go with it.
    pub(crate) fn retain_shared(&mut self) {
        loop {
            let before = self.kept.len();
            let mut shared = Vec::with_capacity(before);
            // The outer ones first, so that it is rare for a second round to find something.
            while let Some((node, kept)) = self.kept.pop() {
                if kept.is_alone() {
                    self.known.remove(&node);
                } else {
                    shared.push((node, kept));
                }
            }
            shared.reverse();
            self.kept = shared;
            if self.kept.len() == before {
                return;
            }
        }
    }

    pub(crate) fn clear(&mut self) {
        self.known = Table::default();
        // One after another, the outer ones first: otherwise a chain of nodes would drop recursively.
        while self.kept.pop().is_some() {}
        self.kept = Vec::new();
    }
}

impl Drop for LastingNodes {
    fn drop(&mut self) {
        self.clear();
    }
}

/// What nodes that are kept alive contribute to hashes of one kind.
#[derive(Debug)]
pub(crate) struct LastingParts<Part>(Table<(Identity, Place), Part>);

impl<Part> Default for LastingParts<Part> {
    fn default() -> Self {
        LastingParts(Table::default())
    }
}

impl<Part: Copy> LastingParts<Part> {
    /// What a node contributes in a place, if that is remembered.
    #[inline]
    pub(crate) fn find(&self, node: Identity, place: Place) -> Option<Part> {
        self.0.get(&(node, place)).copied()
    }

    /// Remembers what a node contributes in a place that lies at this address, and keeps it alive by a pointer to it;
    /// `false` if that cannot be done.
    pub(crate) fn add(
        &mut self,
        nodes: &mut LastingNodes,
        (node, address): (Identity, usize),
        pointer: &dyn Keepable,
        place: Place,
        part: Part,
    ) -> bool {
        let is_kept = nodes.keep(node, pointer, address);
        if is_kept {
            self.0.insert((node, place), part);
        }
        is_kept
    }

    /// Forgets what nodes contribute that are kept no longer.
    pub(crate) fn retain(&mut self, nodes: &LastingNodes) {
        self.0.retain(|(node, _), _| nodes.contains(*node));
        self.0.shrink_to_fit();
    }

    pub(crate) fn clear(&mut self) {
        self.0 = Table::default();
    }
}
