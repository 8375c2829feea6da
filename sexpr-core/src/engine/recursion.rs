//! Recursion that can be suspended, for descending into values of any depth.
//!
//! An operation recurses natively, in the order in which types list their fields, as code written by hand would. When
//! the operation has taken [`NATIVE`] bytes of the native stack, it *suspends*: the call that would descend puts its
//! places off as a frame, and each caller, as it returns, puts off its remaining work. So the frames that were put off
//! are in the order of execution. The driver (`finish`) moves them to the explicit stack and continues with the top of
//! that stack, from a nearly empty native stack. The order is exactly that of plain recursion, whatever the depth. A
//! term of ordinary depth never touches the explicit stack. A chain of millions of nodes suspends once in some hundred
//! levels.
//!
//! Equality, hash and rewritings recurse in this way. Operations over lists of parts keep an explicit stack instead.
//!
//! - One test, [`Recursion::has_to_wait`], answers both "is the native stack too deep?" and "is the operation
//!   suspended?" by comparing the stack pointer with a floor. While the operation is suspended, the floor is above
//!   every address, so every call has to wait. Each task may always make one call, so it makes progress however large
//!   its stack frame is.
//! - The work after a node's fields (leaving a scope, relating variables, memoizing) is written after the call for the
//!   fields. It is done at once, or put off if the operation is suspended by then.
//! - A waiting step whose state exceeds a frame (two places and a region) keeps the excess on a stack of its operation
//!   (such as `Equal::open`). The elements of that stack are put off and moved in the same order.
//! - While the operation is suspended, a scope that ended has not been left yet. So the depth at which fields open
//!   regions is counted separately (`Equal::depth`).
//! - A frame may stand for a *row* of adjacent places (`Frame::row`), so that the rest of a `Vec` takes one frame.
//!
//! # Invariants
//!
//! - Every descent whose depth depends on the value tests whether it has to wait, or is put off. Native recursion
//!   without this test is allowed only to the depth of *types*: inline structs, tuples, arrays of leaves.
//! - While an operation is suspended, it only puts steps off: it looks up no variable, adds no item, and leaves no
//!   scope. It may compare leaves, since a difference between leaves is the same whenever it is found.
//! - A step can also be left on the stack directly ([`Recursion::leave`]), if the operation is not suspended. Such a
//!   step runs after everything that is done from then on.

use alloc::vec::Vec;

use crate::{
    describe::region::Region,
    engine::frame::{Frame, IdleFrame, recycle, stack_pointer},
};

/// The number of visits that a value of unknown size counts as.
pub(crate) const LARGE: u64 = 8;

/// The maximal number of visits of a small operation. The memory of a small operation is kept for the next operation.
pub(crate) const SMALL: u64 = 4096;

/// The number of bytes of native stack that an operation may take before it suspends. It may exceed this number by the
/// stack frames of two calls. With `--cfg sexpr_shallow`, operations suspend all the time, and must return the same
/// results.
const NATIVE: usize = if cfg!(sexpr_shallow) { 0 } else { 16 << 10 };

/// The floor of a suspended operation.
const SUSPENDED: usize = usize::MAX;

/// An operation that recurses natively, and can be suspended.
pub(crate) trait Suspendable<'a>: Sized + 'a {
    fn recursion(&mut self) -> &mut Recursion<Frame<'a, Self>>;

    /// Calls a function that captures nothing, or puts the call off if the operation is suspended.
    #[inline(always)]
    fn now_or_later(&mut self, act: impl Fn(&mut Self) + Copy + 'a) {
        if !self.recursion().is_suspended() {
            return act(self);
        }
        let call = move |operation: &mut Self, _: Region| {
            act(operation);
            true
        };
        self.recursion().put_off(Frame::call(call, Region::NONE));
    }

    /// Takes a step, or puts it off if the operation has to wait.
    #[inline(never)]
    fn run_or_put_off(&mut self, frame: Frame<'a, Self>) -> bool {
        if self.recursion().has_to_wait() {
            self.recursion().put_off(frame);
            return true;
        }
        frame.run(self)
    }
}

/// The limit of the native stack: the lowest address to which it may grow.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DepthLimit(usize);

/// The pending tasks of an operation, and its depth on the native stack. For most operations, a task is a [`Frame`].
pub(crate) struct Recursion<T> {
    /// The lowest address to which the native stack may grow; [`SUSPENDED`] while it may not grow at all.
    floor: usize,
    /// The floor while the operation is not suspended.
    depth_limit: usize,
    /// Whether one more call may be made although the native stack is too deep, so that each task makes progress.
    may_exceed: bool,
    tasks: PutOff<T>,
}

/// The memory of a recursion between two runs.
pub(crate) type IdleRecursion = PutOff<IdleFrame>;

/// A stack of items that are put off while an operation is suspended, and taken up in the same order afterwards.
#[derive(Debug)]
pub(crate) struct PutOff<T> {
    /// The items that were put off since the operation suspended, in the order of execution.
    put_off: Vec<T>,
    /// The items that were put off before, the next item last.
    stack: Vec<T>,
}

impl<T> Default for PutOff<T> {
    fn default() -> Self {
        PutOff { put_off: Vec::new(), stack: Vec::new() }
    }
}

impl<T> PutOff<T> {
    pub(crate) fn push(&mut self, item: T) {
        self.put_off.push(item);
    }

    /// Moves the items that were put off to the top of the stack.
    pub(crate) fn resume(&mut self) {
        self.stack.extend(self.put_off.drain(..).rev());
    }

    /// Takes the next item from the stack.
    pub(crate) fn pop(&mut self) -> Option<T> {
        self.stack.pop()
    }

    /// The length of the stack.
    pub(crate) fn len(&self) -> usize {
        self.stack.len()
    }

    /// Drops the items that were put off, and the top of the stack down to this length.
    pub(crate) fn cut_back(&mut self, length: usize) {
        self.put_off.clear();
        self.stack.truncate(length);
    }

    /// An empty stack of another type of items, in the same memory.
    fn recycle<U>(self) -> PutOff<U> {
        PutOff { put_off: recycle(self.put_off), stack: recycle(self.stack) }
    }
}

impl<'a, O> Recursion<Frame<'a, O>> {
    /// A recursion without tasks that begins at this depth of the native stack. Its memory is borrowed until
    /// [`give_back`](Self::give_back).
    #[inline(always)]
    pub(crate) fn borrow(idle: &mut IdleRecursion) -> Self {
        // Small operations need no memory.
        if idle.stack.capacity() == 0 {
            return Recursion::default();
        }
        Recursion { tasks: core::mem::take(idle).recycle(), ..Recursion::default() }
    }

    /// Gives the borrowed memory back, for another run.
    #[inline(always)]
    pub(crate) fn give_back(self, idle: &mut IdleRecursion) {
        if self.tasks.stack.capacity() > 0 {
            *idle = self.tasks.recycle();
        }
    }

    /// Puts off a step on the places of two slices of one length.
    pub(crate) fn put_off_row<T: 'a, F>(&mut self, mut left: &'a [T], mut right: &'a [T], step: F, at: Region)
    where
        F: Fn(&mut O, &'a [T], &'a [T], Region) -> bool + Copy + 'a,
    {
        while let Some((frame, count)) = Frame::row(left, right, step, at) {
            self.put_off(frame);
            (left, right) = (&left[count..], &right[count..]);
        }
    }
}

impl<T> Default for Recursion<T> {
    /// A recursion without tasks that begins at this depth of the native stack.
    fn default() -> Self {
        let floor = floor_from_here();
        Recursion { floor, depth_limit: floor, may_exceed: true, tasks: PutOff::default() }
    }
}

impl<T> Recursion<T> {
    /// A recursion without tasks, for an operation inside another. It uses the limit of the outermost operation, so
    /// that nested operations together take no more of the native stack than one operation.
    pub(crate) fn inside(outermost: Option<DepthLimit>) -> Self {
        let mut recursion = Recursion::default();
        if let Some(DepthLimit(limit)) = outermost {
            (recursion.floor, recursion.depth_limit) = (limit, limit);
        }
        recursion
    }

    /// The limit of the native stack: the lowest address to which it may grow.
    pub(crate) fn depth_limit(&self) -> DepthLimit {
        DepthLimit(self.depth_limit)
    }

    /// Whether [`has_to_wait`](Self::has_to_wait) may return `true`. A cheaper test for callers that seldom wait.
    #[inline(always)]
    pub(crate) fn may_have_to_wait(&self) -> bool {
        stack_pointer() < self.floor
    }

    /// Whether a call has to be put off. Suspends the operation if the native stack is too deep.
    #[inline(always)]
    pub(crate) fn has_to_wait(&mut self) -> bool {
        self.may_have_to_wait() && self.suspends()
    }

    /// Suspends the operation, unless one call may still be made.
    #[cold]
    #[inline(never)]
    fn suspends(&mut self) -> bool {
        if !self.is_suspended() && core::mem::take(&mut self.may_exceed) {
            return false;
        }
        self.suspend();
        true
    }

    /// Suspends the operation: every task is put off until [`resume`](Self::resume).
    #[inline(always)]
    pub(crate) fn suspend(&mut self) {
        self.floor = SUSPENDED;
    }

    /// Whether the operation is suspended.
    #[inline(always)]
    pub(crate) fn is_suspended(&self) -> bool {
        self.floor == SUSPENDED
    }

    /// Puts off a task. The operation must be suspended.
    #[cold]
    #[inline(never)]
    pub(crate) fn put_off(&mut self, task: T) {
        debug_assert!(self.is_suspended());
        self.tasks.push(task);
    }

    /// Ends the suspension. The tasks that were put off run before those that waited already.
    pub(crate) fn resume(&mut self) {
        self.tasks.resume();
        self.floor = self.depth_limit;
    }

    /// Takes the next task. The operation must not be suspended.
    pub(crate) fn next(&mut self) -> Option<T> {
        debug_assert!(!self.is_suspended());
        self.may_exceed = true;
        self.tasks.pop()
    }

    /// Leaves a task on the stack. It runs after everything that is done from now on. The operation must not be
    /// suspended.
    pub(crate) fn leave(&mut self, task: T) {
        debug_assert!(!self.is_suspended());
        self.tasks.stack.push(task);
    }

    /// The number of tasks that wait.
    pub(crate) fn waiting(&self) -> usize {
        self.tasks.len()
    }

    /// Drops all but this number of waiting tasks, and ends the suspension.
    pub(crate) fn cut_back(&mut self, waiting: usize) {
        self.tasks.cut_back(waiting);
        self.floor = self.depth_limit;
    }
}

/// The floor of an operation that begins here.
#[inline(always)]
fn floor_from_here() -> usize {
    stack_pointer().saturating_sub(NATIVE)
}
