//! The operations, and their options.

use core::fmt;

use crate::{
    fingerprint::{Fingerprint, FingerprintError, fingerprint},
    kept,
    mismatch::Mismatch,
    region::Region,
    structural::StructuralEq,
    table::Roles,
    walker::{Equal, Hash, Keyed, KeyedHash, Report, Summed},
};

/// How values are compared and hashed. `equal` under some options implies the same `hash` under the same options.
///
/// ```
/// use std::sync::Arc;
/// use sexpr_core::{Options, StructuralEq, structural_equal};
///
/// #[derive(StructuralEq)]
/// #[seq(kind = "var")]
/// struct Var;
///
/// let (x, y) = (Arc::new(Var), Arc::new(Var));
/// assert!(!structural_equal(&x, &y));
/// assert!(Options::new().map_free_vars(true).equal(&x, &y));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Options {
    map_free_vars: bool,
    skip_payload: bool,
}

impl Options {
    /// The options that [`structural_equal`] uses: free variables equal only themselves, and payloads count.
    pub const fn new() -> Options {
        Options { map_free_vars: false, skip_payload: false }
    }

    /// Whether free variables may correspond to others: the root then stands in a `pattern` region.
    pub const fn map_free_vars(self, map: bool) -> Options {
        Options { map_free_vars: map, ..self }
    }

    /// Whether fields marked `#[seq(payload)]` are left out.
    pub const fn skip_payload(self, skip: bool) -> Options {
        Options { skip_payload: skip, ..self }
    }

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
        Report::run(left, right, self)
    }

    /// The fingerprint of a value under these options. See
    /// [`structural_fingerprint`](crate::structural_fingerprint). Fingerprints under different options differ.
    ///
    /// # Errors
    ///
    /// The value is not closed. Variables that `map_free_vars` binds are not free.
    pub fn fingerprint<T: StructuralEq + ?Sized>(self, value: &T) -> Result<Fingerprint, FingerprintError> {
        kept::with(|buffers| fingerprint(value, self, buffers))
    }

    /// What tells these options from others in a hash.
    pub(crate) fn word(self) -> u64 {
        u64::from(self.map_free_vars) | u64::from(self.skip_payload) << 1
    }

    /// The region in which the root stands.
    pub(crate) fn root_region(self) -> Region {
        if self.map_free_vars { Region::FREE_VARIABLES } else { Region::NONE }
    }

    /// Whether a field with these roles is left out.
    #[inline(always)]
    pub(crate) fn skips(self, roles: Roles) -> bool {
        roles.is_payload() && self.skip_payload
    }
}

impl fmt::Display for Options {
    /// The options that are not the default.
    ///
    /// ```
    /// use sexpr_core::Options;
    ///
    /// assert_eq!(Options::new().skip_payload(true).to_string(), "skip_payload");
    /// assert_eq!(Options::new().to_string(), "default");
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.map_free_vars, self.skip_payload) {
            (false, false) => "default",
            (true, false) => "map_free_vars",
            (false, true) => "skip_payload",
            (true, true) => "map_free_vars, skip_payload",
        })
    }
}

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
/// It is made for tables of terms that nobody made to collide: whoever wants can write as many terms of one hash as they
/// like. For terms from outside use [`StructuralKey`](crate::StructuralKey), which is hashed under a key that is drawn for
/// each process; and never take two terms for equal because their hashes are. The hash of a closed term is
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
