//! Equal subterms behind shared pointers become one.

use crate::{
    identity::Table,
    options::Options,
    rewrite::Rewritable,
    walker::{Merging, Sought, Summaries, merge},
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
/// **What stays as it is.** Dag nodes and variables are shared as before. They stay the same objects too, unless something in
/// them comes to be shared that was not, while others hold them: then a copy takes their places, for all of them alike,
/// as in a [`Rewrite`](crate::Rewrite). Free variables stay in any case. So do nodes that bind around them at one of
/// their places, and what [`CommonSubexpressions`](crate::CommonSubexpressions) leaves out for not knowing to what it
/// is equal. Nodes that hold dag nodes, or variables with other nodes in their fields, become one only with those whose
/// variables refer to the same bindings; and those with variables that are not bound in them, not at all, if such a
/// node is at two places where its variables refer to different bindings. Where there are scopes, and dag nodes in
/// which variables occur, everything stays as it is; also where a shared node binds around it at one of its places, and
/// did not at one before.
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
    let (found, _) = Summaries::new(Sought::Pointees, Options::new()).run(root);
    let (mut firsts, mut merging) = (Table::default(), Merging::default());
    for (number, node) in found.iter().enumerate() {
        let class = *firsts.entry(node.term).or_insert(number);
        if let Some(address) = node.address {
            merging.add(address, class);
        }
    }
    (firsts.len() < found.len()).then_some(merging)
}
