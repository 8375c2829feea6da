//! Fresh variables: names that are not in use.

use core::{error::Error, fmt};

use crate::{
    describe::structural::StructuralEq,
    rewrite::rewritable::Variable,
    tables::index::Table,
    walk::{Walk, at::At, context::Keeps},
};

/// `fresh` returned only variables that occur already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotFresh {
    attempts: usize,
}

impl fmt::Display for NotFresh {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`fresh` returned only variables in use ({} attempts): return another one for each attempt, for instance with \
             the attempt's number after the name",
            self.attempts
        )
    }
}

impl Error for NotFresh {}

/// Variables that occur, by what tells them from others. Two that are told from each other nowhere else may have the
/// same here, which does no harm.
#[derive(Default)]
pub(super) struct Occurring {
    marks: Table<u128, ()>,
    /// The attempts that were made for variables of these marks.
    attempts: Table<u128, usize>,
}

impl Occurring {
    /// Notes the variables in a term. Whether it predeclares any that have fields other than leaves.
    pub(super) fn note<T: StructuralEq>(&mut self, term: &T) -> bool {
        let mut are_predeclared_with_fields = false;
        let mark = |at: &At<'_, '_, Keeps<true, false>>| at.spelling().map(u128::from).or_else(|| at.variable_tag());
        let walk = Walk::new().once_per_binding().on_any(|node, at| {
            self.marks.extend(mark(at).map(|mark| (mark, ())));
            are_predeclared_with_fields |= at.is_predeclared() && node.has_fields_other_than_leaves();
        });
        walk.run(term);
        are_predeclared_with_fields
    }

    /// A variable that does not occur; from now on, it does.
    pub(super) fn fresh<V>(&mut self, variable: &V, mut next: impl FnMut(&V, usize) -> V) -> Result<V, NotFresh>
    where
        V: Variable,
    {
        // What has no mark is known by its address, and gets one of its own.
        let Some(mark) = variable.mark() else { return Ok(next(variable, 1)) };
        // What was given for another variable of this mark is not given again.
        let made = self.attempts.entry(mark).or_default();
        // If each attempt gives another one, one of so many is fresh.
        let attempts = self.marks.len() + 1;
        for _ in 0..attempts {
            *made += 1;
            let fresh = next(variable, *made);
            if fresh.mark().is_none_or(|mark| self.marks.insert(mark, ()).is_none()) {
                return Ok(fresh);
            }
        }
        Err(NotFresh { attempts })
    }
}
