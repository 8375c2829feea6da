//! `FingerprintCache`: hashes and fingerprints of terms that share most of their nodes with earlier ones.

use core::fmt;

use crate::{
    api::{
        fingerprint::{Fingerprint, FingerprintError, fingerprint_of},
        kept,
    },
    describe::{options::Options, structural::StructuralEq},
    ops::hash::{
        Hash,
        items::{Digested, Summed},
        lasting::Lasting,
    },
    rules::{
        items::Items,
        lasting::{LastingNodes, LastingParts},
    },
};

/// Computes hashes and fingerprints, and remembers those of shared subterms for later calls.
///
/// The results are those of [`structural_hash`](crate::structural_hash) and
/// [`structural_fingerprint`](crate::structural_fingerprint). After an edit that keeps most of a term's `Arc`s, a call
/// takes time in proportion to what changed and to the nodes on the way to the root, with all their children.
///
/// Subterms are remembered behind pointers that can be [kept](crate::containers::SharedPointer::keep), if their type is
/// known to be `'static`, and if all variables in them are bound in them, so that they mean the same everywhere. Those that
/// reach a dag node, an id or something process-local are hashed in each call. The cache holds a clone of each pointer:
/// so no address is used again, and `Arc::get_mut` finds the pointer shared. Values that change behind shared pointers
/// by interior mutability make the cache stale.
///
/// A cache belongs to one thread, since it may hold `Rc`s. [Clear](Self::clear) it before a deep term is
/// [dropped iteratively](crate::terms::drop_iteratively): otherwise the cache drops it, one node inside another where these
/// are not remembered themselves.
///
/// ```
/// use std::sync::Arc;
/// use sexpr_core::{FingerprintCache, StructuralEq, structural_fingerprint};
///
/// #[derive(StructuralEq)]
/// enum Expr { Int(i64), Add(Arc<Expr>, Arc<Expr>) }
///
/// let sum = (1..10).fold(Arc::new(Expr::Int(0)), |sum, n| Arc::new(Expr::Add(sum, Arc::new(Expr::Int(n)))));
/// let mut cache = FingerprintCache::new();
/// cache.structural_fingerprint(&sum)?;
/// let edited = Expr::Add(sum.clone(), Arc::new(Expr::Int(7)));
/// assert_eq!(cache.structural_fingerprint(&edited), structural_fingerprint(&edited));
/// # Ok::<(), sexpr_core::FingerprintError>(())
/// ```
#[derive(Default)]
pub struct FingerprintCache {
    nodes: LastingNodes,
    hashes: LastingParts<<Summed as Items>::Part>,
    fingerprints: LastingParts<<Digested as Items>::Part>,
}

impl FingerprintCache {
    /// A cache that remembers nothing yet.
    pub fn new() -> FingerprintCache {
        FingerprintCache::default()
    }

    /// The hash of a value. See [`structural_hash`](crate::structural_hash).
    pub fn structural_hash<T: StructuralEq + ?Sized>(&mut self, value: &T) -> u64 {
        self.hash(Options::new(), value)
    }

    /// The fingerprint of a value. See [`structural_fingerprint`](crate::structural_fingerprint).
    ///
    /// # Errors
    ///
    /// The value is not closed. To find out where takes as long as without a cache.
    pub fn structural_fingerprint<T: StructuralEq + ?Sized>(
        &mut self,
        value: &T,
    ) -> Result<Fingerprint, FingerprintError> {
        self.fingerprint(Options::new(), value)
    }

    /// The hash of a value under these options. One cache serves all options.
    pub fn hash<T: StructuralEq + ?Sized>(&mut self, options: Options, value: &T) -> u64 {
        let lasting = Lasting::<Summed>::new(&mut self.nodes, &mut self.hashes);
        kept::with(|buffers| Hash::run_with(value, options, buffers, Some(lasting)).value)
    }

    /// The fingerprint of a value under these options.
    ///
    /// # Errors
    ///
    /// The value is not closed.
    pub fn fingerprint<T: StructuralEq + ?Sized>(
        &mut self,
        options: Options,
        value: &T,
    ) -> Result<Fingerprint, FingerprintError> {
        let lasting = Lasting::<Digested>::new(&mut self.nodes, &mut self.fingerprints);
        let hashed = kept::with(|buffers| Hash::run_with(value, options, buffers, Some(lasting)));
        fingerprint_of(value, options, hashed)
    }

    /// How many nodes the cache keeps alive.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the cache keeps no node alive.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Drops the nodes that only the cache keeps alive. Takes time in proportion to [`len`](Self::len).
    pub fn retain_live(&mut self) {
        self.nodes.retain_shared();
        self.hashes.retain(&self.nodes);
        self.fingerprints.retain(&self.nodes);
    }

    /// Forgets everything. Nodes that only the cache keeps alive are dropped.
    pub fn clear(&mut self) {
        self.hashes.clear();
        self.fingerprints.clear();
        self.nodes.clear();
    }
}

impl fmt::Debug for FingerprintCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FingerprintCache").field("len", &self.len()).finish_non_exhaustive()
    }
}
