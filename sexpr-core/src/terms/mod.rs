//! Common questions about terms and operations on them: variables, substitution, renaming, counting, equal
//! subterms, and fingerprints of subterms.

pub(crate) mod common_subexpressions;
pub(crate) mod contains;
pub(crate) mod count;
pub(crate) mod dismantle;
pub(crate) mod fresh;
pub(crate) mod hash_cons;
pub(crate) mod refused;
pub(crate) mod rename;
pub(crate) mod substitute;
pub(crate) mod subterm_fingerprints;
pub(crate) mod variables;

pub use crate::terms::{
    common_subexpressions::{CommonSubexpressions, Subterm, SubtermClass, SubtermClasses, common_subexpressions},
    contains::contains,
    count::{NodeCount, count_nodes},
    dismantle::{Dismantle, Pieces, drop_iteratively},
    fresh::NotFresh,
    hash_cons::{HashCons, hash_cons},
    refused::{HoldsIds, RenameError},
    rename::rename_bound,
    substitute::{substitute, substitute_in},
    subterm_fingerprints::{FingerprintedSubterm, FingerprintedSubterms, SubtermFingerprints, subterm_fingerprints},
    variables::{bound_variables, free_variables},
};
