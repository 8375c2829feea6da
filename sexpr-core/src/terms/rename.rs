//! `rename_bound`: renaming of bound variables.

use crate::{
    rewrite::{
        Rewrite,
        rewritable::{Rewritable, Variable},
    },
    terms::{
        fresh::Occurring,
        refused::{RenameError, refuse_ids},
    },
};

/// Gives each variable of a type that is bound in a term another one, that occurs nowhere else: no two binders have one
/// variable afterwards, unless they are one shared node, and none has a free one. The result equals the term, unless
///
/// - the own fields of a variable mention it, and it is bound outside of all scopes or lies behind a shared pointer;
/// - a dag node binds, in the type of a variable, one that is used free between two mentions of that node;
/// - the own fields of a free variable that is known by its address bind a variable, or mention one that is bound around it:
///   these are renamed, so the free variable becomes another one.
///
/// `fresh` is called with the variable that is bound and the number of the attempt, until what it gives does not occur:
/// from 1 on, and for further binders of one name from where the one before ended. For variables that are known by
/// their addresses, the first attempt does: what it gives gets an address of its own.
///
/// Takes what a walk and a [`Rewrite`] take, and the attempts.
///
/// # Errors
///
/// - [`HoldsIds`](RenameError::HoldsIds): the term holds ids or has an arena, whose nodes are rewritten where they are stored;
/// - [`Predeclared`](RenameError::Predeclared): a scope predeclares a variable, of any type, with fields other than leaves;
/// - [`NotFresh`](RenameError::NotFresh): `fresh` goes on giving variables that occur.
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
/// # Ok::<(), sexpr_core::terms::RenameError>(())
/// ```
pub fn rename_bound<V, T>(term: T, mut fresh: impl FnMut(&V, usize) -> V) -> Result<T, RenameError>
where
    V: Variable,
    T: Rewritable,
{
    refuse_ids(&term)?;
    let mut occurring = Occurring::default();
    if occurring.note(&term) {
        return Err(RenameError::Predeclared);
    }
    let rename = Rewrite::fallible().with_bindings().after(|variable: &V, site| match site.is_binding() {
        true => occurring.fresh(variable, &mut fresh).map(Some).map_err(RenameError::from),
        false => Ok(None),
    });
    rename.try_run(term)
}
