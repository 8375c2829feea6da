//! The compiled lane: equality and hash. Their common code is in `rules`.
//!
//! - `equal`: compares two values, by `rules::relation`;
//! - `hash`: the hash of a value, 64 bits or a fingerprint, by `rules::numbering`;
//! - `in_context`: pairs the elements of unordered parts, for `equal` and reports.
//!
//! The code of `equal` and `hash` that runs for every node of a tree is compiled for each type. The code for nodes that
//! may be met again, are not trees, or lie in arenas is compiled once. It takes a [`Node`], and a function that
//! continues with the node's contents.
//!
//! Walks and rewritings are operations too, in the rooms `walk` and `rewrite`.
//!
//! **Buffers are left empty.** An operation borrows its buffers (`EqualBuffers`, `HashBuffers`), marks them as in use,
//! and clears them at its end. If user code panics in between (such as the `Eq` of an opaque field), the buffers stay
//! marked, and the next operation makes new buffers. So there is no state to poison.

pub(crate) mod equal;
pub(crate) mod hash;
pub(crate) mod in_context;

use crate::{
    describe::{closed_types::Closedness, identity::Identity, info::Kind, key_table::Keys, structural::StructuralEq},
    engine::recursion::{IdleRecursion, SMALL},
};

/// A node of any type: the facts that equality and hash need.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) kind: Kind,
    /// The key of the node, if it has one; otherwise its place.
    pub(super) identity: Identity,
    /// The address and type of the node.
    pub(super) place: Identity,
    pub(super) closedness: Closedness,
}

impl Node {
    #[inline(always)]
    pub(super) fn of<T: StructuralEq + ?Sized>(node: &T, kind: Kind, keys: &mut Keys) -> Node {
        Node { kind, identity: keys.identify(node), place: Identity::address(node), closedness: Closedness::of(node) }
    }
}

/// The part of an operation's buffers that is written when a run ends.
#[derive(Debug, Default)]
pub(crate) struct EndState {
    recursion: IdleRecursion,
    /// The number of visits of the last run.
    visits: u64,
    /// Whether a run is under way. If this is set when a run begins, user code panicked during the last run.
    in_use: bool,
}

impl EndState {
    /// Whether the last run was small.
    #[cfg_attr(not(feature = "std"), expect(dead_code, reason = "without `std`, no thread keeps anything"))]
    pub(crate) fn is_small(&self) -> bool {
        self.visits <= SMALL
    }
}

/// Replaces the buffers of a run that did not end.
#[cold]
#[inline(never)]
fn forget<Buffers: Default>(buffers: &mut Buffers) {
    *buffers = Buffers::default();
}
