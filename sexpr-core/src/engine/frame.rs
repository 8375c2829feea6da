//! Frames: the steps that wait on the stack of an operation, with the types of their places erased.
//!
//! One stack holds places of all types. A [`Frame`] is made from two references that live for its lifetime, to places
//! or to slices of places, and from a function for exactly their types. Its fields are private to this module. So
//! running a frame is sound, and its interface is safe.
//!
//! This module, `reflect/node.rs`, `describe/mirror/mod.rs` and `rewrite/rewriting/tasks.rs` hold all the
//! unsafe code of the crate. Each unsafe block says why it is sound.
//!
//! # No frame outlives its operation
//!
//! `Equal<'a>` holds frames of `'a`. Buffers that are kept between operations hold no frames: [`recycle`] empties a
//! stack and turns it into a stack of [`IdleFrame`]s, which have the same layout and no lifetime. So the allocation is
//! kept.

use alloc::vec::Vec;
use core::{marker::PhantomData, ptr::NonNull};

use crate::describe::region::Region;

/// The region of a step, and, above its bits, the number of places on each side after the first.
#[derive(Clone, Copy, Debug)]
struct Rest(u64);

impl Rest {
    /// The summand for one place.
    const PLACE: u64 = 1 << Region::BITS;

    /// The rest of a frame with `others` more places on each side. `others` must be below [`ROW`].
    #[inline(always)]
    fn new(others: usize, at: Region) -> Rest {
        // Masked, so that no bit of the region counts as a place.
        Rest((others as u64 * Rest::PLACE) | (at.bits() & (Rest::PLACE - 1)))
    }
    #[inline(always)]
    fn at(self) -> Region {
        Region::from_bits(self.0 & (Rest::PLACE - 1))
    }
    #[inline(always)]
    fn others(self) -> usize {
        (self.0 >> Region::BITS) as usize
    }
}

/// The maximal number of places in a frame, on each side.
const ROW: usize = 1 << (u64::BITS - Region::BITS);

/// A step with its type erased.
///
/// To be called with pointers to values of the left and the right type of the step. Each value is the first of as many
/// in one slice as [`Rest`] says. The slices live for the operation's lifetime.
type ErasedStep<O> = unsafe fn(&mut O, *const (), *const (), Rest) -> bool;

/// A step on two places, or on the places of two slices.
///
/// A step is a function that captures nothing. It returns `false` to end the operation.
pub(crate) struct Frame<'a, O> {
    left: *const (),
    right: *const (),
    step: ErasedStep<O>,
    rest: Rest,
    places: PhantomData<&'a ()>,
}

impl<O> Clone for Frame<'_, O> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<O> Copy for Frame<'_, O> {}

/// # Safety
///
/// `left` and `right` point to values of `L` and `R`, alive for `'a`. A value of `F` was made before.
unsafe fn run_step<'a, O, L: 'a, R: 'a, F>(operation: &mut O, left: *const (), right: *const (), rest: Rest) -> bool
where
    F: Fn(&mut O, &'a L, &'a R, Region) -> bool + Copy + 'a,
{
    // SAFETY: the caller's promise.
    let (left, right, step) = unsafe { (&*left.cast::<L>(), &*right.cast::<R>(), step_of::<F>()) };
    step(operation, left, right, rest.at())
}

/// # Safety
///
/// `left` and `right` point to values of `L` and `R`, alive for `'a`, each with `rest.others()` more behind it in one slice.
/// A value of `F` was made before.
unsafe fn run_row<'a, O, L: 'a, R: 'a, F>(operation: &mut O, left: *const (), right: *const (), rest: Rest) -> bool
where
    F: Fn(&mut O, &'a [L], &'a [R], Region) -> bool + Copy + 'a,
{
    let count = rest.others() + 1;
    // SAFETY: the caller's promise.
    let (left, right, step) = unsafe {
        (
            core::slice::from_raw_parts(left.cast::<L>(), count),
            core::slice::from_raw_parts(right.cast::<R>(), count),
            step_of::<F>(),
        )
    };
    step(operation, left, right, rest.at())
}

/// A step, made anew: it captures nothing.
///
/// # Safety
///
/// A value of `F` was made before.
#[inline(always)]
unsafe fn step_of<F: Copy>() -> F {
    const { assert!(size_of::<F>() == 0, "a step must capture nothing") };
    // SAFETY: a value of no size is read from any aligned pointer. `F` is inhabited, and is `Copy`.
    unsafe { NonNull::<F>::dangling().read() }
}

impl<'a, O> Frame<'a, O> {
    /// A step on the first places of two slices, and the number of these places. It is at most the length of the
    /// shorter slice.
    #[inline(always)]
    pub(crate) fn row<L: 'a, R: 'a, F>(left: &'a [L], right: &'a [R], _: F, at: Region) -> Option<(Self, usize)>
    where
        F: Fn(&mut O, &'a [L], &'a [R], Region) -> bool + Copy + 'a,
    {
        let count = left.len().min(right.len()).min(ROW);
        let rest = Rest::new(count.checked_sub(1)?, at);
        let (left, right) = (left.as_ptr().cast(), right.as_ptr().cast());
        Some((Frame { left, right, step: run_row::<O, L, R, F>, rest, places: PhantomData }, count))
    }

    /// A step for slices, on one place of each side.
    #[inline(always)]
    pub(crate) fn one<L: 'a, R: 'a, F>(left: &'a L, right: &'a R, _: F, at: Region) -> Self
    where
        F: Fn(&mut O, &'a [L], &'a [R], Region) -> bool + Copy + 'a,
    {
        let (left, right) = (core::ptr::from_ref(left).cast(), core::ptr::from_ref(right).cast());
        Frame { left, right, step: run_row::<O, L, R, F>, rest: Rest::new(0, at), places: PhantomData }
    }

    /// A step on two places.
    #[inline(always)]
    pub(crate) fn new<L: 'a, R: 'a, F>(left: &'a L, right: &'a R, _: F, at: Region) -> Self
    where
        F: Fn(&mut O, &'a L, &'a R, Region) -> bool + Copy + 'a,
    {
        let (left, right) = (core::ptr::from_ref(left).cast(), core::ptr::from_ref(right).cast());
        Frame { left, right, step: run_step::<O, L, R, F>, rest: Rest::new(0, at), places: PhantomData }
    }

    /// A step on one place.
    #[inline(always)]
    pub(crate) fn on<T: 'a>(
        place: &'a T,
        step: impl Fn(&mut O, &'a T, Region) -> bool + Copy + 'a,
        at: Region,
    ) -> Self {
        Self::new(place, &(), move |operation: &mut O, place, (), at| step(operation, place, at), at)
    }

    /// A step without places.
    pub(crate) fn call(step: impl Fn(&mut O, Region) -> bool + Copy + 'a, at: Region) -> Self {
        Self::new(&(), &(), move |operation: &mut O, (), (), at| step(operation, at), at)
    }

    /// The same step, in another region.
    pub(crate) fn at(self, at: Region) -> Self {
        Frame { rest: Rest::new(self.rest.others(), at), ..self }
    }

    /// Takes the step.
    #[inline(always)]
    pub(crate) fn run(self, operation: &mut O) -> bool {
        // SAFETY: `row`, `one` and `new` took both pointers from places of the step's types, which live for `'a` and are as
        // many as `rest` says. They were given a value of the step's type, too. `at` changes only the region.
        unsafe { (self.step)(operation, self.left, self.right, self.rest) }
    }
}

/// Prefetches the memory at an address, and the reference counts before it.
#[inline(always)]
pub(crate) fn prefetch_with_counts(address: *const u8) {
    prefetch(address.wrapping_sub(2 * size_of::<usize>()));
    prefetch(address);
}

/// Prefetches the memory at an address, which will be read soon.
#[inline(always)]
pub(crate) fn prefetch(address: *const u8) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: this is a hint. It has no effect that the program can observe, and accepts any address.
    unsafe {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(address.cast());
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = address;
}

/// The approximate top of the native stack, which grows down. Under Miri, and on other processors, this is the address
/// of a local variable, which keeps the compiler from turning tail calls into loops.
#[inline(always)]
pub(crate) fn stack_pointer() -> usize {
    #[cfg(all(target_arch = "x86_64", target_pointer_width = "64", not(miri)))]
    {
        let pointer: usize;
        // SAFETY: this copies one register to another, and touches neither memory, nor flags, nor the stack.
        unsafe { core::arch::asm!("mov {}, rsp", out(reg) pointer, options(nomem, nostack, preserves_flags)) };
        pointer
    }
    #[cfg(all(target_arch = "aarch64", target_pointer_width = "64", not(miri)))]
    {
        let pointer: usize;
        // SAFETY: this copies one register to another, and touches neither memory, nor flags, nor the stack.
        unsafe { core::arch::asm!("mov {}, sp", out(reg) pointer, options(nomem, nostack, preserves_flags)) };
        pointer
    }
    #[cfg(not(all(any(target_arch = "x86_64", target_arch = "aarch64"), target_pointer_width = "64", not(miri))))]
    {
        let local = 0_u8;
        core::ptr::from_ref(&local).addr()
    }
}

/// Turns a used stack into an empty stack of another type of elements, in the same memory.
///
/// Collecting a vector's own iterator into elements of the same layout reuses the allocation. std does so without a
/// guarantee, and tests that count allocations check it.
pub(crate) fn recycle<T, U>(mut stack: Vec<T>) -> Vec<U> {
    const { assert!(size_of::<T>() == size_of::<U>() && align_of::<T>() == align_of::<U>()) };
    stack.clear();
    stack.into_iter().filter_map(|_| None).collect()
}

/// The element type of an empty stack of frames between two runs. It has the layout of a frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IdleFrame {
    _places: [usize; 2],
    _step: usize,
    _rest: u64,
}
