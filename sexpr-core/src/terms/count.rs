//! `count_nodes`: how many nodes a term has.

use core::ops::ControlFlow;

use crate::{
    describe::structural::StructuralEq,
    walk::{
        Walk,
        next::Next,
        visits::{Wanted, walk},
    },
};

/// How many nodes a term has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct NodeCount {
    /// How many there are if what is shared counts wherever it occurs: the size of the term, written out. An
    /// occurrence of a variable counts as one, without what is in its fields. No more than `u128::MAX`.
    pub occurrences: u128,
    /// How many there are if what is shared counts once. So does a variable, with what is in its fields.
    pub distinct: usize,
}

/// How many nodes a term has. Variables are nodes, those that are known by their values included; leaves are none.
///
/// Linear in the distinct nodes.
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
