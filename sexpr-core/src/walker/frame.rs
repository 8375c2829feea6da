//! What lies on the walker's stacks: pairs of places, their types erased, each with the step to take on them.
//!
//! The stacks take the place of native recursion, so one stack holds places of all types. This module holds all of
//! the crate's unsafe code. A frame is made from references and gives them back to the step that was named
//! with them; its lifetime keeps it from outliving them.

use alloc::vec::Vec;
use core::{any::TypeId, marker::PhantomData};

use super::{
    Equal, Hash, Report,
    items::{Digested, Summed},
    place::{Content, Value},
};
use crate::{
    region::Region,
    structural::{Field, StructuralEq},
    table::TypeInfo,
};

/// What an operation `O` does with two places of one type.
pub(crate) trait Step<'a, O> {
    /// The type of the places.
    type Place: 'a;
    /// Answers `false` when the operation needs no more.
    fn run(operation: &mut O, left: &'a Self::Place, right: &'a Self::Place, at: Region) -> bool;
}

/// What an operation `O` does with two slices of one length.
pub(crate) trait SliceStep<'a, O> {
    /// The type of the elements.
    type Item: 'a;
    /// Answers `false` when the operation needs no more.
    fn run(operation: &mut O, left: &'a [Self::Item], right: &'a [Self::Item], at: Region) -> bool;
}

/// How many elements a frame on slices can take: longer slices make several.
pub(crate) const SLICE: usize = u32::MAX as usize;

/// A step, its type erased: takes the operation, both places, the region and the length of slices.
///
/// To be called with places of the type that the step was made for, alive for the lifetime that the operation has.
type ErasedStep<O> = unsafe fn(&mut O, *const (), *const (), Region, u32) -> bool;

/// Two places and the step to take on them.
pub(crate) struct Frame<'a, O> {
    left: *const (),
    right: *const (),
    step: ErasedStep<O>,
    at: Region,
    length: u32,
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
/// `left` and `right` point to values of the step's place, alive for `'a`.
unsafe fn run_step<'a, O, S: Step<'a, O>>(
    operation: &mut O,
    left: *const (),
    right: *const (),
    at: Region,
    _: u32,
) -> bool {
    // SAFETY: the caller's promise.
    let (left, right) = unsafe { (&*left.cast::<S::Place>(), &*right.cast::<S::Place>()) };
    S::run(operation, left, right, at)
}

/// # Safety
///
/// `left` and `right` point to `length` values each of the step's item, alive for `'a`.
unsafe fn run_slices<'a, O, S: SliceStep<'a, O>>(
    operation: &mut O,
    left: *const (),
    right: *const (),
    at: Region,
    length: u32,
) -> bool {
    let length = length as usize;
    // SAFETY: the caller's promise.
    let (left, right) = unsafe {
        (
            core::slice::from_raw_parts(left.cast::<S::Item>(), length),
            core::slice::from_raw_parts(right.cast::<S::Item>(), length),
        )
    };
    S::run(operation, left, right, at)
}

impl<'a, O> Frame<'a, O> {
    /// A step to take on two places.
    #[inline(always)]
    pub(crate) fn new<S: Step<'a, O>>(left: &'a S::Place, right: &'a S::Place, at: Region) -> Self {
        Frame {
            left: core::ptr::from_ref(left).cast(),
            right: core::ptr::from_ref(right).cast(),
            step: run_step::<O, S>,
            at,
            length: 0,
            places: PhantomData,
        }
    }

    /// A step to take on two slices, of at most [`SLICE`] elements each.
    #[inline(always)]
    pub(crate) fn slices<S: SliceStep<'a, O>>(left: &'a [S::Item], right: &'a [S::Item], at: Region) -> Self {
        let length = left.len().min(right.len()).min(SLICE);
        Frame {
            left: left.as_ptr().cast(),
            right: right.as_ptr().cast(),
            step: run_slices::<O, S>,
            at,
            length: length as u32,
            places: PhantomData,
        }
    }

    /// The same, in another region.
    pub(crate) fn at(self, at: Region) -> Self {
        Frame { at, ..self }
    }

    /// Takes the step.
    #[inline(always)]
    pub(crate) fn run(self, operation: &mut O) -> bool {
        // SAFETY: `new`, `slices` and `VirtualPart::frame`, which alone make frames, took the places from references that
        // live for `'a`, of the type that the step was named for, and `length` elements where these are slices.
        unsafe { (self.step)(operation, self.left, self.right, self.at, self.length) }
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
    _rest: (Region, u32),
}

/// A part of one node, for the operations on pairs and on single values.
pub struct VirtualPart<'a> {
    place: *const (),
    ty: TypeId,
    info: &'static TypeInfo,
    equal: ErasedStep<Equal<'a>>,
    report: ErasedStep<Report<'a>>,
    hash: ErasedStep<Hash<'a, Summed>>,
    fingerprint: ErasedStep<Hash<'a, Digested>>,
}

impl<'a> VirtualPart<'a> {
    pub(crate) fn new<T: Field + 'static>(value: &'a T) -> Self {
        VirtualPart {
            place: core::ptr::from_ref(value).cast(),
            ty: TypeId::of::<T>(),
            info: T::INFO,
            equal: run_step::<Equal<'a>, Value<T>>,
            report: run_step::<Report<'a>, Value<T>>,
            hash: run_step::<Hash<'a, Summed>, Value<T>>,
            fingerprint: run_step::<Hash<'a, Digested>, Value<T>>,
        }
    }

    /// The content of a node, which may be of a type that is not fit for a field.
    pub(crate) fn content<T: StructuralEq + 'static>(value: &'a T) -> Self {
        VirtualPart {
            place: core::ptr::from_ref(value).cast(),
            ty: TypeId::of::<T>(),
            info: T::INFO,
            equal: run_step::<Equal<'a>, Content<T>>,
            report: run_step::<Report<'a>, Content<T>>,
            hash: run_step::<Hash<'a, Summed>, Content<T>>,
            fingerprint: run_step::<Hash<'a, Digested>, Content<T>>,
        }
    }

    /// The table of the part's type.
    pub(crate) fn info(&self) -> &'static TypeInfo {
        self.info
    }

    /// Both parts, for an operation on pairs; none where their types differ.
    pub(crate) fn pair(&self, right: &Self) -> Option<PairPart<'a>> {
        if self.ty != right.ty {
            return None;
        }
        // SAFETY: the types are the same, and hold no lifetimes; the steps are those made for it.
        let (equal, report) = unsafe { (self.frame(right, self.equal), self.frame(right, self.report)) };
        Some(PairPart { equal, report })
    }

    /// The part, for the hash.
    pub(crate) fn hash(&self) -> HashPart<'a> {
        // SAFETY: the steps are those made for the part's type.
        let (hash, fingerprint) = unsafe { (self.frame(self, self.hash), self.frame(self, self.fingerprint)) };
        HashPart { hash, fingerprint }
    }

    /// # Safety
    ///
    /// `right` is of the same type, and the step was made for it.
    unsafe fn frame<O>(&self, right: &Self, step: ErasedStep<O>) -> Frame<'a, O> {
        let (left, right) = (self.place, right.place);
        Frame { left, right, step, at: Region::NONE, length: 0, places: PhantomData }
    }
}

/// Parts of two nodes, for the operations on pairs.
#[derive(Clone, Copy)]
pub(crate) struct PairPart<'a> {
    pub(crate) equal: Frame<'a, Equal<'a>>,
    pub(crate) report: Frame<'a, Report<'a>>,
}

impl<'a> PairPart<'a> {
    pub(crate) fn new<T: Field>(left: &'a T, right: &'a T) -> Self {
        PairPart {
            equal: Frame::new::<Value<T>>(left, right, Region::NONE),
            report: Frame::new::<Value<T>>(left, right, Region::NONE),
        }
    }
}

/// A part of a node, for the hash.
#[derive(Clone, Copy)]
pub(crate) struct HashPart<'a> {
    pub(crate) hash: Frame<'a, Hash<'a, Summed>>,
    pub(crate) fingerprint: Frame<'a, Hash<'a, Digested>>,
}

impl<'a> HashPart<'a> {
    pub(crate) fn new<T: Field>(value: &'a T) -> Self {
        HashPart {
            hash: Frame::new::<Value<T>>(value, value, Region::NONE),
            fingerprint: Frame::new::<Value<T>>(value, value, Region::NONE),
        }
    }
}
