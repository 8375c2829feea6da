//! `Comparer`: the operations, with memory that is kept from one call to the next.

use core::fmt;

#[cfg(feature = "diff")]
use crate::reflect::report::diff::edit::Diff;
use crate::{
    api::fingerprint::{Fingerprint, FingerprintError, fingerprint},
    describe::{options::Options, structural::StructuralEq},
    ops::{
        equal::EqualBuffers,
        hash::{
            Hash,
            buffers::HashBuffers,
            items::{Digested, Summed},
        },
    },
    reflect::report::{Report, reason::Mismatch},
};

/// Compares and hashes like [`structural_equal`](crate::structural_equal) and its kin, and keeps the memory of its
/// stacks and tables: once warm, equality and hash allocate nothing but for what maps and custom traversal need; a
/// fingerprint, little.
///
/// A panic in user code, such as the `Eq` of an opaque field, leaves it as usable as a new one.
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
    /// A comparer with the default options. Allocates nothing yet.
    pub fn new() -> Comparer {
        Comparer::default()
    }

    /// A comparer with these options.
    pub fn with_options(options: Options) -> Comparer {
        Comparer { options, ..Comparer::default() }
    }

    /// The options under which this comparer compares.
    pub fn options(&self) -> Options {
        self.options
    }

    /// Whether two values are equal. See [`structural_equal`](crate::structural_equal).
    pub fn equal<T: StructuralEq + ?Sized>(&mut self, left: &T, right: &T) -> bool {
        crate::ops::equal::Equal::run(left, right, self.options, &mut self.equal)
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
    #[cfg(feature = "diff")]
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
