//! Fresh variables: names that are not in use; and why variables are not renamed.

use core::{error::Error, fmt};

use crate::{
    describe::structural::StructuralEq,
    engine::path::Path,
    ops::search::holds_ids,
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

/// A term holds ids, or has an arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HoldsIds;

impl fmt::Display for HoldsIds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "the term holds ids, or has an arena, and ids are not followed here: rewrite the nodes where they are stored, by a \
             `Rewrite` of what has the arena",
        )
    }
}

impl Error for HoldsIds {}

/// An error, if a term holds ids, or has an arena.
pub(super) fn refuse_ids<T: StructuralEq>(term: &T) -> Result<(), HoldsIds> {
    if holds_ids(term) { Err(HoldsIds) } else { Ok(()) }
}

/// Why variables cannot be renamed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RenameError {
    /// There is no other variable for one.
    NotFresh(NotFresh),
    /// The term holds ids: what is behind these would not be renamed.
    HoldsIds(HoldsIds),
    /// A scope predeclares a variable that has fields of its own, other than leaves: these may mention or bind variables.
    Predeclared,
    /// A variable has to be renamed that is no `V`, and so cannot be.
    OtherType {
        /// The type whose variables are renamed.
        expected: &'static str,
        /// The type of the variable.
        found: &'static str,
        /// Where it is bound.
        path: Path,
    },
}

impl fmt::Display for RenameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RenameError::NotFresh(error) => error.fmt(f),
            RenameError::HoldsIds(error) => error.fmt(f),
            RenameError::Predeclared => f.write_str(
                "a scope predeclares a variable that has fields of its own, which may mention or bind variables: rename in \
                 terms whose predeclared variables have no fields but leaves",
            ),
            RenameError::OtherType { expected, found, path } => write!(
                f,
                "a variable would capture one of a replacement, and cannot be renamed, since it is bound as `{found}` at \
                 `{path}`: only variables written as `{expected}` are"
            ),
        }
    }
}

impl Error for RenameError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            RenameError::NotFresh(error) => error.source(),
            RenameError::HoldsIds(_) | RenameError::Predeclared | RenameError::OtherType { .. } => None,
        }
    }
}

impl From<NotFresh> for RenameError {
    fn from(error: NotFresh) -> Self {
        RenameError::NotFresh(error)
    }
}

impl From<HoldsIds> for RenameError {
    fn from(error: HoldsIds) -> Self {
        RenameError::HoldsIds(error)
    }
}

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
        let mut walk = Walk::new().once_per_binding();
        walk.wanted.spellings = true;
        let mark = |at: &At<'_, '_, Keeps<true, false>>| at.spelling().map(u128::from).or_else(|| at.variable_tag());
        walk.on_any(|node, at| {
            self.marks.extend(mark(at).map(|mark| (mark, ())));
            are_predeclared_with_fields |= at.is_predeclared() && node.has_fields_other_than_leaves();
        })
        .run(term);
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
