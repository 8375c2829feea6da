//! `free_variables` and `bound_variables`.

use alloc::vec::Vec;

use crate::{
    describe::{identity::Identity, structural::StructuralEq},
    rules::occurrence::Occurrence,
    tables::index::Table,
    walk::Walk,
};

/// The variables of a type that occur in a term and are bound nowhere around, each once, in the order in which they are
/// met.
///
/// `V` is the type of the variables' nodes, or, for those that are known by their values, of what they are written as;
/// it is no pointer, such as `Arc<str>`. A variable that is free at one place and bound at another is among them. A
/// name that is written as several types is found where it is first written as `V`.
///
/// Linear in the term's nodes, shared ones counted once, as long as these depend on few variables.
///
/// ```
/// use sexpr_core::{StructuralEq, terms::free_variables};
///
/// #[derive(StructuralEq)]
/// enum Expr {
///     Var(#[seq(var)] String),
///     #[seq(scope)]
///     Lambda(#[seq(var, def)] String, Box<Expr>),
///     Call(Vec<Expr>),
/// }
///
/// // `(λx. x y) x`
/// let var = |name: &str| Expr::Var(name.into());
/// let lambda = Expr::Lambda("x".into(), Box::new(Expr::Call(vec![var("x"), var("y")])));
/// assert_eq!(free_variables::<String, _>(&Expr::Call(vec![lambda, var("x")])), ["y", "x"]);
/// ```
pub fn free_variables<V, T>(term: &T) -> Vec<&V>
where
    V: StructuralEq + 'static,
    T: StructuralEq + ?Sized,
{
    variables(term, |occurrence| occurrence == Occurrence::Free)
}

/// The variables of a type that are bound anywhere in a term, each once, in the order in which they are bound.
///
/// As for [`free_variables`], but that a shared node is visited wherever it occurs if it binds something for what is
/// around it, as a shared pattern does.
///
/// ```
/// use sexpr_core::{StructuralEq, terms::bound_variables};
///
/// #[derive(StructuralEq)]
/// #[seq(scope)]
/// struct Function { #[seq(var, def)] parameters: Vec<String>, #[seq(var)] uses: Vec<String> }
///
/// let function = Function { parameters: vec!["b".into(), "a".into()], uses: vec!["c".into()] };
/// assert_eq!(bound_variables::<String, _>(&function), ["b", "a"]);
/// ```
pub fn bound_variables<V, T>(term: &T) -> Vec<&V>
where
    V: StructuralEq + 'static,
    T: StructuralEq + ?Sized,
{
    variables(term, Occurrence::is_binding)
}

fn variables<V, T>(term: &T, wanted: impl Fn(Occurrence) -> bool) -> Vec<&V>
where
    V: StructuralEq + 'static,
    T: StructuralEq + ?Sized,
{
    let mut found = Vec::new();
    let mut known: Table<Identity, ()> = Table::default();
    Walk::new()
        .once_per_binding()
        .on(|variable: &V, at| {
            if let Some(identity) = at.variable()
                && at.occurrence().is_some_and(&wanted)
                && known.insert(identity, ()).is_none()
            {
                found.push(variable);
            }
        })
        .run(term);
    found
}
