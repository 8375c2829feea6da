//! The memory of a hash computation, which the next one reuses.

use crate::{
    engine::recursion::{IdleRecursion, SMALL},
    ops::hash::{Waiting, items::Hashing},
    rules::numbering::Numbering,
};

/// What a hash computation leaves to the next: memory, and nothing in it.
#[derive(Debug)]
pub(crate) struct HashBuffers<I: Hashing> {
    pub(super) numbering: Numbering<I>,
    pub(super) recursion: IdleRecursion,
    pub(super) items: I,
    pub(super) open: Waiting<I>,
    pub(super) put_off: Waiting<I>,
    /// How much the last computation hashed.
    visits: u64,
    /// A computation began and did not end: user code panicked.
    pub(super) in_use: bool,
}

impl<I: Hashing> Default for HashBuffers<I> {
    fn default() -> Self {
        HashBuffers {
            numbering: Numbering::default(),
            recursion: IdleRecursion::default(),
            items: I::default(),
            open: Waiting::default(),
            put_off: Waiting::default(),
            visits: 0,
            in_use: false,
        }
    }
}

impl<I: Hashing> HashBuffers<I> {
    /// Whether the last computation was small.
    #[cfg_attr(not(feature = "std"), expect(dead_code, reason = "without `std`, no thread keeps anything"))]
    pub(crate) fn is_small(&self) -> bool {
        self.visits <= SMALL
    }

    /// Keeps what a computation leaves, which visited so much.
    pub(super) fn keep(&mut self, (recursion, visits): (IdleRecursion, u64)) {
        self.recursion = recursion;
        self.visits = visits;
        self.in_use = false;
    }
}
