//! `rename_bound`: renaming of bound variables to fresh names; and `TermError`.

use core::{error::Error, fmt};

use crate::{
    describe::{key_table::Keys, structural::StructuralEq},
    engine::path::Path,
    reflect::search::NodeSearch,
    rewrite::{
        Rewrite,
        rewritable::{Rewritable, Variable},
    },
    tables::index::Table,
    walk::{At, Keeps, Walk},
};

/// Renames each bound variable of a type to a fresh variable. Afterwards, no two binders bind the same variable, unless
/// they are one shared node, and no binder binds a variable that is free elsewhere. The result is structurally equal to
/// the term, unless
///
/// - a variable is mentioned in its own fields, and is bound outside of all scopes or lies behind a shared pointer;
/// - a dag node in the type of a variable binds another variable, and that variable is used free between two
///   occurrences of the dag node;
/// - the fields of a free variable that is known by its address bind a variable, or mention a variable that is bound
///   around it. Renaming inside these fields copies the free variable, and the copy is another variable.
///
/// `fresh` is called with the bound variable and the number of the attempt, until it returns a variable that does not
/// occur. Attempts are numbered from 1. For further binders of the same name, the numbering continues. For a variable
/// that is known by its address, the first attempt succeeds, since its result gets an address of its own.
///
/// Takes the time and memory of a [`Walk`](crate::walk::Walk) and a [`Rewrite`], and the time of the attempts.
///
/// # Errors
///
/// - [`HoldsIds`](TermError::HoldsIds): the term holds ids or has an arena;
/// - [`Predeclared`](TermError::Predeclared): a scope predeclares a variable, of any type, with fields other than leaves;
/// - [`NotFresh`](TermError::NotFresh): `fresh` returns only variables that occur.
///
/// ```
/// use sexpr_core::{StructuralEq, terms::rename_bound};
///
/// #[derive(StructuralEq, Debug, PartialEq)]
/// #[seq(rewrite)]
/// enum Expr {
///     Var(#[seq(var)] String),
///     #[seq(scope)]
///     Lambda(#[seq(var, def)] String, Box<Expr>),
///     Call(Vec<Expr>),
/// }
///
/// // `λx. λx. x x1`
/// let var = |name: &str| Expr::Var(name.into());
/// let lambda = |name: &str, body| Expr::Lambda(name.into(), Box::new(body));
/// let term = lambda("x", lambda("x", Expr::Call(vec![var("x"), var("x1")])));
/// let renamed = rename_bound(term, |name: &String, attempt| format!("{name}{attempt}"))?;
/// assert_eq!(renamed, lambda("x2", lambda("x3", Expr::Call(vec![var("x3"), var("x1")]))));
/// # Ok::<(), sexpr_core::terms::TermError>(())
/// ```
pub fn rename_bound<V, T>(term: T, mut fresh: impl FnMut(&V, usize) -> V) -> Result<T, TermError>
where
    V: Variable,
    T: Rewritable,
{
    refuse_ids(&term)?;
    let mut occurring = Occurring::default();
    if occurring.note(&term) {
        return Err(TermError::Predeclared);
    }
    let rename = |variable: &V, at: &At<'_, Keeps<true, false>>| {
        at.is_binding().then(|| occurring.fresh(variable, &mut fresh)).transpose()
    };
    Rewrite::fallible().with_bindings().after(rename).try_run(term)
}

/// The values of the variables that occur. Variables of equal value count as one, even if their types or namespaces
/// differ: at worst, an unused name is skipped.
#[derive(Default)]
pub(super) struct Occurring {
    keys: Keys,
    values: Table<u128, ()>,
    /// The number of attempts that were made for variables of each value.
    attempts: Table<u128, usize>,
}

impl Occurring {
    /// Notes the variables in a term. Returns whether it predeclares variables with fields other than leaves.
    pub(super) fn note<T: StructuralEq>(&mut self, term: &T) -> bool {
        let mut are_predeclared_with_fields = false;
        let walk = Walk::new().once_per_binding().on_any(|node, at| {
            self.values.extend(at.value_tag().map(|value| (value, ())));
            are_predeclared_with_fields |= at.is_predeclared() && node.has_fields_other_than_leaves();
        });
        walk.run(term);
        are_predeclared_with_fields
    }

    /// Returns a variable that does not occur, and notes it.
    pub(super) fn fresh<V>(&mut self, variable: &V, mut next: impl FnMut(&V, usize) -> V) -> Result<V, TermError>
    where
        V: Variable,
    {
        let mut value_of = |variable: &V| {
            let identity = variable.identify("", &mut self.keys);
            self.keys.value_tag(identity)
        };
        // A variable without a value is known by its address, and the result has an address of its own.
        let Some(value) = value_of(variable) else { return Ok(next(variable, 1)) };
        // For another binder of the same value, the numbering of attempts continues.
        let made = self.attempts.entry(value).or_default();
        // If all attempts differ, at least one of this many is fresh.
        let attempts = self.values.len() + 1;
        for _ in 0..attempts {
            *made += 1;
            let fresh = next(variable, *made);
            if value_of(&fresh).is_none_or(|value| self.values.insert(value, ()).is_none()) {
                return Ok(fresh);
            }
        }
        Err(TermError::NotFresh { attempts })
    }
}

/// Returns an error if a term holds ids or has an arena.
pub(super) fn refuse_ids<T: StructuralEq>(term: &T) -> Result<(), TermError> {
    if NodeSearch::new(term, false, true).holds_ids() { Err(TermError::HoldsIds) } else { Ok(()) }
}

/// The reason that an operation of this module cannot rewrite a term.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TermError {
    /// The term holds ids, or has an arena. The nodes behind ids would not be rewritten.
    HoldsIds,
    /// `fresh` returned only variables that occur already.
    NotFresh {
        /// The number of its attempts.
        attempts: usize,
    },
    /// A scope predeclares a variable with fields other than leaves. Such fields may mention or bind variables.
    Predeclared,
    /// A variable that has to be renamed is not of type `V`.
    OtherType {
        /// The type whose variables are renamed.
        expected: &'static str,
        /// The type of the variable.
        found: &'static str,
        /// The path to its binding site.
        path: Path,
    },
}

impl fmt::Display for TermError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TermError::HoldsIds => f.write_str(
                "the term holds ids or has an arena, and this operation does not follow ids: rewrite the nodes in the arena, with \
                 a `Rewrite` of the node that has the arena",
            ),
            TermError::NotFresh { attempts } => write!(
                f,
                "`fresh` returned only variables in use ({attempts} attempts): return another one for each attempt, for \
                 instance with the attempt's number after the name"
            ),
            TermError::Predeclared => f.write_str(
                "a scope predeclares a variable with fields other than leaves, and these may mention or bind variables: in a \
                 term that is renamed, predeclare only variables whose fields are leaves",
            ),
            TermError::OtherType { expected, found, path } => write!(
                f,
                "a variable would capture one of a replacement, and cannot be renamed, since it is bound as `{found}` at \
                 `{path}`: only variables written as `{expected}` are"
            ),
        }
    }
}

impl Error for TermError {}
