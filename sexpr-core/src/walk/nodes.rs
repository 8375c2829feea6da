//! `nodes` and `node_refs`: iterators over the nodes of a type.

use core::{
    any::TypeId,
    iter::{self, FusedIterator},
};

use crate::{
    describe::{containers::Addressable, structural::StructuralEq},
    reflect::{NodeRef, node_ref::assert_known, search::NodeSearch},
};

/// The nodes of a type that can be reached from a value, the value included, each of them once.
///
/// They come in the order of their fields, and before what is in them; entries of maps in the order in which the map
/// gives them, each key before its value. Reached is what equality looks at, payload included: not fields with the
/// roles `ignore` and `opaque`, nor what is in a singleton, nor leaves that a function computes; `with` and `custom`
/// say what a node is made of. Variables and dag nodes that are keys of maps are looked into, as they are elsewhere.
///
/// What is shared comes where it is met first. So does what has a key: of several values with one key, one comes, and
/// what is in the others does not. Uniquely owned pointees (of a `Box`, or of an `Arc` that nobody else holds) are not
/// looked up: if a reference `&T` leads into one as well, it comes once more.
///
/// `N` may be the type of a leaf, such as `String`. Then the leaves come that are held by value or behind a pointer,
/// each time they are held by value, and once behind a shared one; and the variables that are known by their values and
/// written as an `N`, each once.
///
/// This says of a node nothing but what it is. A [`Walk`](crate::walk::Walk) says also where it stands, what binds
/// what, and whether a node was met before, can come to a node more than once, and takes several times as long.
///
/// ```
/// use std::{collections::BTreeSet, sync::Arc};
/// use sexpr_core::{StructuralEq, walk::nodes};
///
/// #[derive(StructuralEq)]
/// enum Expr { Int(i64), Call { function: String, arguments: Vec<Arc<Expr>> } }
///
/// let call = |function: &str, arguments| Arc::new(Expr::Call { function: function.into(), arguments });
/// let size = call("size", vec![]);
/// let program = call("add", vec![size.clone(), call("mul", vec![size, Arc::new(Expr::Int(2))])]);
///
/// let called: BTreeSet<&str> = nodes::<Expr>(&program)
///     .filter_map(|expr| match expr {
///         Expr::Call { function, .. } => Some(function.as_str()),
///         Expr::Int(_) => None,
///     })
///     .collect();
/// assert_eq!(called, BTreeSet::from(["add", "mul", "size"]));
/// assert!(nodes::<Expr>(&program).any(|expr| matches!(expr, Expr::Int(2))));
/// ```
///
/// Takes a bounded amount of native stack, whatever the depth of the value; time linear in what is looked at; and
/// memory for what is pending (64 bytes for each child that waits) and for the nodes that may be met again (about 40
/// bytes for each). Nodes are looked for when they are asked for. If code of a user panics that lists parts, there may be
/// no more nodes after it.
#[must_use = "nodes are looked for when they are asked for"]
pub fn nodes<N: StructuralEq + 'static>(root: &(impl StructuralEq + ?Sized)) -> impl FusedIterator<Item = &N> {
    const { assert_known::<N>() };
    let leaf = if const { N::INFO.is_leaf() } { find_leaf(root) } else { None };
    let mut search = NodeSearch::of::<N, _>(root, const { Addressable::new() });
    let found = iter::from_fn(move || search.next(TypeId::of::<N>())?.typed()?.downcast_ref());
    leaf.into_iter().chain(found).fuse()
}

/// The value, if it is a leaf of a type.
fn find_leaf<N: 'static>(root: &(impl StructuralEq + ?Sized)) -> Option<&N> {
    StructuralEq::typed(root)?.downcast_ref()
}

/// The nodes of a type that may hold references, or have type parameters that may: the same as [`nodes`], each as a
/// [`NodeRef`].
///
/// ```
/// use sexpr_core::{StructuralEq, walk::node_refs};
///
/// #[derive(StructuralEq)]
/// enum Expr<'text> { Name(&'text str), Call { function: &'text str, arguments: Vec<Expr<'text>> } }
///
/// let text = String::from("f x");
/// let call = Expr::Call { function: &text[..1], arguments: vec![Expr::Name(&text[2..])] };
/// let variants: Vec<_> = node_refs::<Expr>(&call).filter_map(|node| Some(node.variant()?.name())).collect();
/// assert_eq!(variants, ["Call", "Name"]);
/// ```
#[must_use = "nodes are looked for when they are asked for"]
pub fn node_refs<'a, N: StructuralEq>(
    root: &'a (impl StructuralEq + ?Sized),
) -> impl FusedIterator<Item = NodeRef<'a>> {
    const {
        assert!(
            N::NODE,
            "this type is no node, but a leaf, a pointer or a container: name a type that derives `StructuralEq` [SEQ518]"
        );
    }
    let mut search = NodeSearch::of::<N, _>(root, const { Addressable::new() });
    iter::from_fn(move || search.next(typeid::of::<N>()).map(NodeRef::of_erased)).fuse()
}
