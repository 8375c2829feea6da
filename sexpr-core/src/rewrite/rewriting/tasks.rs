//! Tasks: what is put off, and what is done to a part after everything in it.
//!
//! A rewriting recurses natively and suspends, as a walk does. What is to be done at the end of a part is done after
//! the call, or put off after everything that was put off within it.
//!
//! A task holds a place without its lifetime. That is sound because a part can only be handed on, as a whole or in
//! parts: `Parts` has the lifetime as a brand, so whoever takes a part apart has it borrowed for good. The end of a
//! part takes it up again when nothing waits that was made of it. So `Rewritable::visit` and `Step::run` have to be
//! generic in that lifetime, as their declarations demand. The traits for users' pointers and containers take
//! and return references of such a lifetime, by safe code. So an implementation that lies can make a result wrong, and
//! nothing else.

use alloc::{boxed::Box, vec::Vec};
use core::{any::Any, marker::PhantomData};

use crate::{
    describe::region::Region,
    engine::trail::Mark,
    rewrite::{
        containers::RewritablePointer,
        part::Part,
        parts::Parts,
        rewriting::{Rewriting, Surroundings},
    },
    rules::occurrence::Occurrence,
};

/// Something to be done to a part.
pub(super) trait Step {
    /// What it is done to.
    type Of;
    /// Does it. What is within the part can only be handed on.
    fn run<'a>(part: Part<'a, Self::Of>, at: Region, open: PartInProgress, parts: &mut Parts<'a, '_, '_>);

    /// Whether there is something to be done to a part, so that it is worth being put off.
    fn is_needed(_is_owned: bool, _: &Rewriting<'_>) -> bool {
        true
    }
}

/// What was known of a part when it was begun, for its end.
#[derive(Clone, Copy, Default)]
pub(super) struct PartInProgress {
    /// The edits within it come from here on.
    pub(super) first_edit: usize,
    pub(super) occurrence: Option<Occurrence>,
    /// For a pointer: whether results are made of what it points to, and whether that is rewritten where it is.
    pub(super) is_shared: bool,
    pub(super) is_owned: bool,
}

type ErasedStep = unsafe fn(*mut (), bool, Region, PartInProgress, &mut Rewriting<'_>);

/// A step on a part whose lifetime is forgotten.
pub(super) struct Task {
    step: ErasedStep,
    place: *mut (),
    pub(super) mark: Mark,
    pub(super) around: Surroundings,
    at: Region,
    open: PartInProgress,
    /// As long as a way is in nodes and containers: memory ends first.
    pub(super) trail: u32,
    is_owned: bool,
}

/// Says that a lifetime is the one of the parts at hand, neither longer nor shorter.
pub(crate) type Brand<'a> = PhantomData<fn(&'a ()) -> &'a ()>;

/// What replaces parts that are only read while it is itself rewritten.
#[derive(Default)]
pub(super) struct Slots(Vec<Box<dyn Any>>);

impl Slots {
    /// Keeps a value until it is taken after what is in it, and gives it to be rewritten.
    pub(super) fn keep<'a, T: 'static>(&mut self, value: Box<T>, brand: Brand<'a>) -> Part<'a, T> {
        self.0.push(value);
        let Some(value) = self.0.last_mut().and_then(|slot| slot.downcast_mut()) else {
            unreachable!("a value of this type was put there just now")
        };
        let place = core::ptr::from_mut(value);
        // SAFETY: the value stays where it is, in its box. The vector may move the box, and borrows what is in it only
        // here, where it has just come in. It is taken after all that is made of the part.
        unsafe { part_of(place, true, brand) }
    }

    /// Takes what was kept last.
    pub(super) fn take<T: 'static>(&mut self) -> Option<Box<T>> {
        self.0.pop()?.downcast().ok()
    }
}

impl<'a> Parts<'a, '_, '_> {
    /// Puts off a step on a part. It is given up for as long as it lives, so that nothing else can be done to it. The
    /// rewriting is suspended.
    #[cold]
    #[inline(never)]
    pub(super) fn put_off_step<S: Step>(&mut self, part: Part<'a, S::Of>, mark: Mark, at: Region) {
        let (place, is_owned) = raw(part);
        self.rewriting.put_off::<S>(place, is_owned, mark, at, PartInProgress::default());
    }

    /// Hands a part on, and takes a step on it after all is done to what is in it.
    #[inline(always)]
    pub(super) fn before_end<S: Step>(
        &mut self,
        part: Part<'a, S::Of>,
        at: Region,
        open: PartInProgress,
        inside: impl for<'b> FnOnce(Part<'b, S::Of>, &mut Parts<'b, '_, '_>),
    ) {
        let (place, is_owned) = raw(part);
        // SAFETY: the pointer was made of a part that was given up. What is made of the part that is given here ends
        // before the pointer is used again: with the call, but for what is put off in it.
        inside(unsafe { part_of(place, is_owned, PhantomData) }, &mut Parts::new(self.rewriting));
        if self.rewriting.recursion.is_suspended() {
            if S::is_needed(is_owned, self.rewriting) {
                self.rewriting.put_off::<S>(place, is_owned, Mark::Transparent, at, open);
            }
        } else {
            // SAFETY: as above, and since nothing was put off, which suspends, nothing waits that was made of the part.
            unsafe { run_step::<S>(place.cast(), is_owned, at, open, self.rewriting) }
        }
    }
}

impl Rewriting<'_> {
    #[cold]
    #[inline(never)]
    fn put_off<S: Step>(&mut self, place: *mut S::Of, is_owned: bool, mark: Mark, at: Region, open: PartInProgress) {
        // Until the driver takes it up, everything is.
        self.recursion.suspend();
        let (around, trail) = (self.state.around, self.state.trail.length() as u32);
        self.recursion.put_off(Task {
            step: run_step::<S>,
            place: place.cast(),
            mark,
            around,
            at,
            open,
            trail,
            is_owned,
        });
    }
}

impl Task {
    /// Does what was put off.
    #[inline(always)]
    pub(super) fn run(self, rewriting: &mut Rewriting<'_>) {
        // SAFETY: the place was made of a part of the type that the step is for. It is alive: the root is borrowed for
        // the whole run, and a part is replaced before anything within it is put off, or after all of that is done.
        // Nothing else is made of it now: what waits was put off for other parts, or for what this is a part of.
        unsafe { (self.step)(self.place, self.is_owned, self.at, self.open, rewriting) }
    }
}

/// What a pointer points to, if nothing else points there; or else the pointer.
#[inline(always)]
pub(super) fn owned_target<P: RewritablePointer>(pointer: &mut P) -> Result<&mut P::Target, &mut P> {
    let place = core::ptr::from_mut(pointer);
    // SAFETY: the only reference to the pointer was given up, and of the two that are made of it here, one is given
    // back: the first one ends where it answers with nothing, which the compiler does not see.
    unsafe {
        match (*place).get_mut() {
            Some(target) => Ok(target),
            None => Err(&mut *place),
        }
    }
}

#[inline(always)]
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
#[inline(always)]
unsafe fn part_of<'a, T>(place: *mut T, is_owned: bool, _: Brand<'a>) -> Part<'a, T> {
    // SAFETY: the caller's promise.
    unsafe { if is_owned { Part::Owned(&mut *place) } else { Part::Read(&*place) } }
}

/// # Safety
///
/// As for `part_of`, with a part of the step's type.
#[inline(always)]
unsafe fn run_step<S: Step>(
    place: *mut (),
    is_owned: bool,
    at: Region,
    open: PartInProgress,
    rewriting: &mut Rewriting<'_>,
) {
    #[inline(always)]
    fn with_part<'a, S: Step>(part: Part<'a, S::Of>, at: Region, open: PartInProgress, rewriting: &mut Rewriting<'_>) {
        let mut parts: Parts<'a, '_, '_> = Parts::new(rewriting);
        S::run(part, at, open, &mut parts);
    }
    // SAFETY: the caller's promise; the lifetime is that of this call, and no longer.
    let part = unsafe { part_of(place.cast::<S::Of>(), is_owned, PhantomData) };
    with_part::<S>(part, at, open, rewriting);
}
