//! Equal subterms behind shared pointers become one.

use alloc::vec::Vec;

use crate::{
    identity::Table,
    options::Options,
    rewrite::Rewritable,
    walker::{Merging, Sought, Summaries, SummedUp, fixed, merge},
};

/// Has equal subterms of a value share one allocation: of all pointers (`Arc`, `Rc`) to nodes that are equal, the one
/// that is met first stays, and the others become clones of it. The result is equal to what was given.
///
/// Subterms are nodes of the kinds `tree` and `const-tree` behind shared pointers of one type. They are equal if they
/// differ in nothing but the variables that are bound in them, and hold the same dag nodes, by identity. Where the
/// variables of a node refer to something else at each of its places, that does not matter: two `x + 1` with one `x`
/// become one also under two binders. Fields that are not compared may differ between equal nodes (where they stand in
/// a source file, what their variables are called): those of the first one stay. What is held by value or in a `Box` is
/// not shared, though what is in it may come to be.
///
/// **What stays as it is.** Everything that is compared and was one object is one afterwards, dag nodes and variables
/// included, except for what a term binds that is given up: there stands what the other one binds. A dag node or a
/// variable that others hold as well, and in which something comes to be shared, is copied, and the copy takes its
/// place wherever it stands; fields that are not compared go on to hold what they held. A variable that is free
/// somewhere stays with everything in it, and so does a dag node as a key. Terms that bind something around them at one
/// of the places where they stand in the result stay apart, and so does what
/// [`CommonSubexpressions`](crate::CommonSubexpressions) leaves out for not knowing to what it is equal, and what is
/// behind a pointer to names.
///
/// Takes no native stack, whatever the depth, and the time and memory of [`CommonSubexpressions::run`], then of a
/// rewriting. Both are done once more as long as fewer terms stay apart than before that also stand where they do not
/// bind, since what is given up may be where they do: for patterns within patterns, at most as often as they are
/// nested. It does not fail. Of what is given up, what is behind each shared pointer is dropped by itself, as its types
/// drop it: a long chain of boxes recurses. To prevent that, keep a clone of the root, and give it to
/// [`drop_iteratively`](crate::drop_iteratively) afterwards.
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
    let mut left_out = usize::MAX;
    loop {
        let pointees = Pointees::of(&root);
        // Where nothing was given up at which terms bind, those that were left out would be so again.
        let is_last = pointees.left_out == 0 || pointees.left_out >= left_out;
        left_out = pointees.left_out;
        let Some(merging) = pointees.merging else { return root };
        merge(&mut root, merging);
        if is_last {
            return root;
        }
    }
}

/// The nodes behind shared pointers.
struct Pointees {
    /// By classes. Nothing, if each is the only one of its class.
    merging: Option<Merging>,
    /// How many were left out that bind something around them at one place, and may stand where they do not.
    left_out: usize,
}

impl Pointees {
    fn of<T: Rewritable>(root: &T) -> Self {
        let SummedUp { found, left_out, free, has_free_with_fields, .. } =
            Summaries::new(Sought::Pointees, Options::new()).run(root);
        let mut firsts = Table::default();
        let classes: Vec<usize> =
            found.iter().enumerate().map(|(number, node)| *firsts.entry(node.term).or_insert(number)).collect();
        if firsts.len() == found.len() {
            return Pointees { merging: None, left_out };
        }
        let mut merging = Merging::new(if has_free_with_fields { fixed(root, free) } else { free });
        for (node, class) in found.iter().zip(classes) {
            if let Some(address) = node.address {
                merging.add(address, class);
            }
        }
        Pointees { merging: Some(merging), left_out }
    }
}
