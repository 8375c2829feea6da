//! `Diff::apply`: the left value of a diff, with its edits.

use alloc::boxed::Box;
use core::{error::Error, fmt};

use crate::{
    ops::mismatch::{
        diff::edit::{Diff, Edit},
        reason::Mismatch,
    },
    rewrite::{
        rewritable::Rewritable,
        rewriting::{grafting::graft, script::Script},
    },
};

/// Why a diff cannot be applied.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ApplyError {
    /// The comparison was given up, so the diff does not have all edits: see [`Diff::is_complete`].
    Incomplete,
    /// A rewriting cannot do what this edit says: nothing was found at its place that can be replaced.
    Unreachable(Edit),
    /// The edits lead to a value that differs from the right one, first here: on the left is what they lead to.
    Unequal(Box<Mismatch>),
}

impl fmt::Display for ApplyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ApplyError::Incomplete => f.write_str(
                "the diff is incomplete, as the values differ too much: take the right value instead of applying it",
            ),
            ApplyError::Unreachable(edit) => write!(
                f,
                "an edit cannot be applied, since no rewriting can replace what is at its place, such as an opaque \
                 field, a node behind an id, an entry of a set of names, or what a function lists:\n{edit}"
            ),
            ApplyError::Unequal(mismatch) => write!(
                f,
                "the edits do not lead to a value that is equal to the right one: the diff is of other values, or variables and \
                 nodes are shared in ways that edits do not tell, or a container of one's own changes its length:\n{mismatch}"
            ),
        }
    }
}

impl Error for ApplyError {}

impl Diff {
    /// Applies the edits to the left value: makes one that is equal to the right one, under the options of the diff.
    ///
    /// What edits do not mention is copied from the left value, or shared with it behind pointers that share. What they
    /// replace or insert is copied from the right one, or shared with it. Where something that may have variables comes
    /// from the right, variables that are known by keys are called as on the right everywhere, so that nothing is
    /// captured; and variables and `dag` nodes that are known by their addresses are the right ones, if what comes from
    /// there mentions them. What is in a field without a name of its own, such as the only one of a variant, is replaced
    /// with what is around it.
    ///
    /// Takes a bounded amount of native stack, but for dropping: if there is an error, what was made by then is dropped as
    /// its types drop it. Takes time linear in both values, some times what [`structural_diff`](crate::structural_diff)
    /// takes: the result is compared with the right value.
    ///
    /// ```
    /// use sexpr_core::{StructuralEq, structural_diff};
    ///
    /// #[derive(StructuralEq, Debug, PartialEq)]
    /// #[seq(rewrite)]
    /// enum Stmt {
    ///     Let(#[seq(var, def)] String, i64),
    ///     Print(#[seq(var)] String),
    /// }
    /// use Stmt::*;
    ///
    /// let before = vec![Let("x".into(), 1), Print("x".into())];
    /// let after = vec![Let("a".into(), 1), Let("b".into(), 2), Print("a".into())];
    /// let diff = structural_diff(&before, &after);
    /// assert_eq!(diff.edits().len(), 1);
    /// assert_eq!(diff.apply(&before, &after)?, after);
    /// # Ok::<(), sexpr_core::ApplyError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// An edit is at a place that a rewriting cannot reach; or the edits lead elsewhere: the diff is of other values, or
    /// shared nodes are shared otherwise than edits tell, or keys of maps that look alike differ. Never is a value
    /// returned that differs from the right one.
    pub fn apply<T: Rewritable>(&self, left: &T, right: &T) -> Result<T, ApplyError> {
        if !self.is_complete() {
            return Err(ApplyError::Incomplete);
        }
        let script = Script::new(self.edits().iter().chain(self.repeated()));
        let options = self.options();
        let (value, are_applied) = graft(left, right, options, script);
        if let Some((edit, _)) = self.edits().iter().zip(are_applied).find(|(_, is_applied)| !is_applied) {
            return Err(ApplyError::Unreachable(edit.clone()));
        }
        match options.first_mismatch(&value, right) {
            None => Ok(value),
            Some(mismatch) => Err(ApplyError::Unequal(Box::new(mismatch))),
        }
    }
}
