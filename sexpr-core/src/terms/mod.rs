//! Common operations on terms: free and bound variables, substitution, renaming, counting, hash-consing, equal
//! subterms, fingerprints of subterms, and dropping without recursion.

pub(crate) mod dismantle;
pub(crate) mod hash_cons;
pub(crate) mod queries;
pub(crate) mod rename;
pub(crate) mod substitute;
pub(crate) mod subterms;

pub use crate::terms::{
    dismantle::{Dismantle, Pieces, drop_iteratively},
    hash_cons::{HashCons, hash_cons},
    queries::{NodeCount, bound_variables, contains, count_nodes, free_variables},
    rename::{TermError, rename_bound},
    substitute::{substitute, substitute_in},
    subterms::{Subterm, Subterms},
};
