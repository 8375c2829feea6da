//! Equal subterms behind shared pointers become one.

use crate::{
    identity::Table,
    options::Options,
    rewrite::Rewritable,
    walker::{Merging, Sought, Summaries, SummedUp, merge},
};

/// Has equal subterms of a value share one allocation: of all pointers (`Arc`, `Rc`) to nodes that are equal, the first
/// one in the order of comparison stays, and the others become clones of it. The result is equal to what was given.
///
/// Subterms are nodes of the kinds `tree` and `const-tree` behind shared pointers of one type. They are equal if they
/// are made of the same, with the same variables, or variables bound at the same places in them, and hold the same dag
/// nodes, by identity. Where the variables of a node refer to something else at each of its places, that does not
/// matter: two `x + 1` with one `x` become one also under two binders. Fields that are not compared may differ between
/// equal nodes (where they stand in a source file, what their variables are called): those of the first one stay. What
/// is held by value or in a `Box` is not shared, though what is in it may come to be.
///
/// **What stays as it is.** Everything that was one object is one afterwards, dag nodes and variables included. A dag node
/// or a variable that others hold as well, and in which something comes to be shared, is copied, and the copy takes its
/// place wherever it stands; a variable that is free somewhere never is. Terms that bind something around them at one of
/// their places stay apart, and so does what [`CommonSubexpressions`](crate::CommonSubexpressions) leaves out for not
/// knowing to what it is equal, and what is behind a pointer to names.
///
/// Takes no native stack, whatever the depth, and the time and memory of [`CommonSubexpressions::run`], then of a
/// rewriting. It does not fail. What is given up is dropped as its types drop it; of what nobody else holds, that is
/// one node at a time.
///
/// [`CommonSubexpressions::run`]: crate::CommonSubexpressions::run
///
/// ```
/// use std::sync::Arc;
/// use sexpr_core::{StructuralEq, assert_structural_equal, hash_cons};
///
/// #[derive(StructuralEq)]
/// #[seq(rewrite)]
/// enum Expr { Int(i64), Neg(Arc<Expr>), Add(Arc<Expr>, Arc<Expr>) }
/// use Expr::*;
///
/// let neg = || Arc::new(Neg(Arc::new(Int(1))));
/// let term = || Arc::new(Add(neg(), Arc::new(Add(Arc::new(Int(1)), neg()))));
/// let shared = hash_cons(term());
/// assert_structural_equal!(&shared, &term());
///
/// let Add(left, right) = &*shared else { panic!() };
/// let (Neg(one), Add(other, neg)) = (&**left, &**right) else { panic!() };
/// assert!(Arc::ptr_eq(left, neg) && Arc::ptr_eq(one, other));
/// ```
pub fn hash_cons<T: Rewritable>(mut root: T) -> T {
    if let Some(merging) = equal_pointees(&root) {
        merge(&mut root, merging);
    }
    root
}

/// The nodes that are to become one, with those that are the only ones of their classes; nothing if all are.
fn equal_pointees<T: Rewritable>(root: &T) -> Option<Merging> {
    let SummedUp { found, free, .. } = Summaries::new(Sought::Pointees, Options::new()).run(root);
    let (mut firsts, mut merging) = (Table::default(), Merging::new(free));
    for (number, node) in found.iter().enumerate() {
        let class = *firsts.entry(node.term).or_insert(number);
        if let Some(address) = node.address {
            merging.add(address, class);
        }
    }
    (firsts.len() < found.len()).then_some(merging)
}
