//! Queries on terms: `contains`, `count_nodes`, `free_variables` and `bound_variables`.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::{
    api::comparer::Comparer,
    describe::{identity::Identity, structural::StructuralEq},
    rewrite::rewritable::Variable,
    rules::bindings::Occurrence,
    tables::index::Table,
    walk::{
        Walk,
        callback::{At, Keeps, Next},
        visits::{Wanted, walk},
    },
};

/// Whether a part of a term, or the whole term, is equal to `part`.
///
/// Parts are compared without their context, so a variable that is bound around a part counts as free in it: `λx. x +
/// 1` contains `x + 1`, of the same `x`.
///
/// Of several `dag` nodes with one key, only the first is compared.
///
/// Compares each part of the type `P` once; in the worst case, each comparison takes time linear in the part.
///
/// ```
/// use sexpr_core::{StructuralEq, terms::contains};
///
/// #[derive(StructuralEq)]
/// enum Expr { Int(i64), Neg(Box<Expr>), Add(Box<Expr>, Box<Expr>) }
/// use Expr::{Add, Int, Neg};
///
/// let sum = Add(Box::new(Int(1)), Box::new(Neg(Box::new(Int(2)))));
/// assert!(contains(&sum, &Neg(Box::new(Int(2)))));
/// assert!(!contains(&sum, &Neg(Box::new(Int(1)))));
/// ```
pub fn contains<T, P>(term: &T, part: &P) -> bool
where
    T: StructuralEq + ?Sized,
    P: StructuralEq + 'static,
{
    let mut comparer = Comparer::new();
    let walk = Walk::breakable().once_per_binding().on(|node: &P, _| match comparer.equal(node, part) {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    });
    walk.try_run(term).is_break()
}

/// How many nodes a term has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct NodeCount {
    /// The number of nodes if a shared node counts at each occurrence: the size of the term as a tree. An occurrence of
    /// a variable counts as one node, without the nodes in its fields. Saturates at `u128::MAX`.
    pub occurrences: u128,
    /// The number of nodes if a shared node counts once. A variable counts once, too, and the nodes in its fields
    /// count.
    pub distinct: usize,
}

/// Counts the nodes of a term. Variables are nodes, including variables that are known by their values. Leaves are not
/// nodes.
///
/// Takes time linear in the number of distinct nodes.
///
/// ```
/// use std::sync::Arc;
/// use sexpr_core::{StructuralEq, terms::count_nodes};
///
/// #[derive(StructuralEq)]
/// enum Expr { Int(i64), Add(Arc<Expr>, Arc<Expr>) }
///
/// let two_to_the = |power| (0..power).fold(Arc::new(Expr::Int(1)), |expr, _| Arc::new(Expr::Add(expr.clone(), expr)));
/// let count = count_nodes(&two_to_the(100));
/// assert_eq!(count.distinct, 101);
/// assert_eq!(count.occurrences, (1 << 101) - 1);
/// ```
pub fn count_nodes<T: StructuralEq + ?Sized>(term: &T) -> NodeCount {
    let wanted = Wanted { once_for_bindings: true, bare_variables: true, ..Wanted::default() };
    let occurrences = walk(term, wanted, &mut |_, _| ControlFlow::Continue(Next::Inside)).unwrap_or_default();
    let mut distinct = 0;
    Walk::new().distinct().on_any(|_, _| distinct += 1).run(term);
    NodeCount { occurrences, distinct }
}

/// The free variables of a type in a term, deduplicated, in traversal order.
///
/// `V` is the type of the variables' nodes; for variables that are known by their values, it is the type of the names.
/// It cannot be a pointer, such as `Arc<str>`. A variable that is free at one place and bound at another is included.
/// If a name occurs in fields of several types, its first occurrence of type `V` is returned.
///
/// Takes time linear in the number of distinct nodes, as long as each shared node depends on few variables.
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
    variables(term, |_, at| at.occurrence() == Some(Occurrence::Free))
}

/// The bound variables of a type in a term, deduplicated, in the order of their bindings.
///
/// Costs as much as [`free_variables`], except that a shared node that binds for the parts around it, such as a shared
/// pattern, is visited at each occurrence.
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
    variables(term, |_, at| at.is_binding())
}

/// The free variables of a type. Variables that are known by their values count only in this namespace.
pub(super) fn free_variables_in<'a, V: Variable, T: StructuralEq>(namespace: &str, term: &'a T) -> Vec<&'a V> {
    variables(term, |variable: &V, at| {
        let is_in_namespace = || at.variable == Some(variable.identify(namespace, &mut at.keys.borrow_mut()));
        at.occurrence() == Some(Occurrence::Free) && is_in_namespace()
    })
}

/// The variables of a type that satisfy `wanted`, deduplicated.
fn variables<V, T>(term: &T, wanted: impl Fn(&V, &At<'_, Keeps<true, false>>) -> bool) -> Vec<&V>
where
    V: StructuralEq + 'static,
    T: StructuralEq + ?Sized,
{
    let mut found = Vec::new();
    let mut known: Table<Identity, ()> = Table::default();
    Walk::new()
        .once_per_binding()
        .on(|variable: &V, at| {
            if let Some(identity) = at.variable
                && wanted(variable, at)
                && known.insert(identity, ()).is_none()
            {
                found.push(variable);
            }
        })
        .run(term);
    found
}
