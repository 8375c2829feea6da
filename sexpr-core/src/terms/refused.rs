//! Errors: why a term is not renamed, or not hash-consed.

use core::{error::Error, fmt};

use crate::{
    describe::structural::StructuralEq, engine::path::Path, reflect::search::NodeSearch, terms::rename::NotFresh,
};

/// A term holds ids, or has an arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HoldsIds;

impl fmt::Display for HoldsIds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "the term holds ids, or has an arena, and ids are not followed here: rewrite the nodes where they are stored, with a \
             `Rewrite` of the node that has the arena",
        )
    }
}

impl Error for HoldsIds {}

/// An error, if a term holds ids, or has an arena.
pub(super) fn refuse_ids<T: StructuralEq>(term: &T) -> Result<(), HoldsIds> {
    if NodeSearch::new(term, false, true).holds_ids() { Err(HoldsIds) } else { Ok(()) }
}

/// Why variables cannot be renamed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RenameError {
    /// There is no fresh variable for a bound one.
    NotFresh(NotFresh),
    /// The term holds ids: variables behind these would not be renamed.
    HoldsIds(HoldsIds),
    /// A scope predeclares a variable with fields other than leaves, which may mention or bind variables.
    Predeclared,
    /// A variable that has to be renamed is no `V`.
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
                "a scope predeclares a variable that has fields of its own, which may mention or bind variables: only \
                 variables whose fields are leaves can be predeclared in a term that is renamed",
            ),
            RenameError::OtherType { expected, found, path } => write!(
                f,
                "a variable would capture one of a replacement, and cannot be renamed, since it is bound as `{found}` at \
                 `{path}`: only variables written as `{expected}` are"
            ),
        }
    }
}

impl Error for RenameError {}

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
