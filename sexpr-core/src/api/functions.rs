//! The operations as functions, and as methods of [`Options`].

#[cfg(feature = "diff")]
use crate::reflect::report::diff::edit::Diff;
use crate::{
    api::{
        fingerprint::{Fingerprint, FingerprintError, fingerprint},
        kept,
    },
    describe::{options::Options, structural::StructuralEq},
    ops::{
        equal::Equal,
        hash::{
            Hash,
            items::{Digested, Summed},
            keyed_items::{Keyed, KeyedHash},
        },
    },
    reflect::report::{Report, reason::Mismatch},
};

/// Whether two values are equal, up to renaming of bound variables.
///
/// Takes time linear in the number of distinct nodes and edges (but for sorting the keys of maps, and for what depends
/// on scopes: see the chapter "Sticky or scoped" of the guide), memory for the variables, shared nodes and dag nodes
/// met, and no native stack that grows with depth.
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
/// It is made for tables of terms that nobody made to collide: whoever wants can write as many terms of one hash as
/// they like. For terms from outside use [`StructuralKey`](crate::StructuralKey), which is hashed under a key that is
/// drawn for each process; and never take two terms for equal because their hashes are. The hash of a closed term is
/// the same in every run and on every platform, for one version of this crate; a term is closed when nothing occurs in
/// it that is known by its address or means something in this process only, and no opaque field whose own `Hash`
/// varies. Costs what equality costs. For keys that outlive the process, see
/// [`structural_fingerprint`](crate::structural_fingerprint).
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

/// Where two values first differ, in the order of comparison; nothing exactly when they are [`structural_equal`].
///
/// Costs a few times what equality costs, and memory for the path and for the keys of the maps that were passed.
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

/// All differences of two values, up to renaming of bound variables; none exactly when they are [`structural_equal`].
///
/// Elements of sequences that belong together are found before they are compared: those that are alike up to renaming,
/// then those of one shape. So an element that was inserted is one edit, and one that stands elsewhere, in its sequence
/// or in another, was moved. All fields of two nodes of one variant are compared; nodes of different variants, and shared nodes with
/// other partners, are one edit, and what differs in two shared trees is told where they meet first. Variables that were
/// bound at places that belong together correspond. A variable whose binder is on one side alone, or was moved past a
/// use, is compared there as a free one: by its key, if it has one.
///
/// Costs some five times what [`first_structural_mismatch`] costs for equal values, and memory for what is known of the
/// elements of all sequences, and for two paths an edit. Finding which elements belong together takes time linear in
/// their number if few differ.
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
#[cfg(feature = "diff")]
pub fn structural_diff<T: StructuralEq + ?Sized>(left: &T, right: &T) -> Diff {
    Options::new().diff(left, right)
}

impl Options {
    /// Whether two values are equal under these options. See [`structural_equal`].
    pub fn equal<T: StructuralEq + ?Sized>(self, left: &T, right: &T) -> bool {
        kept::with(|buffers| Equal::run(left, right, self, buffers))
    }

    /// The hash of a value under these options. See [`structural_hash`].
    pub fn hash<T: StructuralEq + ?Sized>(self, value: &T) -> u64 {
        kept::with(|buffers| Hash::<Summed>::run(value, self, buffers).value)
    }

    /// The hash of a value, and one under a key that is drawn at random for each process.
    pub(crate) fn keyed_hash<T: StructuralEq + ?Sized>(self, value: &T) -> KeyedHash {
        kept::with(|buffers| Hash::<Keyed>::run(value, self, buffers).value)
    }

    /// Where two values first differ under these options. See [`first_structural_mismatch`].
    pub fn first_mismatch<T: StructuralEq + ?Sized>(self, left: &T, right: &T) -> Option<Mismatch> {
        if self.equal(left, right) { None } else { Report::run(left, right, self) }
    }

    /// All differences of two values under these options. See [`structural_diff`].
    #[cfg(feature = "diff")]
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
        fingerprint(value, self, kept::with(|buffers| Hash::<Digested>::run(value, self, buffers)))
    }
}
