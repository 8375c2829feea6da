//! `nodes` and `node_refs`: iterators over the nodes of a type.

use core::{
    any::TypeId,
    iter::{self, FusedIterator},
};

use crate::{
    describe::{containers::Addressable, structural::StructuralEq},
    reflect::{NodeRef, node_ref::assert_known, search::NodeSearch},
};

/// The nodes of a type in a value, deduplicated, in the order of their fields. The value itself is included.
///
/// A node comes before the nodes inside it. Entries of maps come in the map's own order, each key before its value. The
/// search visits the parts that equality compares, including payload. It skips fields with the roles `ignore` and
/// `opaque`, the fields of singletons, and leaves that a function computes. A node with `with` or `custom` consists of
/// the parts that its function lists. The fields of variables and dag nodes are searched even if these are keys of
/// maps.
///
/// A shared node is returned at its first occurrence. Of several nodes with one key, only the first is returned and
/// searched. Uniquely owned pointees (of a `Box`, or of an `Arc` with one owner) are not looked up: a pointee that a
/// reference `&T` leads to as well is returned once more.
///
/// `N` may be the type of a leaf, such as `String`. Then the iterator returns each leaf that is held by value, and each
/// leaf behind a shared pointer once. It also returns, once each, the variables that are known by their values and
/// whose fields have the type `N`.
///
/// The iterator returns nodes only. A [`Walk`](crate::walk::Walk) also tracks paths, bindings, and nodes that were met
/// before, and can visit every occurrence of a node. It takes several times as long.
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
/// Takes a bounded amount of native stack, whatever the depth of the value, and time linear in the number of searched
/// parts. Takes memory for pending parts (64 bytes each) and for nodes that may be met again (about 40 bytes each). The
/// iterator is lazy. If user code that lists parts panics, the iterator may end early.
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

/// The nodes of a type, each as a [`NodeRef`]. Unlike for [`nodes`], the type may hold references or have type
/// parameters that do.
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
