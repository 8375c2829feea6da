//! Common questions about terms and operations on them: variables, substitution, renaming, counting, equal
//! subterms, and fingerprints of subterms.

pub(crate) mod common_subexpressions;
pub(crate) mod dismantle;
pub(crate) mod hash_cons;
pub(crate) mod queries;
pub(crate) mod rename;
pub(crate) mod substitute;
pub(crate) mod subterm_fingerprints;

pub use crate::terms::{
    common_subexpressions::{CommonSubexpressions, Subterm, SubtermClass, SubtermClasses, common_subexpressions},
    dismantle::{Dismantle, Pieces, drop_iteratively},
    hash_cons::{HashCons, hash_cons},
    queries::{NodeCount, bound_variables, contains, count_nodes, free_variables},
    rename::{HoldsIds, NotFresh, RenameError, rename_bound},
    substitute::{substitute, substitute_in},
    subterm_fingerprints::{FingerprintedSubterm, FingerprintedSubterms, SubtermFingerprints, subterm_fingerprints},
};
