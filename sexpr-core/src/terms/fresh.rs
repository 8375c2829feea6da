//! Variables that mean nothing else.

use thiserror::Error;

use crate::{
    identity::Table,
    options::structural_hash,
    rewrite::{Rewritable, Rewrite, Variable},
    structural::StructuralEq,
    walk::Walk,
};

/// A function that was to give fresh variables gave only such as occur already.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "no fresh variable: all {attempts} that were given occur already; give another one for each attempt, for instance with \
     the attempt's number after the name"
)]
pub struct NotFresh {
    attempts: usize,
}

/// Variables that occur, by their hashes: of one that is known by its value, the hash of what it is written as,
/// whatever its type and its namespace. Taking a variable for one that occurs because their hashes are the same does no harm.
#[derive(Default)]
pub(super) struct Occurring {
    hashes: Table<u64, ()>,
}

impl Occurring {
    /// Notes the variables of a type in a term, and all that are known by their values.
    pub(super) fn note<V: Variable, T: Rewritable>(&mut self, term: &T) {
        let mut walk = Walk::new().distinct();
        walk.wanted.spellings = true;
        walk.on_any(|_, at| self.hashes.extend(at.spelling().map(|spelling| (spelling, ())))).run(term);
        Rewrite::new()
            .after(|variable: &V, site| {
                if site.occurrence().is_some() {
                    self.hashes.insert(structural_hash(variable), ());
                }
                None
            })
            .look(term);
    }

    /// A variable that does not occur; from now on, it does.
    pub(super) fn fresh<V>(&mut self, variable: &V, mut next: impl FnMut(&V, usize) -> V) -> Result<V, NotFresh>
    where
        V: StructuralEq,
    {
        // If each attempt gives another one, one of so many is fresh.
        let attempts = self.hashes.len() + 1;
        for attempt in 1..=attempts {
            let fresh = next(variable, attempt);
            if self.hashes.insert(structural_hash(&fresh), ()).is_none() {
                return Ok(fresh);
            }
        }
        Err(NotFresh { attempts })
    }
}
