//! Calls that are put off, and calls that follow everything in a part.
//!
//! A rewriting recurses natively and suspends, as equality does (`engine::recursion`). What follows the contents of a part
//! is called after them, or put off behind everything that they put off.
//!
//! A put-off call has to know its part by a raw pointer: the end of a part waits for calls that hold parts of the same
//! part, and two `&mut` to one value cannot be stored together. The pointer is sound for two reasons.
//!
//! - *Parts are given up.* Whoever takes a part apart has it borrowed for `'a`, and [`Parts<'a>`](Parts) takes no part of a
//!   shorter life: its lifetime is invariant. So a visitor can hand its part on, whole or piece by piece, and can neither
//!   keep nor reuse it.
//! - *Contents come first.* A part is used again, at its end, when no call waits that has a piece of it: pieces are visited
//!   in the call before the end, and what they put off precedes what is put off for the end.
//!
//! The functions that take parts apart are generic in `'a`, as the traits demand. Those of users' pointers and containers
//! are safe code between references of one lifetime: a wrong one makes a result wrong, and nothing else.

use alloc::boxed::Box;
use core::marker::PhantomData;

use crate::{
    engine::trail::Mark,
    rewrite::{
        parts::{Part, Parts},
        rewriting::{Rewriting, Surroundings},
    },
};

/// A call that was put off, and where the rewriting is at that call.
pub(super) struct Task {
    pub(super) call: Box<Call>,
    pub(super) mark: Mark,
    pub(super) around: Surroundings,
    /// The length of the trail, which is as long as values are deep.
    pub(super) trail: u32,
}

type Call = dyn FnOnce(&mut Rewriting<'_>);

/// The lifetime of the parts that are visited, neither longer nor shorter.
pub(crate) type Brand<'a> = PhantomData<fn(&'a ()) -> &'a ()>;

/// The place of a part whose lifetime is forgotten.
struct Place<T> {
    pointer: *mut T,
    is_owned: bool,
}

impl<T> Clone for Place<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Place<T> {}

impl<T> Place<T> {
    #[inline(always)]
    fn of(part: Part<'_, T>) -> Self {
        match part {
            Part::Owned(value) => Place { pointer: core::ptr::from_mut(value), is_owned: true },
            Part::Read(value) => Place { pointer: core::ptr::from_ref(value).cast_mut(), is_owned: false },
        }
    }

    /// The part at this place.
    ///
    /// # Safety
    ///
    /// The part from which the place was made lives for `'a`, and nothing that was made of that part, or of this place
    /// before, is used again.
    #[inline(always)]
    unsafe fn part<'a>(self) -> Part<'a, T> {
        // SAFETY: the pointer comes from a reference of this ownership, which the caller says is live and unused.
        unsafe { if self.is_owned { Part::Owned(&mut *self.pointer) } else { Part::Read(&*self.pointer) } }
    }
}

impl<'a> Parts<'a, '_, '_> {
    /// Puts off a call with a part. The rewriting is suspended.
    #[cold]
    #[inline(never)]
    pub(super) fn put_off<T: 'static>(
        &mut self,
        part: Part<'a, T>,
        mark: Mark,
        call: impl for<'b> FnOnce(Part<'b, T>, &mut Parts<'b, '_, '_>) + 'static,
    ) {
        let place = Place::of(part);
        // SAFETY: the part is given up here, and only this call has its place. It is alive when the call is made: the root
        // is borrowed until all calls were made, and a part that is replaced is replaced before anything in it is put off,
        // or after all of that was called.
        self.rewriting.put_off(mark, move |rewriting| call(unsafe { place.part() }, &mut Parts::new(rewriting)));
    }

    /// Visits a part, and then calls `end` with it, if that `needs_end`: after the visit, or after all that the visit put
    /// off.
    #[inline(always)]
    pub(super) fn visit_then<T: 'static>(
        &mut self,
        part: Part<'a, T>,
        needs_end: bool,
        visit: impl for<'b> FnOnce(Part<'b, T>, &mut Parts<'b, '_, '_>),
        end: impl for<'b> FnOnce(Part<'b, T>, &mut Parts<'b, '_, '_>) + 'static,
    ) {
        let place = Place::of(part);
        // SAFETY: the part was given up, and its place is used again only below: after the call, and after what it put off.
        visit(unsafe { place.part() }, &mut Parts::new(self.rewriting));
        if !needs_end {
            return;
        }
        if self.rewriting.recursion.is_suspended() {
            // SAFETY: the call comes after all that the visit put off, so nothing made of the part is used again. The part
            // is alive, as in `put_off`.
            let end = move |rewriting: &mut Rewriting<'_>| end(unsafe { place.part() }, &mut Parts::new(rewriting));
            self.rewriting.put_off(Mark::Transparent, end);
        } else {
            // SAFETY: the visit put nothing off, as that suspends; so nothing made of the part is used again.
            end(unsafe { place.part() }, &mut Parts::new(self.rewriting));
        }
    }
}

impl<'a> Parts<'a, '_, '_> {
    /// Has a part that is only read replaced by a value, which becomes an edit at once, and is visited where it lies.
    pub(super) fn edit_to_visit<T: 'static>(&mut self, part: &'a T, value: Box<T>) -> Part<'a, T> {
        self.rewriting.edits.push(part, value);
        let Some(value) = self.rewriting.edits.last_mut() else {
            unreachable!("a value of this type was put there just now")
        };
        // SAFETY: the value lies in a box of its own, which holds still when the vector of edits grows. Edits are taken, and
        // looked into, only from the first one of a node that ends; this one belongs to the node around the part, which
        // ends after all that is made of the value.
        unsafe { Place::of(Part::Owned(value)).part() }
    }
}

impl Rewriting<'_> {
    /// Puts off a call. The rewriting is suspended until the call is taken up.
    #[cold]
    #[inline(never)]
    fn put_off(&mut self, mark: Mark, call: impl FnOnce(&mut Rewriting<'_>) + 'static) {
        self.recursion.suspend();
        let (around, trail) = (self.state.around, self.state.trail.length() as u32);
        self.recursion.put_off(Task { call: Box::new(call), mark, around, trail });
    }

    /// Calls a function, now or after all that was put off before.
    #[inline(always)]
    pub(super) fn now_or_later(&mut self, call: impl FnOnce(&mut Rewriting<'_>) + 'static) {
        if self.recursion.is_suspended() {
            self.put_off(Mark::Transparent, call);
        } else {
            call(self);
        }
    }
}
