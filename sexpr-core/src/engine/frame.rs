//! Frames: the steps that wait on an operation's stack, with the types of their places erased.
//!
//! One stack holds places of all types. A [`Frame`] is made from references that live for its lifetime (to two places,
//! or to a place and a function), or from a [`Row`] of adjacent places in a slice, together with a step for exactly
//! their types, and its fields are private to this module. So running it is sound, and its interface is safe. A row gives back the slices that it was made of.
//!
//! This module, `reflect/node.rs`, `describe/mirror/mod.rs` and `rewrite/rewriting/tasks.rs` hold all the
//! unsafe code of the crate. Each unsafe block says why it is sound.
//!
//! # No frame outlives its operation
//!
//! `Equal<'a>` holds frames of `'a`. Buffers that are kept between operations hold none: [`recycle`] empties a stack
//! and turns it into one of [`IdleFrame`]s, elements of the same layout without a lifetime, which keeps the allocation.

use alloc::{boxed::Box, vec::Vec};
use core::marker::PhantomData;

use crate::describe::region::Region;

/// What an operation `O` does with two places of one type.
pub(crate) trait Step<'a, O> {
    /// The type of the places.
    type Place: 'a;
    /// Answers `false` when the operation needs no more.
    fn run(operation: &mut O, left: &'a Self::Place, right: &'a Self::Place, at: Region) -> bool;
}

/// A step on what the two addresses of a frame lead to.
trait ErasableStep<'a, O> {
    type Left: 'a;
    type Right: 'a;
    fn run(operation: &mut O, left: &'a Self::Left, right: &'a Self::Right, at: Region) -> bool;
}

/// A step on two places.
struct OnPlaces<S>(PhantomData<S>);

impl<'a, O, S: Step<'a, O>> ErasableStep<'a, O> for OnPlaces<S> {
    type Left = S::Place;
    type Right = S::Place;

    #[inline(always)]
    fn run(operation: &mut O, left: &'a S::Place, right: &'a S::Place, at: Region) -> bool {
        S::run(operation, left, right, at)
    }
}

/// The step that calls a function with a place.
struct Call<T, F>(PhantomData<(T, F)>);

impl<'a, O, T: 'a, F: Fn(&mut O, &'a T, Region) -> bool + 'a> ErasableStep<'a, O> for Call<T, F> {
    type Left = T;
    type Right = F;

    #[inline(always)]
    fn run(operation: &mut O, place: &'a T, call: &'a F, at: Region) -> bool {
        call(operation, place, at)
    }
}

/// What an operation `O` does with the places of a row.
pub(crate) trait RowStep<'a, O> {
    /// The type of the places.
    type Place: 'a;
    /// Answers `false` when the operation needs no more.
    fn run(operation: &mut O, row: Row<'a, Self::Place>) -> bool;
}

/// Places that lie side by side, as many on both sides and at least one on each, and the region in which they meet.
pub(crate) struct Row<'a, T> {
    left: *const T,
    right: *const T,
    rest: Rest,
    places: PhantomData<&'a T>,
}

/// The region in which places meet, and above its bits how many there are on each side after the first.
#[derive(Clone, Copy, Debug)]
struct Rest(u64);

impl Rest {
    /// What is added for each place.
    const PLACE: u64 = 1 << Region::BITS;

    /// For `others` below [`ROW`].
    #[inline(always)]
    fn new(others: usize, at: Region) -> Rest {
        // No bit of a region counts as a place.
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

impl<'a, T> Row<'a, T> {
    /// A row of one place.
    #[inline(always)]
    pub(crate) fn one(left: &'a T, right: &'a T, at: Region) -> Self {
        Row { left, right, rest: Rest::new(0, at), places: PhantomData }
    }

    /// The first places of two slices, as far as both go, and how many these are.
    #[inline(always)]
    pub(crate) fn first_of(left: &'a [T], right: &'a [T], at: Region) -> Option<(Self, usize)> {
        let count = left.len().min(right.len()).min(ROW);
        let others = count.checked_sub(1)?;
        let (left, right) = (left.as_ptr(), right.as_ptr());
        Some((Row { left, right, rest: Rest::new(others, at), places: PhantomData }, count))
    }

    /// All places of the row, as slices.
    #[inline(always)]
    pub(crate) fn slices(&self) -> (&'a [T], &'a [T], Region) {
        let count = self.rest.others() + 1;
        // SAFETY: there are as many on each side, side by side in one slice that is alive for `'a`: rows are made of
        // references and slices, and of what `run_row` takes from frames that were made of rows.
        let (left, right) =
            unsafe { (core::slice::from_raw_parts(self.left, count), core::slice::from_raw_parts(self.right, count)) };
        (left, right, self.rest.at())
    }
}

/// How many places there are at most in a row.
const ROW: usize = 1 << (u64::BITS - Region::BITS);

/// What takes a step, its type erased: with the operation, both places, the region, and with it how many places there
/// are after these.
///
/// To be called with pointers to the two types that the step names, left and right, alive for the operation's lifetime.
type ErasedStep<O> = unsafe fn(&mut O, *const (), *const (), Rest) -> bool;

/// A step, and what it is taken on: two places, or a place and a function.
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
/// `left` and `right` point to values of the types that the step names, alive for `'a`.
unsafe fn run_step<'a, O, S>(operation: &mut O, left: *const (), right: *const (), rest: Rest) -> bool
where
    S: ErasableStep<'a, O>,
{
    // SAFETY: the caller's promise.
    let (left, right) = unsafe { (&*left.cast::<S::Left>(), &*right.cast::<S::Right>()) };
    S::run(operation, left, right, rest.at())
}

/// # Safety
///
/// `left` and `right` point to values of the step's place, alive for `'a`, each with `others` more behind it in one
/// slice.
unsafe fn run_row<'a, O, S: RowStep<'a, O>>(operation: &mut O, left: *const (), right: *const (), rest: Rest) -> bool {
    S::run(operation, Row { left: left.cast(), right: right.cast(), rest, places: PhantomData })
}

impl<'a, O> Frame<'a, O> {
    /// A step to take on two places.
    #[inline(always)]
    pub(crate) fn new<S: Step<'a, O>>(left: &'a S::Place, right: &'a S::Place, at: Region) -> Self {
        Self::erased::<OnPlaces<S>>(left, right, at)
    }

    #[inline(always)]
    fn erased<S: ErasableStep<'a, O>>(left: &'a S::Left, right: &'a S::Right, at: Region) -> Self {
        Frame {
            left: core::ptr::from_ref(left).cast(),
            right: core::ptr::from_ref(right).cast(),
            step: run_step::<O, S>,
            rest: Rest::new(0, at),
            places: PhantomData,
        }
    }

    /// A step to take on the places of a row.
    #[inline(always)]
    pub(crate) fn row<S: RowStep<'a, O>>(row: Row<'a, S::Place>) -> Self {
        let Row { left, right, rest, .. } = row;
        Frame { left: left.cast(), right: right.cast(), step: run_row::<O, S>, rest, places: PhantomData }
    }

    /// A step to take on two places, of those that are taken on rows.
    #[inline(always)]
    pub(crate) fn one<S: RowStep<'a, O>>(left: &'a S::Place, right: &'a S::Place, at: Region) -> Self {
        Self::row::<S>(Row::one(left, right, at))
    }

    /// A step that calls a function, which captures nothing, with a place.
    #[inline(always)]
    pub(crate) fn on<T: 'a, F: Fn(&mut O, &'a T, Region) -> bool + 'a>(place: &'a T, call: F, at: Region) -> Self {
        const { assert!(size_of::<F>() == 0, "the function must capture nothing: it is leaked") };
        Self::erased::<Call<T, F>>(place, Box::leak(Box::new(call)), at)
    }

    /// A step that calls a function, which captures nothing.
    pub(crate) fn call(call: impl Fn(&mut O, Region) -> bool + 'a, at: Region) -> Self {
        Self::on(&(), move |operation, (), at| call(operation, at), at)
    }

    /// The same, in another region.
    pub(crate) fn at(self, at: Region) -> Self {
        Frame { rest: Rest::new(self.rest.others(), at), ..self }
    }

    /// Takes the step.
    #[inline(always)]
    pub(crate) fn run(self, operation: &mut O) -> bool {
        // SAFETY: both pointers are of the types that the step names, and live for `'a`, with as many others behind them as
        // `rest` says: `erased` took them from references of these types, and `row` from a row. `at` changes the region
        // alone.
        unsafe { (self.step)(operation, self.left, self.right, self.rest) }
    }
}

/// Prefetches what is at an address, and the counts before it.
#[inline(always)]
pub(crate) fn prefetch_with_counts(address: *const u8) {
    prefetch(address.wrapping_sub(2 * size_of::<usize>()));
    prefetch(address);
}

/// Prefetches what is at an address, which will be read soon.
#[inline(always)]
pub(crate) fn prefetch(address: *const u8) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: this is a hint. It reads nothing that the program could see, and may be given any address.
    unsafe {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(address.cast());
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = address;
}

/// About where the native stack is, which grows down. Under Miri, and on other processors, the address of a local
/// variable: this keeps the compiler from turning calls at the end of a function into loops.
#[inline(always)]
pub(crate) fn stack_pointer() -> usize {
    #[cfg(all(target_arch = "x86_64", target_pointer_width = "64", not(miri)))]
    {
        let pointer: usize;
        // SAFETY: this copies a register into another, and touches neither memory, nor flags, nor the stack.
        unsafe { core::arch::asm!("mov {}, rsp", out(reg) pointer, options(nomem, nostack, preserves_flags)) };
        pointer
    }
    #[cfg(all(target_arch = "aarch64", target_pointer_width = "64", not(miri)))]
    {
        let pointer: usize;
        // SAFETY: this copies a register into another, and touches neither memory, nor flags, nor the stack.
        unsafe { core::arch::asm!("mov {}, sp", out(reg) pointer, options(nomem, nostack, preserves_flags)) };
        pointer
    }
    #[cfg(not(all(any(target_arch = "x86_64", target_arch = "aarch64"), target_pointer_width = "64", not(miri))))]
    {
        let local = 0_u8;
        core::ptr::from_ref(&local).addr()
    }
}

/// Makes an empty stack for other lifetimes from a used one, with its memory.
///
/// Collecting a vector's own iterator into elements of the same layout reuses the allocation: std does so, though it
/// does not promise it. The tests that count allocations would tell.
pub(crate) fn recycle<T, U>(mut stack: Vec<T>) -> Vec<U> {
    const { assert!(size_of::<T>() == size_of::<U>() && align_of::<T>() == align_of::<U>()) };
    stack.clear();
    stack.into_iter().filter_map(|_| None).collect()
}

/// The memory of a stack of frames between two runs, when there is nothing on it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IdleFrame {
    _places: [usize; 2],
    _step: usize,
    _rest: u64,
}
