//! `ErasedNode`: a node of any type, and `Pair`: two nodes of one type.
//!
//! A node is reached through its holder: a pointer to the node, or the node itself ([`Place`]). A [`Placed`] is a
//! holder in its place, and the only implementation of [`ErasedNode`]. So `&dyn ErasedNode` is a reference to a node of
//! any type.
//!
//! Two references of this kind would take four words, and could be to nodes of different types. So a [`Pair`] is a
//! reference to its left node and a thin pointer to its right node of the same type, and takes three words. Only
//! [`Pair::new`] and [`Pair::twice`] make pairs, and each pair has two holders of one type. The unsafe code here relies
//! on this invariant.

use alloc::string::String;
use core::{
    any::{Any, TypeId},
    mem::ManuallyDrop,
};

use crate::{
    describe::{
        closed_types::Closedness,
        identity::Identity,
        info::{Kind, TypeInfo},
        key_table::Keys,
        region::Region,
        structural::{StructuralEq, predeclares},
    },
    engine::place::{Inline, Place},
    reflect::lister::Lister,
};

/// A holder in its place. The wrapper is never dropped, so no drop code is compiled.
#[repr(transparent)]
struct Placed<P: Place>(ManuallyDrop<P::Holder>);

impl<P: Place> Placed<P> {
    #[inline(always)]
    fn of<'a>(holder: &'a P::Holder) -> &'a Self
    where
        P: 'a,
    {
        // SAFETY: `Placed<P>` is a transparent wrapper of `ManuallyDrop<P::Holder>`, which is a transparent wrapper of
        // `P::Holder`. So a reference to a `P::Holder` is a valid reference to a `Placed<P>`, for the same lifetime.
        unsafe { &*core::ptr::from_ref(holder).cast() }
    }

    #[inline(always)]
    fn node(&self) -> &P::Node {
        P::node(&self.0)
    }

    #[inline(always)]
    fn ty(&self) -> TypeId {
        P::Node::concrete_type(self.node()).map_or_else(typeid::of::<P::Node>, |concrete| concrete.id)
    }
}

/// The properties of a node that every operation reads. Most depend only on the node's type and place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeInfo {
    pub(crate) kind: Kind,
    pub(crate) is_unique: bool,
    pub(crate) is_scope: bool,
    /// Whether values of the type are nodes, and not leaves or containers.
    pub(crate) is_node: bool,
    /// Whether the value is a leaf and not a name.
    pub(crate) is_leaf: bool,
    /// Whether the node is a variable that is known by its value.
    pub(crate) is_name: bool,
    /// See [`StructuralEq::CLOSED`].
    pub(crate) is_closed: bool,
    /// See [`StructuralEq::LEAF_FIELDS`].
    pub(crate) has_leaf_fields: bool,
    /// Whether ids lead to the node.
    pub(crate) is_behind_id: bool,
    /// Whether the type of the holder guarantees unique ownership.
    pub(crate) is_owned: bool,
}

/// The properties of a node that few operations read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeDetails {
    /// The type, or the type behind a trait object, with lifetimes erased.
    pub(crate) ty: TypeId,
    /// The table of the declared type.
    pub(crate) info: &'static TypeInfo,
    /// The table of the type behind a trait object.
    pub(crate) concrete: Option<&'static TypeInfo>,
    pub(crate) variant: u32,
    pub(crate) predeclares: bool,
    pub(crate) closedness: Closedness,
    /// The identity by address and type, regardless of the key.
    pub(crate) address: Identity,
    /// The address of the first byte.
    pub(crate) place: usize,
}

/// A node of any type, with its holder.
///
/// The compiler generates a vtable of these functions for each type in each place, so this trait has few functions.
///
/// # Safety
///
/// `list_with` and `beside` read their pointer argument only as a `&Self`, and `beside` returns this reference.
pub(crate) unsafe trait ErasedNode {
    fn info(&self) -> NodeInfo;
    fn details(&self) -> NodeDetails;
    /// Whether the type, or the type behind a trait object, is among these.
    fn is_any_of(&self, types: &[TypeId]) -> bool;
    fn identify(&self, keys: &mut Keys) -> Identity;
    fn typed(&self) -> Option<&dyn Any>;
    /// The key or the name, as reports show it.
    fn text(&self) -> Option<String>;

    /// Lists the parts of this node and of the node at `right`.
    ///
    /// # Safety
    ///
    /// `right` points to a `Self` that is alive for `'a`.
    unsafe fn list_with<'a>(&'a self, right: *const (), at: Region, lister: &mut Lister<'a>);

    /// The node at `other`.
    ///
    /// # Safety
    ///
    /// `other` points to a `Self` that is alive for `'a`.
    unsafe fn beside<'a>(&'a self, other: *const ()) -> AnyNode<'a>;
}

/// A node of any type.
pub(crate) type AnyNode<'a> = &'a (dyn ErasedNode + 'a);

impl dyn ErasedNode + '_ {
    /// The table of the type behind a trait object, or of the type itself.
    pub(crate) fn table(&self) -> &'static TypeInfo {
        let NodeDetails { info, concrete, .. } = self.details();
        concrete.unwrap_or(info)
    }
}

// SAFETY: both methods cast the pointer to `&Self`, and `beside` returns the result.
unsafe impl<P: Place> ErasedNode for Placed<P> {
    #[inline]
    fn info(&self) -> NodeInfo {
        let node = self.node();
        NodeInfo {
            kind: if P::IS_NAME { Kind::Var } else { P::Node::kind(node) },
            is_unique: P::is_unique(&self.0),
            is_scope: !P::IS_NAME && P::Node::is_scope(node),
            is_node: P::IS_NAME || P::Node::NODE,
            is_leaf: const { !P::IS_NAME && P::Node::INFO.is_leaf() },
            is_name: P::IS_NAME,
            is_closed: !P::IS_NAME && P::Node::CLOSED,
            has_leaf_fields: P::IS_NAME || P::Node::LEAF_FIELDS,
            is_behind_id: P::IS_BEHIND_ID,
            is_owned: P::IS_OWNED,
        }
    }
    fn details(&self) -> NodeDetails {
        let node = self.node();
        NodeDetails {
            ty: self.ty(),
            info: P::Node::INFO,
            concrete: P::Node::concrete_type(node).map(|concrete| concrete.info),
            variant: P::Node::variant(node),
            predeclares: const { !P::IS_NAME && P::Node::INFO.may_predeclare() } && predeclares(node),
            closedness: if P::IS_NAME { Closedness::Known(false) } else { Closedness::of(node) },
            address: Identity::address(node),
            place: core::ptr::from_ref(node).addr(),
        }
    }
    fn is_any_of(&self, types: &[TypeId]) -> bool {
        types.contains(&self.ty())
    }
    fn identify(&self, keys: &mut Keys) -> Identity {
        P::identify(self.node(), keys)
    }
    #[inline]
    fn typed(&self) -> Option<&dyn Any> {
        P::Node::typed(self.node())
    }
    fn text(&self) -> Option<String> {
        P::text(self.node())
    }
    #[inline]
    unsafe fn list_with<'a>(&'a self, right: *const (), at: Region, lister: &mut Lister<'a>) {
        // SAFETY: the caller guarantees that it points to a `Self` that is alive for `'a`.
        let right: &'a Self = unsafe { &*right.cast() };
        if const { !P::IS_NAME } {
            lister.content_of_nodes(self.node(), right.node(), at);
        }
    }
    #[inline]
    unsafe fn beside<'a>(&'a self, other: *const ()) -> AnyNode<'a> {
        // SAFETY: the caller guarantees that it points to a `Self` that is alive for `'a`.
        let other: &'a Self = unsafe { &*other.cast() };
        other
    }
}

/// Two nodes of one type in places of one kind.
///
/// Invariant: for some `P`, `left` is a `&'a Placed<P>`, and `right` points to a `Placed<P>` that is alive for `'a`.
/// `new` makes a pair from two references of one type `&'a Placed<P>`, and `twice` makes a pair from one reference.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct Pair<'a> {
    left: AnyNode<'a>,
    right: *const (),
}

impl<'a> Pair<'a> {
    #[inline(always)]
    pub(crate) fn new<P: Place + 'a>(left: &'a P::Holder, right: &'a P::Holder) -> Self {
        let (left, right) = (Placed::<P>::of(left), Placed::<P>::of(right));
        Pair { left, right: core::ptr::from_ref(right).cast() }
    }

    /// Two values held inline.
    #[inline(always)]
    pub fn of<T: StructuralEq>(left: &'a T, right: &'a T) -> Self {
        Pair::new::<Inline<T>>(left, right)
    }

    #[inline(always)]
    pub(crate) fn left(self) -> AnyNode<'a> {
        self.left
    }

    #[inline(always)]
    pub(crate) fn right(self) -> AnyNode<'a> {
        // SAFETY: the invariant of `Pair`.
        unsafe { self.left.beside(self.right) }
    }

    /// A pair with one node as both sides.
    #[inline(always)]
    pub(crate) fn twice(node: AnyNode<'a>) -> Self {
        Pair { left: node, right: core::ptr::from_ref(node).cast() }
    }

    /// Both sides.
    pub(crate) fn sides(self) -> [AnyNode<'a>; 2] {
        [self.left, self.right()]
    }

    /// Lists the parts of both nodes.
    #[inline(always)]
    pub(crate) fn list(self, at: Region, lister: &mut Lister<'a>) {
        // SAFETY: the invariant of `Pair`.
        unsafe { self.left.list_with(self.right, at, lister) }
    }
}
