//! Calls that are put off, and calls that run after the contents of a part.
//!
//! A rewriting recurses natively and suspends, like equality (`engine::recursion`). The work at the end of a part is
//! called after the contents, or put off behind all calls that the contents put off.
//!
//! A put-off call holds its part as a raw pointer: the end of a part waits for calls that hold pieces of this part, and
//! two `&mut` to one value cannot be stored together. The pointer is sound for two reasons.
//!
//! - *Parts are given up.* Code that takes a part apart borrows it for `'a`, and [`Parts<'a>`](Parts), which is
//!   invariant in `'a`, accepts no shorter borrow. So an implementation can hand its part on, whole or piece by piece,
//!   and can neither keep nor reuse the part.
//! - *Contents come first.* A part is used again at its end, when no pending call holds a piece of it: the pieces are
//!   visited in the call before the end, and calls that they put off run before the end that is put off.
//!
//! The functions that take parts apart are generic in `'a`, as the traits demand. In users' pointers and containers,
//! these functions are safe code from one reference to another of the same lifetime. A wrong function makes a result
//! wrong, but cannot violate memory safety.

use alloc::boxed::Box;
use core::marker::PhantomData;

use crate::{
    describe::region::Region,
    engine::trail::Mark,
    rewrite::{
        containers::RewritablePointer,
        parts::{Part, Parts},
        rewriting::{Rewriting, Surroundings, pointers::PointerEnd},
    },
    rules::bindings::Occurrence,
};

/// The state of a rewriting at the beginning of a part's visit.
#[derive(Clone, Copy)]
pub(super) struct OpenPart {
    pub(super) at: Region,
    pub(super) occurrence: Option<Occurrence>,
    /// The number of edits before the part.
    pub(super) first_edit: usize,
    /// Whether the pointee of a pointer is rewritten in place.
    pub(super) owns_target: bool,
    /// The work at the end of a pointer.
    pub(super) pointer_end: PointerEnd,
}

/// A call that was put off, with a part whose type is erased and the position of the rewriting.
pub(super) struct Task {
    run: unsafe fn(Place, &OpenPart, &mut Rewriting<'_>),
    place: Place,
    open: OpenPart,
    pub(super) mark: Mark,
    pub(super) around: Surroundings,
    /// The length of the trail, which is at most the depth of the value.
    pub(super) trail: u32,
}

/// The exact lifetime of the parts that are visited: an invariant brand.
pub(crate) type Brand<'a> = PhantomData<fn(&'a ()) -> &'a ()>;

/// The pointee, if the pointer is owned and is the only one to it; otherwise, the pointer.
#[inline(always)]
pub(super) fn owned_target<'a, P: RewritablePointer>(pointer: Part<'a, P>) -> Result<Part<'a, P::Target>, Part<'a, P>> {
    let place = Place::of(pointer);
    // SAFETY: the part was given up, and its place is used again only if `get_mut` returned no reference.
    match unsafe { place.part::<P>() } {
        Part::Owned(pointer) => match pointer.get_mut() {
            Some(target) => Ok(Part::Owned(target)),
            // SAFETY: the same. `get_mut` returned no reference.
            None => Err(unsafe { place.part() }),
        },
        pointer => Err(pointer),
    }
}

/// The place of a part, whose type and lifetime are erased.
#[derive(Clone, Copy)]
struct Place {
    pointer: *mut (),
    is_owned: bool,
}

impl Place {
    #[inline(always)]
    fn of<T>(part: Part<'_, T>) -> Self {
        match part {
            Part::Owned(value) => Place { pointer: core::ptr::from_mut(value).cast(), is_owned: true },
            Part::Read(value) => Place { pointer: core::ptr::from_ref(value).cast_mut().cast(), is_owned: false },
        }
    }

    /// The part at this place.
    ///
    /// # Safety
    ///
    /// The place was made from a part of type `T` that lives for `'a`. No reference that was made from that part, or
    /// from this place before, is used again.
    #[inline(always)]
    unsafe fn part<'a, T>(self) -> Part<'a, T> {
        let pointer: *mut T = self.pointer.cast();
        // SAFETY: the pointer comes from a reference of this type and ownership. The caller guarantees that it is alive
        // and unused.
        unsafe { if self.is_owned { Part::Owned(&mut *pointer) } else { Part::Read(&*pointer) } }
    }
}

impl<'a> Parts<'a, '_, '_> {
    /// Puts off the visit of a part. The part is given up here: only the task has its place. The rewriting is
    /// suspended.
    #[cold]
    #[inline(never)]
    pub(super) fn put_off<T: 'static>(
        &mut self,
        part: Part<'a, T>,
        mark: Mark,
        at: Region,
        visit: impl for<'b> Fn(Part<'b, T>, Region, &mut Parts<'b, '_, '_>) + Copy + 'static,
    ) {
        let (place, open) = (Place::of(part), self.open(at, None));
        self.rewriting.put_off::<T, _>(place, mark, &open, move |part, open, parts| visit(part, open.at, parts));
    }

    /// The state for a part whose visit begins.
    #[inline(always)]
    pub(super) fn open(&self, at: Region, occurrence: Option<Occurrence>) -> OpenPart {
        let first_edit = self.rewriting.edits.length();
        OpenPart { at, occurrence, first_edit, owns_target: false, pointer_end: PointerEnd::Replace }
    }

    /// Visits a part. If `needs_end`, also calls `end` with the part, after the visit and all calls that the visit put
    /// off.
    #[inline(always)]
    pub(super) fn visit_then<T: 'static>(
        &mut self,
        part: Part<'a, T>,
        open: OpenPart,
        needs_end: bool,
        visit: impl for<'b> FnOnce(Part<'b, T>, &mut Parts<'b, '_, '_>),
        end: impl for<'b> Fn(Part<'b, T>, &OpenPart, &mut Parts<'b, '_, '_>) + Copy + 'static,
    ) {
        let place = Place::of(part);
        // SAFETY: the part was given up, and its place is used again only below: after the visit, and after all calls
        // that the visit put off.
        visit(unsafe { place.part() }, &mut Parts::new(self.rewriting));
        if !needs_end {
            return;
        }
        if self.rewriting.recursion.is_suspended() {
            self.rewriting.put_off::<T, _>(place, Mark::TRANSPARENT, &open, end);
        } else {
            // SAFETY: the visit put no call off, since the rewriting would be suspended. So no reference made from the
            // part is used again.
            end(unsafe { place.part() }, &open, &mut Parts::new(self.rewriting));
        }
    }

    /// Replaces a part that is only read. The value becomes an edit immediately, and is returned to be visited in
    /// place.
    pub(super) fn edit_to_visit<T: 'static>(&mut self, part: &'a T, value: Box<T>) -> Part<'a, T> {
        self.rewriting.edits.push(part, value);
        let Some(value) = self.rewriting.edits.last_mut::<T>() else {
            unreachable!("the last edit is the value that was just pushed")
        };
        // SAFETY: the value is in its own box, and does not move when the vector of edits grows. Edits are taken and
        // read only from the first edit of a node that ends. This edit belongs to the node that encloses the part, and
        // this node ends after the last use of all references made from the value.
        unsafe { Place::of(Part::Owned(value)).part() }
    }
}

impl Rewriting<'_> {
    /// Puts off a call with the part at a place. The rewriting is suspended until the call is made.
    #[cold]
    #[inline(never)]
    fn put_off<T, F>(&mut self, place: Place, mark: Mark, open: &OpenPart, _: F)
    where
        T: 'static,
        F: for<'b> Fn(Part<'b, T>, &OpenPart, &mut Parts<'b, '_, '_>) + Copy + 'static,
    {
        const { assert!(size_of::<F>() == 0, "the function must capture nothing: it is not stored") };
        self.recursion.suspend();
        let (around, trail) = (self.state.around, self.state.trail.length() as u32);
        self.recursion.put_off(Task { run: run::<T, F>, place, open: *open, mark, around, trail });
    }
}

impl Task {
    /// Makes the call.
    pub(super) fn run(self, rewriting: &mut Rewriting<'_>) {
        // SAFETY: `put_off` took the place and the function for one type. The part is alive: the root is borrowed until
        // all calls were made, and a part is replaced either before calls with pieces of it are put off, or after all
        // these calls were made. No other reference made from the part is used again: the part was given up, and if
        // this is its end, all calls that its visit put off were made before.
        unsafe { (self.run)(self.place, &self.open, rewriting) }
    }
}

/// # Safety
///
/// `F` is a zero-sized type of which a value existed. The place is that of a part of type `T`, and satisfies the
/// conditions of [`Place::part`].
unsafe fn run<T, F>(place: Place, open: &OpenPart, rewriting: &mut Rewriting<'_>)
where
    T: 'static,
    F: for<'b> Fn(Part<'b, T>, &OpenPart, &mut Parts<'b, '_, '_>) + Copy + 'static,
{
    // SAFETY: the caller guarantees both. A zero-sized value can be read from any aligned pointer, and `F: Copy` may be
    // duplicated.
    let (call, part) = unsafe { (core::ptr::NonNull::<F>::dangling().read(), place.part::<T>()) };
    call(part, open, &mut Parts::new(rewriting));
}
