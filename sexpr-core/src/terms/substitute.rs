//! `substitute`: capture-avoiding substitution.

use core::{any::type_name, ops::ControlFlow};

use crate::{
    rewrite::{
        Rewrite,
        callback::Change,
        rewritable::{Rewritable, Variable},
    },
    rules::bindings::Occurrence,
    tables::index::Table,
    terms::{
        queries::free_variables_in,
        rename::{Occurring, TermError, refuse_ids},
    },
    walk::Walk,
};

/// Replaces free variables by terms, without capture. If a replacement mentions a free variable that the term binds,
/// the bound variable is renamed.
///
/// - `variable_of` returns the variable of a node that is a use of a variable. Such nodes are replaced as a whole. `N`
///   may also be the type of a pointer, to replace uses by an existing pointer.
/// - `replacement` returns the term for a variable, or `None` if the variable stays. It is called with the free
///   variables of the term, possibly several times with each.
/// - `fresh` returns new variables for the bound variables that have to be renamed, as for
///   [`rename_bound`](crate::terms::rename_bound).
///
/// Substitution is simultaneous: replacements are not searched for further variables to replace. If a replacement binds
/// a variable outside of its scopes, the variable is bound for the parts that follow.
///
/// Takes the time of two walks and a [`Rewrite`], plus the size of the replacement of each free variable.
///
/// # Errors
///
/// - [`HoldsIds`](TermError::HoldsIds): the term or a replacement holds ids or has an arena;
/// - [`NotFresh`](TermError::NotFresh): a variable has to be renamed, and `fresh` returns only variables that occur;
/// - [`OtherType`](TermError::OtherType): a variable that has to be renamed is not of type `V` at its binding site,
///   but, for instance, an `Arc<str>` instead of a `String`;
/// - [`Predeclared`](TermError::Predeclared): a variable has to be renamed, and a scope predeclares a variable with
///   fields other than leaves.
///
/// ```
/// use sexpr_core::{StructuralEq, terms::substitute};
///
/// #[derive(StructuralEq, Debug, PartialEq)]
/// #[seq(rewrite)]
/// enum Expr {
///     Var(#[seq(var)] String),
///     #[seq(scope)]
///     Lambda(#[seq(var, def)] String, Box<Expr>),
///     Call(Vec<Expr>),
/// }
/// use Expr::{Call, Lambda, Var};
///
/// // `y` for `x` in `λy. x y` is `λy1. y y1`.
/// let var = |name: &str| Var(name.into());
/// let term = Lambda("y".into(), Box::new(Call(vec![var("x"), var("y")])));
/// let result = substitute(
///     term,
///     |expr: &Expr| match expr {
///         Var(name) => Some(name),
///         _ => None,
///     },
///     |name| (name == "x").then(|| var("y")),
///     |name, attempt| format!("{name}{attempt}"),
/// )?;
/// assert_eq!(result, Lambda("y1".into(), Box::new(Call(vec![var("y"), var("y1")]))));
/// # Ok::<(), sexpr_core::terms::TermError>(())
/// ```
pub fn substitute<V, N, T>(
    term: T,
    variable_of: impl Fn(&N) -> Option<&V>,
    replacement: impl Fn(&V) -> Option<N>,
    fresh: impl FnMut(&V, usize) -> V,
) -> Result<T, TermError>
where
    V: Variable,
    N: Rewritable,
    T: Rewritable,
{
    substitute_in("", term, variable_of, replacement, fresh)
}

/// [`substitute`], for variables that are known by their values in a namespace, as in fields marked `#[seq(var =
/// "namespace")]`.
///
/// ```
/// use sexpr_core::{StructuralEq, terms::substitute_in};
///
/// #[derive(StructuralEq, Debug, PartialEq)]
/// #[seq(rewrite)]
/// enum Type {
///     Int,
///     Var(#[seq(var = "types")] String),
///     #[seq(scope)]
///     All(#[seq(var = "types", def)] String, Box<Type>),
/// }
///
/// fn variable_of(ty: &Type) -> Option<&String> {
///     match ty {
///         Type::Var(name) => Some(name),
///         _ => None,
///     }
/// }
/// let term = Type::All("a".into(), Box::new(Type::Var("b".into())));
/// let result = substitute_in("types", term, variable_of, |_| Some(Type::Int), |name, n| format!("{name}{n}"))?;
/// assert_eq!(result, Type::All("a".into(), Box::new(Type::Int)));
/// # Ok::<(), sexpr_core::terms::TermError>(())
/// ```
///
/// # Errors
///
/// The same as those of [`substitute`].
pub fn substitute_in<V, N, T>(
    namespace: &str,
    term: T,
    variable_of: impl Fn(&N) -> Option<&V>,
    replacement: impl Fn(&V) -> Option<N>,
    mut fresh: impl FnMut(&V, usize) -> V,
) -> Result<T, TermError>
where
    V: Variable,
    N: Rewritable,
    T: Rewritable,
{
    refuse_ids(&term)?;
    let mut occurring = Occurring::default();
    let mut free = Table::default();
    for inserted in free_variables_in(namespace, &term).into_iter().filter_map(&replacement) {
        refuse_ids(&inserted)?;
        occurring.note(&inserted);
        Walk::new()
            .once_per_binding()
            .on_any(|_, at| {
                if at.occurrence() == Some(Occurrence::Free) {
                    free.extend(at.variable_tag().map(|variable| (variable, ())));
                }
            })
            .run(&inserted);
    }
    if !free.is_empty() {
        let are_predeclared_with_fields = occurring.note(&term);
        refuse_captures::<V, _>(&term, &free, are_predeclared_with_fields)?;
    }
    let rename = Rewrite::fallible().with_bindings().after(|variable: &V, at| {
        let captures = at.is_binding() && at.variable_tag().is_some_and(|binds| free.contains_key(&binds));
        captures.then(|| occurring.fresh(variable, &mut fresh)).transpose()
    });
    let replace = rename.on(|node: &N, at| {
        let used = variable_of(node).filter(|variable| at.is_free_use(namespace, *variable));
        let replaced = used.and_then(|variable| Some((variable, replacement(variable)?)));
        Ok(replaced.map_or_else(Change::keep, |(variable, by)| {
            at.meet_free(namespace, variable);
            Change::replace_and_skip(by)
        }))
    });
    replace.try_run(term)
}

/// Returns an error if a bound variable would capture a free one and cannot be renamed.
fn refuse_captures<V: Variable, T: Rewritable>(
    term: &T,
    free: &Table<u128, ()>,
    are_predeclared_with_fields: bool,
) -> Result<(), TermError> {
    let walk = Walk::breakable().with_paths().once_per_binding().on_any(|node, at| {
        let captures = at.is_binding() && at.variable_tag().is_some_and(|binds| free.contains_key(&binds));
        if captures && !node.is::<V>() {
            let (expected, found) = (type_name::<V>(), node.type_info().name());
            return ControlFlow::Break(TermError::OtherType { expected, found, path: at.path() });
        }
        if captures && are_predeclared_with_fields {
            return ControlFlow::Break(TermError::Predeclared);
        }
        ControlFlow::Continue(())
    });
    walk.try_run(term).break_value().map_or(Ok(()), Err)
}
