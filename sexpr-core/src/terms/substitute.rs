//! `substitute`: substitution without capture.

use alloc::vec::Vec;
use core::{any::type_name, error::Error, fmt, ops::ControlFlow};

use crate::{
    engine::path::Path,
    rewrite::{
        Rewrite,
        change::Change,
        rewritable::{Rewritable, Variable},
        rewriting::holds_ids,
    },
    rules::occurrence::Occurrence,
    tables::index::Table,
    terms::fresh::{NotFresh, Occurring},
    walk::Walk,
};

/// Why terms cannot be substituted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SubstitutionError {
    /// A variable has to be renamed, and there is no other for it.
    NotFresh(NotFresh),
    /// A variable has to be renamed that is no `V`, and so cannot be.
    OtherType {
        /// The type whose variables are renamed.
        expected: &'static str,
        /// The type of the variable.
        found: &'static str,
        /// Where it is bound.
        path: Path,
    },
    /// A replacement holds ids: which variables are free behind these is not known before it is put in its place.
    HoldsIds,
}

impl fmt::Display for SubstitutionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SubstitutionError::NotFresh(error) => error.fmt(f),
            SubstitutionError::OtherType { expected, found, path } => write!(
                f,
                "a variable would capture one of a replacement, and cannot be renamed, since it is bound as `{found}` at \
                 `{path}`: only variables written as `{expected}` are"
            ),
            SubstitutionError::HoldsIds => f.write_str(
                "a replacement holds ids of nodes that may have variables, which could be captured: give replacements without \
                 ids, or substitute by a `Rewrite` and see to it that no binder captures what is put below it",
            ),
        }
    }
}

impl Error for SubstitutionError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            SubstitutionError::NotFresh(error) => error.source(),
            SubstitutionError::OtherType { .. } | SubstitutionError::HoldsIds => None,
        }
    }
}

impl From<NotFresh> for SubstitutionError {
    fn from(error: NotFresh) -> Self {
        SubstitutionError::NotFresh(error)
    }
}

/// Replaces free variables by terms, so that what is free in these stays free: where a variable is bound that is free
/// in one of them, it is renamed.
///
/// - `variable_of` tells which nodes are uses of variables, and of which: those are replaced as a whole. `N` may be the
///   type of a pointer, too, to have one that is there already in the place of uses.
/// - `replacement` gives the term for a variable, or nothing for one that stays. It is called with the variables that
///   are free in the term, more than once with each.
/// - `fresh` gives other variables for those that have to be renamed, as for
///   [`rename_bound`](crate::terms::rename_bound).
///
/// All replacements are made at once: nothing is substituted in what was put in. What a replacement binds outside of
/// its scopes is bound for what follows, as wherever else it stands.
///
/// Takes what two walks and a [`Rewrite`] take, and the replacements' sizes for each variable.
///
/// # Errors
///
/// If a variable has to be renamed, and `fresh` gives only such as occur, or it is bound as something else than a `V`:
/// as `Arc<str>` instead of `String`, or as another type of nodes. If a replacement holds ids of nodes that may have
/// variables: it is no term by itself.
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
/// # Ok::<(), sexpr_core::terms::SubstitutionError>(())
/// ```
pub fn substitute<V, N, T>(
    term: T,
    variable_of: impl Fn(&N) -> Option<&V>,
    replacement: impl Fn(&V) -> Option<N>,
    fresh: impl FnMut(&V, usize) -> V,
) -> Result<T, SubstitutionError>
where
    V: Variable,
    N: Rewritable,
    T: Rewritable,
{
    substitute_in("", term, variable_of, replacement, fresh)
}

/// [`substitute`], for variables that are known by their values in a namespace: those of fields marked
/// `#[seq(var = "namespace")]`.
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
/// # Ok::<(), sexpr_core::terms::SubstitutionError>(())
/// ```
///
/// # Errors
///
/// As [`substitute`].
pub fn substitute_in<V, N, T>(
    namespace: &str,
    term: T,
    variable_of: impl Fn(&N) -> Option<&V>,
    replacement: impl Fn(&V) -> Option<N>,
    mut fresh: impl FnMut(&V, usize) -> V,
) -> Result<T, SubstitutionError>
where
    V: Variable,
    N: Rewritable,
    T: Rewritable,
{
    let mut occurring = Occurring::default();
    let mut free = Table::default();
    let mut all_inserted = Vec::new();
    Rewrite::new()
        .with_bindings()
        .after(|variable: &V, site| {
            if site.is_free_occurrence(namespace, variable) {
                all_inserted.extend(replacement(variable));
            }
            None
        })
        .look(&term);
    for inserted in all_inserted {
        if holds_ids(&inserted) {
            return Err(SubstitutionError::HoldsIds);
        }
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
        occurring.note(&term);
        refuse_other_types::<V, _>(&term, &free)?;
    }
    let rename = Rewrite::fallible().with_bindings().after(|variable: &V, site| {
        let captures = site.is_binding() && site.variable_tag().is_some_and(|binds| free.contains_key(&binds));
        match captures {
            true => occurring.fresh(variable, &mut fresh).map(Some).map_err(SubstitutionError::from),
            false => Ok(None),
        }
    });
    let replace = rename.on(|node: &N, site| {
        let used = variable_of(node).filter(|variable| site.is_free_use(namespace, *variable));
        let replaced = used.and_then(|variable| Some((variable, replacement(variable)?)));
        Ok(replaced.map_or_else(Change::keep, |(variable, by)| {
            site.meet_free(namespace, variable);
            Change::replace_and_skip(by)
        }))
    });
    replace.try_run(term)
}

/// Sees to it that all variables can be renamed that may have to be.
fn refuse_other_types<V: Variable, T: Rewritable>(term: &T, free: &Table<u128, ()>) -> Result<(), SubstitutionError> {
    let walk = Walk::breakable().with_paths().once_per_binding().on_any(|node, at| {
        let captures = at.is_binding() && at.variable_tag().is_some_and(|binds| free.contains_key(&binds));
        if captures && !at.is_variable_of::<V>() {
            let (expected, found) = (type_name::<V>(), node.type_info().name());
            return ControlFlow::Break(SubstitutionError::OtherType { expected, found, path: at.path() });
        }
        ControlFlow::Continue(())
    });
    match walk.try_run(term) {
        ControlFlow::Break(error) => Err(error),
        ControlFlow::Continue(()) => Ok(()),
    }
}
