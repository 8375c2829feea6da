//! `clone_iteratively`: copies of deep terms without native recursion.

use crate::rewrite::{rewritable::Rewritable, rewriting::copying::deep_copy};

/// A copy of a term, down to what is shared, as `Clone` would make it, but without native recursion, whatever the depth
/// of what it owns.
///
/// Shared pointers point to the same nodes afterwards. Linear in what is copied, with an allocation more for each node
/// than `Clone` needs.
///
/// ```
/// use sexpr_core::{StructuralEq, structural_equal, terms::clone_iteratively};
///
/// #[derive(StructuralEq)]
/// #[seq(rewrite)]
/// enum List { End, Item(i64, Box<List>) }
///
/// let list = (0..100_000).fold(List::End, |rest, item| List::Item(item, Box::new(rest)));
/// let copy = clone_iteratively(&list);
/// assert!(structural_equal(&copy, &list));
/// # // Dropping would overflow the stack.
/// # std::mem::forget((list, copy));
/// ```
pub fn clone_iteratively<T: Rewritable>(term: &T) -> T {
    deep_copy(term)
}
