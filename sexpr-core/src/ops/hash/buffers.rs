//! The memory of a hash computation, which the next one reuses.

use crate::{
    describe::{identity::Keys, options::Options},
    engine::recursion::{IdleRecursion, SMALL},
    ops::hash::{Waiting, items::Hashing},
    rules::{numbering::Numbering, var_pairs::in_parts::Event},
};

/// What a hash computation leaves to the next: memory, and nothing in it.
#[derive(Debug, Default)]
pub(crate) struct HashBuffers<I: Hashing> {
    pub(super) numbering: Numbering<I>,
    pub(super) items: I,
    pub(super) open: Waiting<I>,
    pub(super) put_off: Waiting<I>,
    pub(super) left: Left,
}

/// What a computation notes when it ends.
#[derive(Debug, Default)]
pub(super) struct Left {
    pub(super) recursion: IdleRecursion,
    /// How much it hashed.
    pub(super) visits: u64,
    /// It did not end yet; where it is not under way, user code panicked.
    pub(super) in_use: bool,
}

impl<I: Hashing> HashBuffers<I> {
    #[cold]
    #[inline(never)]
    pub(super) fn forget(&mut self) {
        *self = HashBuffers::default();
    }

    /// Begins as one side of a comparison.
    pub(crate) fn begin_in_context(&mut self, options: Options) {
        self.numbering.begin_in_context(options.maps_free_vars());
    }

    /// Repeats what happened on a side of a comparison.
    pub(crate) fn repeat(&mut self, side: usize, event: Event<2>, made: &mut u64) {
        self.numbering.repeat(side, event, made);
    }

    /// What keyed nodes are known by.
    pub(crate) fn keys(&mut self) -> &mut Keys {
        &mut self.numbering.keys
    }

    /// Whether the last computation was small.
    #[cfg_attr(not(feature = "std"), expect(dead_code, reason = "without `std`, no thread keeps anything"))]
    pub(crate) fn is_small(&self) -> bool {
        self.left.visits <= SMALL
    }
}
