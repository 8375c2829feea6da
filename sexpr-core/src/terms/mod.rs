//! What is often asked of terms, and done with them: by walks and rewritings.

mod contains;
mod copy;
mod count;
mod dismantle;
mod fresh;
mod rename;
mod substitute;
mod variables;

pub use self::{
    contains::contains,
    copy::clone_iteratively,
    count::{NodeCount, count_nodes},
    dismantle::{Dismantle, Pieces, drop_iteratively},
    fresh::NotFresh,
    rename::rename_bound,
    substitute::{SubstitutionError, substitute, substitute_in},
    variables::{bound_variables, free_variables},
};
