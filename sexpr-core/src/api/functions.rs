//! The operations as functions, and as methods of [`Options`].

use alloc::vec::Vec;

use crate::{
    api::{
        comparer::with_thread_memory,
        fingerprint::{Fingerprint, FingerprintError, fingerprint},
    },
    describe::{options::Options, structural::StructuralEq},
    ops::{
        equal::Equal,
        hash::{
            Hash,
            items::{Digested, Keyed, KeyedHash, Summed},
        },
    },
    reflect::report::{
        Report,
        reason::{Diff, Mismatch},
    },
};

/// Whether two values are equal, up to renaming of bound variables.
///
/// Takes time linear in the number of distinct nodes and edges, except for sorting the keys of maps and for nodes that
/// depend on scopes (see the chapter "Sticky or scoped" of the guide). Takes memory for variables, shared nodes and dag
/// nodes, and a bounded amount of native stack.
///
/// ```
/// use sexpr_core::structural_equal;
///
/// assert!(structural_equal(&vec![1.0, f64::NAN], &vec![1.0, f64::NAN]));
/// assert!(!structural_equal("a", "b"));
/// ```
pub fn structural_equal<T: StructuralEq + ?Sized>(left: &T, right: &T) -> bool {
    Options::new().equal(left, right)
}

/// A hash that is the same for values that are [`structural_equal`].
///
/// The hash is not resistant to attacks: terms of equal hash are easy to construct. For terms from untrusted sources,
/// use [`StructuralKey`](crate::StructuralKey), whose hash has a key that is drawn for each process. Never conclude
/// from equal hashes that terms are equal.
///
/// The hash of a closed term is the same in every run and on every platform, for one version of this crate. A term is
/// closed if nothing in it is known by its address or has a meaning in this process only, and no opaque field has a
/// `Hash` that varies. For keys that outlive the process, see [`structural_fingerprint`](crate::structural_fingerprint).
///
/// Costs as much as equality.
///
/// ```
/// use sexpr_core::structural_hash;
///
/// assert_eq!(structural_hash(&[1, 2, 3]), structural_hash(&[1, 2, 3]));
/// assert_ne!(structural_hash(&[1, 2, 3]), structural_hash(&[1, 3, 2]));
/// ```
pub fn structural_hash<T: StructuralEq + ?Sized>(value: &T) -> u64 {
    Options::new().hash(value)
}

/// The first place where two values differ, in the order of comparison, and why; `None` exactly if they
/// are [`structural_equal`].
///
/// Takes a few times as long as equality. Takes memory for the path, for the keys of maps on the way, and for the
/// variables and dag nodes that correspond (about 100 bytes for each).
///
/// ```
/// use sexpr_core::first_structural_mismatch;
///
/// let mismatch = first_structural_mismatch(&[1, 2, 3], &[1, 5, 3]).unwrap();
/// assert_eq!(mismatch.lhs().to_string(), "[1]");
/// assert_eq!(mismatch.reason().to_string(), "2 differs from 5");
/// assert!(first_structural_mismatch("same", "same").is_none());
/// ```
pub fn first_structural_mismatch<T: StructuralEq + ?Sized>(left: &T, right: &T) -> Option<Mismatch> {
    Options::new().first_mismatch(left, right)
}

/// All differences of two values, up to renaming of bound variables; none exactly if they are [`structural_equal`].
///
/// Elements of sequences are aligned before they are compared: first elements that are equal up to renaming, then
/// elements of one shape. So an inserted element is one edit, and an element that changed its place, within its sequence
/// or to another one, is a move. Nodes of one variant are compared field by field; nodes of different variants, and
/// shared nodes that correspond to other nodes, are one edit each. The differences of two shared trees are reported
/// where the trees are first compared. Variables that are bound at aligned places correspond. A variable whose binder is
/// on one side only, or was moved past a use, is compared as a free variable: by its key, if it has one.
///
/// Takes some five times as long as [`first_structural_mismatch`] for equal values, and memory for a summary of each
/// element and for two paths per edit. Aligning elements takes time linear in their number if few differ.
///
/// ```
/// use sexpr_core::{StructuralEq, report::EditKind, structural_diff};
///
/// #[derive(StructuralEq)]
/// enum Stmt {
///     Let(#[seq(var, def)] &'static str, Expr),
///     Print(Expr),
/// }
///
/// #[derive(StructuralEq)]
/// enum Expr {
///     Var(#[seq(var)] &'static str),
///     Int(i64),
///     Add(Vec<Expr>),
/// }
///
/// use {Expr::*, Stmt::*};
/// let before = vec![Let("x", Int(1)), Print(Add(vec![Var("x"), Int(2)]))];
/// let after = vec![Let("y", Int(1)), Let("z", Int(7)), Print(Add(vec![Var("y"), Int(3)]))];
/// let diff = structural_diff(&before, &after);
/// assert_eq!(
///     diff.to_string(),
///     "left:  [1: missing]\n\
///      right: [1]\n\
///      inserted, 4 parts\n\
///      left:  [1][1]\n\
///      right: [2][1]\n\
///      2 differs from 3"
/// );
/// assert!(matches!(diff.edits()[0].kind(), EditKind::Inserted { .. }));
/// ```
pub fn structural_diff<T: StructuralEq + ?Sized>(left: &T, right: &T) -> Diff {
    Options::new().diff(left, right)
}

impl Options {
    /// Whether two values are equal under these options. See [`structural_equal`].
    pub fn equal<T: StructuralEq + ?Sized>(self, left: &T, right: &T) -> bool {
        with_thread_memory(|buffers| Equal::run(left, right, self, buffers))
    }

    /// The hash of a value under these options. See [`structural_hash`].
    pub fn hash<T: StructuralEq + ?Sized>(self, value: &T) -> u64 {
        with_thread_memory(|buffers| Hash::<Summed>::run(value, self, buffers).value)
    }

    /// The hash of a value, and its hash under a key that is drawn at random for each process.
    pub(crate) fn keyed_hash<T: StructuralEq + ?Sized>(self, value: &T) -> KeyedHash {
        with_thread_memory(|buffers| Hash::<Keyed>::run(value, self, buffers).value)
    }

    /// The first place where two values differ under these options. See [`first_structural_mismatch`].
    pub fn first_mismatch<T: StructuralEq + ?Sized>(self, left: &T, right: &T) -> Option<Mismatch> {
        if self.equal(left, right) { None } else { Report::run(left, right, self) }
    }

    /// All differences of two values under these options. See [`structural_diff`].
    pub fn diff<T: StructuralEq + ?Sized>(self, left: &T, right: &T) -> Diff {
        if self.equal(left, right) { Diff::new(Vec::new(), true) } else { Report::diff(left, right, self) }
    }

    /// The fingerprint of a value under these options. See
    /// [`structural_fingerprint`](crate::structural_fingerprint). Fingerprints under different options differ.
    ///
    /// # Errors
    ///
    /// The value is not closed. Variables that `map_free_vars` binds are not free.
    pub fn fingerprint<T: StructuralEq + ?Sized>(self, value: &T) -> Result<Fingerprint, FingerprintError> {
        fingerprint(value, self, with_thread_memory(|buffers| Hash::<Digested>::run(value, self, buffers)))
    }
}
