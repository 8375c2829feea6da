//! How an operation goes down into values: a loop for each type of place, and no native recursion but a bounded one.
//!
//! A loop takes up the children of what it visits itself, as long as they stand in places of its own type, and so does
//! not touch the stack for the first of them. To a place of another type it calls natively while there is room, and
//! else leaves it on the operation's stack. It ends when what is on top of that stack is not its own, or when the
//! operation pauses: then it is the caller's turn, at last that of [`Descending::finish`].

use alloc::vec::Vec;

use super::frame::{Frame, Row, RowStep, prefetch};
use crate::region::Region;

/// How much of the native stack calls from loop to loop may take, in bytes. What is needed beyond is the frame of one
/// loop.
const NATIVE: usize = 8 << 10;

/// An operation that goes down into values.
pub(crate) trait Descending<'a>: Sized + 'a {
    /// What changes at each node, kept at hand while a loop runs.
    type AtHand: Copy;

    /// What is still to be visited.
    fn stack(&mut self) -> &mut Vec<Frame<'a, Self>>;
    /// Where on the native stack the operation began.
    fn native_base(&self) -> usize;
    /// Takes at hand what changes at each node.
    fn take_at_hand(&mut self) -> Self::AtHand;
    /// Puts it back.
    fn put_back(&mut self, at_hand: Self::AtHand);

    /// Whether the operation is to stop for now, with all that is left on the stack.
    #[inline(always)]
    fn pauses(&self) -> bool {
        false
    }

    /// Visits all that is on the stack, or what is there before a pause; `false` if the operation needs no more.
    fn finish(&mut self) -> bool {
        while !self.pauses() {
            let Some(frame) = self.stack().pop() else { break };
            if !frame.run(self) {
                return false;
            }
        }
        true
    }
}

/// Takes what a place lists, for an operation.
///
/// Children are put on the operation's stack, last one first, but for the one listed last, which is the first in order:
/// it is held back, and taken up next.
pub(crate) struct Listing<'w, 'a, O: Descending<'a>> {
    pub(crate) operation: &'w mut O,
    pub(crate) at_hand: O::AtHand,
    held: Option<(Frame<'a, O>, Near)>,
}

/// What a child is read from, to be prefetched if it has to wait.
pub(crate) type Near = [Option<*const u8>; 2];

impl<'w, 'a, O: Descending<'a>> Listing<'w, 'a, O> {
    #[inline(always)]
    fn new(operation: &'w mut O, at_hand: O::AtHand) -> Self {
        Listing { operation, at_hand, held: None }
    }

    /// Puts off a child. Children come last one first.
    #[inline(always)]
    pub(crate) fn put_off(&mut self, child: Frame<'a, O>) -> bool {
        self.put_off_near(child, [None; 2])
    }

    /// Puts off a child that is read from somewhere else.
    #[inline(always)]
    pub(crate) fn put_off_near(&mut self, child: Frame<'a, O>, near: Near) -> bool {
        if let Some((later, near)) = self.held.replace((child, near)) {
            near.into_iter().flatten().for_each(prefetch);
            self.operation.stack().push(later);
        }
        true
    }

    /// Puts off what lies side by side, as many on both sides.
    #[inline(always)]
    pub(crate) fn put_off_row<S: RowStep<'a, O>>(
        &mut self,
        left: &'a [S::Place],
        right: &'a [S::Place],
        at: Region,
    ) -> bool {
        let mut rest = left.len();
        while let Some((row, before)) = Row::last_of(&left[..rest], right, at) {
            self.put_off(Frame::row::<S>(row));
            rest = before;
        }
        true
    }
}

/// What an operation does at a place of some type.
pub(crate) trait Descend<'a, O: Descending<'a>>: RowStep<'a, O> {
    /// Answers `false` when the operation needs no more.
    fn visit(listing: &mut Listing<'_, 'a, O>, left: &'a Self::Place, right: &'a Self::Place, at: Region) -> bool;

    /// What two places are read from.
    #[inline(always)]
    fn near(_: &Self::Place, _: &Self::Place) -> Near {
        [None; 2]
    }
}

/// The loop over places of one type.
#[inline(always)]
pub(crate) fn descend<'a, O: Descending<'a>, V: Descend<'a, O>>(operation: &mut O, row: Row<'a, V::Place>) -> bool {
    let mut at_hand = operation.take_at_hand();
    let (mut left, mut right, mut at) = begin::<O, V>(operation, row);
    loop {
        let mut listing = Listing::new(operation, at_hand);
        let goes_on = V::visit(&mut listing, left, right, at);
        let held = listing.held;
        at_hand = listing.at_hand;
        if !goes_on {
            return false;
        }
        if operation.pauses() {
            operation.stack().extend(held.map(|(child, _)| child));
            operation.put_back(at_hand);
            return true;
        }
        if let Some((child, _)) = held {
            if let Some(row) = child.row_of::<V>() {
                (left, right, at) = begin::<O, V>(operation, row);
                continue;
            }
            operation.put_back(at_hand);
            if operation.native_base().wrapping_sub(native_address()) > NATIVE {
                operation.stack().push(child);
                return true;
            }
            if !child.run(operation) {
                return false;
            }
            if operation.pauses() {
                return true;
            }
            at_hand = operation.take_at_hand();
        }
        let Some(next) = resume::<O, V>(operation) else {
            operation.put_back(at_hand);
            return true;
        };
        (left, right, at) = next;
    }
}

/// One visit at a place of a type whose children seldom stand in places of it.
#[inline(always)]
pub(crate) fn visit_once<'a, O: Descending<'a>>(
    operation: &mut O,
    visit: impl FnOnce(&mut Listing<'_, 'a, O>) -> bool,
) -> bool {
    let at_hand = operation.take_at_hand();
    let mut listing = Listing::new(operation, at_hand);
    let goes_on = visit(&mut listing);
    let (held, at_hand) = (listing.held, listing.at_hand);
    operation.stack().extend(held.map(|(child, _)| child));
    operation.put_back(at_hand);
    goes_on
}

/// The first places of a row; the others are left on the stack.
#[inline(always)]
fn begin<'a, O: Descending<'a>, V: Descend<'a, O>>(
    operation: &mut O,
    row: Row<'a, V::Place>,
) -> (&'a V::Place, &'a V::Place, Region) {
    if let Some(others) = row.others() {
        prefetch_first::<O, V>(&others);
        operation.stack().push(Frame::row::<V>(others));
    }
    row.first()
}

/// The next places on top of the stack, if they are for the same loop.
#[inline(always)]
fn resume<'a, O: Descending<'a>, V: Descend<'a, O>>(operation: &mut O) -> Option<(&'a V::Place, &'a V::Place, Region)> {
    let stack = operation.stack();
    let top = stack.last_mut()?;
    let row = top.row_of::<V>()?;
    match row.others() {
        None => _ = stack.pop(),
        Some(others) => {
            prefetch_first::<O, V>(&others);
            *top = Frame::row::<V>(others);
        }
    }
    Some(row.first())
}

#[inline(always)]
fn prefetch_first<'a, O: Descending<'a>, V: Descend<'a, O>>(row: &Row<'a, V::Place>) {
    let (left, right, _) = row.first();
    V::near(left, right).into_iter().flatten().for_each(prefetch);
}

/// About where the native stack is.
#[inline(always)]
pub(crate) fn native_address() -> usize {
    let marker = 0_u8;
    core::ptr::from_ref(&marker).addr()
}
