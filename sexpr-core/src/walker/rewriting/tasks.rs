//! What is still to be done, and the values that it is done to.
//!
//! Parts of a value wait here without their lifetimes, some of them twice: what is to be done at the end of a part lies
//! below all that waits within it.

use alloc::{boxed::Box, vec::Vec};
use core::{any::Any, marker::PhantomData};

use super::{Rewriting, Surroundings};
use crate::{
    rewrite::{Part, Parts},
    walker::trail::Mark,
};

/// Something to be done to a part.
pub(super) trait Step {
    /// What it is done to.
    type Of;
    /// Does it. What is within the part can only be handed on, and so will be dealt with before what lies below.
    fn run<'a>(part: Part<'a, Self::Of>, parts: &mut Parts<'a, '_, '_>);
}

type ErasedStep = unsafe fn(*mut (), bool, &mut Rewriting<'_>);

/// A step on a part whose lifetime is forgotten.
pub(super) struct Task {
    step: ErasedStep,
    place: *mut (),
    pub(super) mark: Mark,
    pub(super) around: Surroundings,
    /// As long as a way is in nodes and containers: memory ends first.
    pub(super) trail: u32,
    is_owned: bool,
}

/// The tasks that wait.
#[derive(Default)]
pub(super) struct Tasks {
    tasks: Vec<Task>,
    /// What replaces parts that are only read while it is itself rewritten.
    slots: Vec<Box<dyn Any>>,
}

/// Says that a lifetime is the one of the parts at hand, neither longer nor shorter.
pub(crate) type Brand<'a> = PhantomData<fn(&'a ()) -> &'a ()>;

impl Tasks {
    pub(super) fn length(&self) -> usize {
        self.tasks.len()
    }

    /// Puts off a step on a part. It is given up for as long as it lives, so that nothing else can be done to it.
    #[inline(always)]
    pub(super) fn put_off<'a, S: Step>(
        &mut self,
        part: Part<'a, S::Of>,
        _: Brand<'a>,
        mark: Mark,
        around: Surroundings,
        trail: u32,
    ) {
        let (place, is_owned) = raw(part);
        self.push::<S>(place, is_owned, mark, around, trail);
    }

    /// Puts off a step on a part until all is done that is put off from now on, and gives the part back for that.
    #[inline(always)]
    pub(super) fn put_off_to_the_end<'a, S: Step>(
        &mut self,
        part: Part<'a, S::Of>,
        brand: Brand<'a>,
        around: Surroundings,
        trail: u32,
    ) -> Part<'a, S::Of> {
        let (place, is_owned) = raw(part);
        self.push::<S>(place, is_owned, Mark::Transparent, around, trail);
        // SAFETY: the pointer was made of a part that lives for `'a` and was given up for it. The task that holds the
        // same pointer runs when all above it has: what is made of the part that is given back ends before.
        unsafe { part_of(place, is_owned, brand) }
    }

    #[inline(always)]
    fn push<S: Step>(&mut self, place: *mut S::Of, is_owned: bool, mark: Mark, around: Surroundings, trail: u32) {
        self.tasks.push(Task { step: run_step::<S>, place: place.cast(), mark, around, trail, is_owned });
    }

    /// Keeps a value until a step takes it that was put off to the end before, and gives it to be rewritten.
    pub(super) fn keep<'a, T: 'static>(&mut self, value: T, brand: Brand<'a>) -> Part<'a, T> {
        self.slots.push(Box::new(value));
        let Some(value) = self.slots.last_mut().and_then(|slot| slot.downcast_mut()) else {
            unreachable!("a value of this type was put there just now")
        };
        let place = core::ptr::from_mut(value);
        // SAFETY: the value stays where it is, in its box, which nothing touches until the step takes it that lies
        // below all that is made of the part.
        unsafe { part_of(place, true, brand) }
    }

    /// Takes what was kept last.
    pub(super) fn take_kept<T: 'static>(&mut self) -> Option<T> {
        self.slots.pop()?.downcast().ok().map(|value| *value)
    }

    /// Takes the task that was put off last.
    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<Task> {
        self.tasks.pop()
    }
}

impl Task {
    /// Does what was put off.
    #[inline(always)]
    pub(super) fn run(self, rewriting: &mut Rewriting<'_>) {
        // SAFETY: the place was made of a part of the type that the step is for. It is alive: the root is borrowed for
        // the whole run, and a part is replaced before anything within it is put off, or after all of that is done.
        // Nothing else is made of it now: what waits below was put off for other parts, or for what this is a part of.
        unsafe { (self.step)(self.place, self.is_owned, rewriting) }
    }
}

fn raw<T>(part: Part<'_, T>) -> (*mut T, bool) {
    match part {
        Part::Owned(value) => (core::ptr::from_mut(value), true),
        Part::Read(value) => (core::ptr::from_ref(value).cast_mut(), false),
    }
}

/// # Safety
///
/// The pointer was made of a part that is alive for `'a`, with this ownership, and of which nothing else is used
/// meanwhile.
unsafe fn part_of<'a, T>(place: *mut T, is_owned: bool, _: Brand<'a>) -> Part<'a, T> {
    // SAFETY: the caller's promise.
    unsafe { if is_owned { Part::Owned(&mut *place) } else { Part::Read(&*place) } }
}

/// # Safety
///
/// As for `part_of`, with a part of the step's type.
unsafe fn run_step<S: Step>(place: *mut (), is_owned: bool, rewriting: &mut Rewriting<'_>) {
    fn with_part<'a, S: Step>(part: Part<'a, S::Of>, rewriting: &mut Rewriting<'_>) {
        let mut parts: Parts<'a, '_, '_> = Parts::new(rewriting);
        S::run(part, &mut parts);
    }
    // SAFETY: the caller's promise; the lifetime is that of this call, and no longer.
    let part = unsafe { part_of(place.cast::<S::Of>(), is_owned, PhantomData) };
    with_part::<S>(part, rewriting);
}
