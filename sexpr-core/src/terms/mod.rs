//! What is often asked of terms, and done with them: by walks, summaries and rewritings.

mod common_subexpressions;
mod contains;
mod copy;
mod count;
mod dismantle;
mod fresh;
mod hash_cons;
mod rename;
mod substitute;
mod variables;

pub use self::{
    common_subexpressions::{CommonSubexpressions, Subterm, SubtermClass, SubtermClasses, common_subexpressions},
    contains::contains,
    copy::clone_iteratively,
    count::{NodeCount, count_nodes},
    dismantle::{Dismantle, Pieces, drop_iteratively},
    fresh::NotFresh,
    hash_cons::{HashCons, hash_cons},
    rename::rename_bound,
    substitute::{SubstitutionError, substitute, substitute_in},
    variables::{bound_variables, free_variables},
};
