//! Recursion that can be suspended: how an operation descends into a value of any depth.
//!
//! An operation recurses natively, in the order in which types list their fields, as code written by hand would. When
//! it has taken [`NATIVE`] bytes of the native stack, it *suspends*: the call that would descend puts its places off as
//! a frame, and each caller, on its way out, puts off what it has left to do. So what was put off is in the order of
//! execution. The driver (`finish`) moves it to the explicit stack and goes on with the top of that, from a native
//! stack that is nearly empty. The order is exactly that of plain recursion, whatever the depth; a term of ordinary
//! depth never touches the explicit stack; and a chain of millions of nodes suspends once in some hundred levels.
//!
//! Equality, hash, walks, searches and rewritings recurse in this way. Mismatch reports and alpha classes are suspended
//! all the time.
//!
//! - A call asks one question, [`Recursion::may_have_to_wait`], which is both "is the native stack too deep?" and "is
//!   the operation suspended?". One bit test answers it: the number of native calls, kept in the unused bits of
//!   `Region`, against a mask. Each call whose number is a multiple of [`EVERY`] looks at the address of the native
//!   stack; while the operation is suspended, the mask is empty, so that every call has to wait.
//! - What follows a node's fields (leaving a scope, relating variables, memoizing) is written after the call that it
//!   follows. It is done at once, or put off if the operation is suspended by then.
//! - A step that waits and needs more than two places and a region keeps the rest on a stack of its operation (such as
//!   `Equal::open`), which is put off and moved in the same order.
//! - While the operation is suspended, a scope that ended is still entered. So the depth at which fields open regions
//!   is counted apart (`Equal::depth`).
//! - A frame may stand for a *row* of adjacent places (`Row`), so that the rest of a `Vec` takes one frame.
//!
//! # Invariants
//!
//! - Every descent whose depth depends on the value asks whether it has to wait, or is put off. Native recursion
//!   without that question is allowed only to the depth of *types*: inline structs, tuples, arrays of leaves.
//! - While an operation is suspended, it only puts steps off: it looks up no variable, adds no item, leaves no scope.
//!   It may compare leaves, since a difference between leaves is one whenever it is found.
//! - A step that is left on the stack directly ([`Recursion::leave`]), and not put off, runs after everything that is
//!   done from then on. The operation is not suspended then.

use alloc::vec::Vec;

use crate::{
    describe::region::{CallMask, Region},
    engine::frame::{Frame, IdleFrame, Row, RowStep, recycle},
};

/// How many visits it takes for what was found of a shared node to be remembered: a cheaper one is visited again at
/// each occurrence. Most shared nodes are small, and a table of all of them costs more.
pub(crate) const EXPENSIVE: u64 = 8;

/// How many visits a value counts as that may be of any size.
pub(crate) const LARGE: u64 = 8;

/// How many visits a small operation makes at most: its memory is kept for others.
pub(crate) const SMALL: u64 = 4096;

/// How much of the native stack an operation may take before it suspends, in bytes. What is needed beyond is the frames
/// of [`EVERY`] calls. Built with `--cfg sexpr_shallow`, operations suspend all the time, which must make no
/// difference.
const NATIVE: usize = if cfg!(sexpr_shallow) { 0 } else { 16 << 10 };

/// At every how many calls it is looked at how much of the native stack is taken, a power of two above one. Without
/// optimization, frames are large.
const EVERY: u64 = if cfg!(debug_assertions) { 2 } else { 8 };

/// What an operation has still to do, as tasks, and how deep it is. Most operations need to know no more of a task than
/// its [`Frame`].
pub(crate) struct Recursion<T> {
    /// Where the number of calls has none of these bits, the depth is looked at; while suspended, there are none.
    unasked: CallMask,
    /// Where on the native stack the operation began.
    base: usize,
    /// What was put off since the operation suspended, in the order of execution.
    put_off: Vec<T>,
    /// What was put off before, next last.
    stack: Vec<T>,
}

/// The memory of a recursion between two runs.
#[derive(Debug, Default)]
pub(crate) struct IdleRecursion {
    put_off: Vec<IdleFrame>,
    stack: Vec<IdleFrame>,
}

/// At how many calls the depth is looked at.
const UNASKED: CallMask = CallMask::but_multiples_of(EVERY);

impl<'a, O> Recursion<Frame<'a, O>> {
    /// Nothing to be done, from here on the native stack, with the memory of another.
    pub(crate) fn begin(idle: IdleRecursion) -> Self {
        let IdleRecursion { put_off, stack } = idle;
        Recursion { unasked: UNASKED, base: native_address(), put_off: recycle(put_off), stack: recycle(stack) }
    }

    /// The memory, for another run.
    pub(crate) fn end(self) -> IdleRecursion {
        IdleRecursion { put_off: recycle(self.put_off), stack: recycle(self.stack) }
    }

    /// Puts off a step on places that lie side by side, as many on both sides.
    pub(crate) fn put_off_row<S: RowStep<'a, O>>(&mut self, left: &'a [S::Place], right: &'a [S::Place], at: Region) {
        let mut done = 0;
        while let Some((row, count)) = Row::first_of(&left[done..], &right[done..], at) {
            self.put_off(Frame::row::<S>(row));
            done += count;
        }
    }
}

impl<T> Recursion<T> {
    /// Nothing to be done, from here on the native stack.
    pub(crate) fn new() -> Self {
        Recursion { unasked: UNASKED, base: native_address(), put_off: Vec::new(), stack: Vec::new() }
    }

    /// Whether a call might have to be put off; then [`has_to_wait`](Self::has_to_wait) tells. `at` counts the calls.
    #[inline(always)]
    pub(crate) fn may_have_to_wait(&self, at: Region) -> bool {
        !at.calls_have(self.unasked)
    }

    /// Whether a call has to be put off. Suspends the operation if the native stack has grown too far.
    #[cold]
    #[inline(never)]
    pub(crate) fn has_to_wait(&mut self) -> bool {
        if self.base.wrapping_sub(native_address()) > NATIVE {
            self.suspend();
        }
        self.is_suspended()
    }

    /// From now on everything is put off, until it is taken up.
    #[inline(always)]
    pub(crate) fn suspend(&mut self) {
        self.unasked = CallMask::NONE;
    }

    /// Whether everything has to be put off.
    #[inline(always)]
    pub(crate) fn is_suspended(&self) -> bool {
        self.unasked == CallMask::NONE
    }

    /// Puts off a task. The operation is suspended.
    #[cold]
    #[inline(never)]
    pub(crate) fn put_off(&mut self, task: T) {
        debug_assert!(self.is_suspended());
        self.put_off.push(task);
    }

    /// Goes on from here on the native stack.
    pub(crate) fn begin_again(&mut self) {
        self.base = native_address();
        self.resume();
    }

    /// Takes up what was put off, to be done before all that waits already.
    pub(crate) fn resume(&mut self) {
        self.stack.extend(self.put_off.drain(..).rev());
        self.unasked = UNASKED;
    }

    /// The next task. The operation is not suspended.
    pub(crate) fn next(&mut self) -> Option<T> {
        debug_assert!(!self.is_suspended());
        self.stack.pop()
    }

    /// Leaves a task for when all that is done from now on is done. The operation is not suspended.
    pub(crate) fn leave(&mut self, task: T) {
        debug_assert!(!self.is_suspended());
        self.stack.push(task);
    }

    /// How many tasks wait.
    pub(crate) fn waiting(&self) -> usize {
        self.stack.len()
    }

    /// Forgets all tasks but the last so many, and goes on.
    pub(crate) fn cut_back(&mut self, waiting: usize) {
        self.put_off.clear();
        self.stack.truncate(waiting);
        self.unasked = UNASKED;
    }
}

/// About where the native stack is.
#[inline(always)]
fn native_address() -> usize {
    let marker = 0_u8;
    core::ptr::from_ref(&marker).addr()
}
