//! `contains`: whether a part occurs in a term.

use core::ops::ControlFlow;

use crate::{api::comparer::Comparer, describe::structural::StructuralEq, walk::Walk};

/// Whether a part equal to this one occurs in a term, or is all of it.
///
/// Both are compared on their own, so a variable that is bound around an occurrence counts as free there: `λx. x + 1`
/// contains `x + 1`, of the same `x`.
///
/// Of `dag` nodes with one key, only the first is looked at.
///
/// Takes time for each part of that type, in the worst case that of comparing it.
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
