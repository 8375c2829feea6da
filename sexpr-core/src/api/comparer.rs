//! The memory that operations reuse from one call to the next: a `Comparer`, or what each thread keeps.

use alloc::{boxed::Box, vec::Vec};
use core::fmt;

use crate::{
    api::fingerprint::{Fingerprint, FingerprintError, fingerprint},
    describe::{options::Options, structural::StructuralEq},
    ops::{
        equal::{Equal, EqualBuffers},
        hash::{
            Hash, HashBuffers,
            items::{Digested, Keyed, Summed},
        },
    },
    reflect::report::{
        Report,
        reason::{Diff, Mismatch},
    },
};

/// Compares and hashes like [`structural_equal`](crate::structural_equal) and the other functions, and reuses the memory
/// of its stacks and tables. Once these have grown, equality and hash allocate only for maps and custom traversal.
///
/// A comparer stays usable after a panic in user code, such as the `Eq` of an opaque field.
///
/// ```
/// use sexpr_core::Comparer;
///
/// let mut comparer = Comparer::new();
/// let pairs = [(1, 1), (1, 2), (3, 3)];
/// assert_eq!(pairs.iter().filter(|(a, b)| comparer.equal(a, b)).count(), 2);
/// assert_eq!(comparer.hash("x"), sexpr_core::structural_hash("x"));
/// ```
#[derive(Default)]
pub struct Comparer {
    options: Options,
    equal: EqualBuffers,
    hash: HashBuffers<Summed>,
    fingerprint: HashBuffers<Digested>,
}

impl Comparer {
    /// A comparer with the default options. Does not allocate.
    pub fn new() -> Comparer {
        Comparer::default()
    }

    /// A comparer with these options.
    pub fn with_options(options: Options) -> Comparer {
        Comparer { options, ..Comparer::default() }
    }

    /// The comparer's options.
    pub fn options(&self) -> Options {
        self.options
    }

    /// Whether two values are equal. See [`structural_equal`](crate::structural_equal).
    pub fn equal<T: StructuralEq + ?Sized>(&mut self, left: &T, right: &T) -> bool {
        Equal::run(left, right, self.options, &mut self.equal)
    }

    /// The hash of a value. See [`structural_hash`](crate::structural_hash).
    pub fn hash<T: StructuralEq + ?Sized>(&mut self, value: &T) -> u64 {
        Hash::run(value, self.options, &mut self.hash).value
    }

    /// The fingerprint of a value. See [`structural_fingerprint`](crate::structural_fingerprint).
    ///
    /// # Errors
    ///
    /// The value is not closed.
    pub fn fingerprint<T: StructuralEq + ?Sized>(&mut self, value: &T) -> Result<Fingerprint, FingerprintError> {
        fingerprint(value, self.options, Hash::run(value, self.options, &mut self.fingerprint))
    }

    /// All differences of two values. See [`structural_diff`](crate::structural_diff).
    pub fn diff<T: StructuralEq + ?Sized>(&mut self, left: &T, right: &T) -> Diff {
        if self.equal(left, right) { Diff::new(Vec::new(), true) } else { Report::diff(left, right, self.options) }
    }

    /// Where two values first differ. See [`first_structural_mismatch`](crate::first_structural_mismatch).
    pub fn first_mismatch<T: StructuralEq + ?Sized>(&mut self, left: &T, right: &T) -> Option<Mismatch> {
        if self.equal(left, right) { None } else { Report::run(left, right, self.options) }
    }
}

impl fmt::Debug for Comparer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Comparer").field("options", &self.options).finish_non_exhaustive()
    }
}

/// The memory of one kind of operation. Each thread keeps one of these between operations.
///
/// Allocating tables for a small term costs more than comparing it. So, with `std`, the free functions and
/// [`StructuralKey`](crate::StructuralKey) reuse the memory of the previous operation. Without `std`, every operation
/// allocates. An operation that user code calls during another operation allocates, too.
pub(crate) trait ThreadMemory: Default + 'static {
    /// Lends the thread's memory to an operation. Compiled once for each kind of memory: if each caller had the code that
    /// drops the memory, programs that compare would be half as large again.
    fn lend(run: &mut dyn FnMut(&mut Self));
}

macro_rules! thread_memory {
    ($($buffers:ty;)*) => {$(
        impl ThreadMemory for $buffers {
            #[cfg(feature = "std")]
            #[inline(never)]
            fn lend(run: &mut dyn FnMut(&mut Self)) {
                std::thread_local! {
                    static KEPT: core::cell::Cell<Option<Box<$buffers>>> = const { core::cell::Cell::new(None) };
                }
                // A thread that is ending keeps nothing.
                let mut kept = KEPT.try_with(core::cell::Cell::take).ok().flatten().unwrap_or_default();
                run(&mut kept);
                if kept.end_state.is_small() {
                    _ = KEPT.try_with(|place| place.set(Some(kept)));
                }
            }

            #[cfg(not(feature = "std"))]
            #[inline(never)]
            fn lend(run: &mut dyn FnMut(&mut Self)) {
                run(&mut Box::<$buffers>::default());
            }
        }
    )*};
}

thread_memory! {
    EqualBuffers;
    HashBuffers<Summed>;
    HashBuffers<Keyed>;
    HashBuffers<Digested>;
}

/// Runs an operation with the thread's memory.
pub(crate) fn with_thread_memory<M: ThreadMemory, R: Default>(run: impl FnOnce(&mut M) -> R) -> R {
    let (mut run, mut result) = (Some(run), R::default());
    M::lend(&mut |memory| result = run.take().map(|run| run(memory)).unwrap_or_default());
    result
}
