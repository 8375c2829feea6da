//! `NodeRef`: a node of any type, as users see it.

use alloc::string::String;
use core::{any::TypeId, fmt};

use crate::{
    describe::{
        containers::Addressable,
        identity::Identity,
        info::{FieldInfo, Kind, TypeInfo, VariantInfo},
        structural::StructuralEq,
    },
    reflect::node::{AnyNode, Pair},
};

/// A node of any type, or a variable that is known by its value.
///
/// Neither `Send` nor `Sync`, since the type of the node is erased, and may hold an `Rc` or a `Cell`.
///
/// ```
/// use sexpr_core::{StructuralEq, reflect::{Kind, NodeRef}};
///
/// #[derive(StructuralEq)]
/// #[seq(kind = "var")]
/// struct Var { #[seq(key)] name: String }
///
/// let x = Var { name: "x".into() };
/// let node = NodeRef::of(&x);
/// assert_eq!((node.type_info().name(), node.kind()), ("Var", Kind::Var));
/// assert_eq!(node.name().as_deref(), Some("\"x\""));
/// assert!(std::ptr::eq(node.downcast::<Var>().unwrap(), &x));
/// ```
#[derive(Clone, Copy)]
pub struct NodeRef<'a>(AnyNode<'a>);

/// A node's identity among all nodes that are alive: see [`NodeRef::identity`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeIdentity(Identity);

impl<'a> NodeRef<'a> {
    /// A node by reference.
    pub fn of<T: StructuralEq>(node: &'a T) -> Self {
        const { _ = Addressable::<T>::new() };
        NodeRef(Pair::of(node, node).left())
    }

    #[inline(always)]
    pub(crate) fn of_erased(node: AnyNode<'a>) -> Self {
        NodeRef(node)
    }

    /// The node's type, or the type behind a trait object, regardless of lifetimes.
    pub(crate) fn ty(self) -> TypeId {
        self.0.details().ty
    }

    /// Whether the node has fields other than leaves, by the table of its type.
    pub(crate) fn has_fields_other_than_leaves(self) -> bool {
        let is_more = |field: &FieldInfo| field.ty().is_some_and(|ty| !ty.is_leaf());
        !self.is_name() && self.variant().is_some_and(|variant| variant.fields().iter().any(is_more))
    }

    /// The table of the node's type, or of the type behind a trait object.
    pub fn type_info(self) -> &'static TypeInfo {
        self.0.table()
    }

    /// The node's kind. A variable that is known by its value is a [`Kind::Var`].
    pub fn kind(self) -> Kind {
        self.0.info().kind
    }

    /// The node's variant, if the type is an enum; the only variant, if it is a struct.
    pub fn variant(self) -> Option<&'static VariantInfo> {
        self.type_info().variant(self.0.details().variant)
    }

    /// Whether the node is a `T`, regardless of lifetimes.
    pub fn is<T: StructuralEq + ?Sized>(self) -> bool {
        self.0.is_any_of(&[typeid::of::<T>()])
    }

    /// Whether the node is a lexical scope.
    pub fn is_scope(self) -> bool {
        self.0.info().is_scope
    }

    /// Whether the node is a variable that is known by its value.
    pub fn is_name(self) -> bool {
        self.0.info().is_name
    }

    /// Whether the node's holder is known to be its only owner.
    pub fn is_unique(self) -> bool {
        self.0.info().is_unique
    }

    /// The node's key or name, as reports show it.
    pub fn name(self) -> Option<String> {
        self.0.text()
    }

    /// The node's address and type, regardless of its key. They identify the node among all nodes that are alive,
    /// except that nodes of size zero may share an identity.
    pub fn identity(self) -> NodeIdentity {
        NodeIdentity(self.0.details().address)
    }

    /// The node as a `T`; `None` if the node has another type. `None` if the type parameters of its type are not known
    /// to be `'static`.
    pub fn downcast<T: 'static>(self) -> Option<&'a T> {
        self.0.typed()?.downcast_ref()
    }
}

impl fmt::Debug for NodeRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("NodeRef").field(&self.type_info().name()).finish()
    }
}

/// Refuses types whose nodes cannot be distinguished from others. In a constant of a public function, this check makes
/// the compiler point to the user's call.
pub(crate) const fn assert_known<T: StructuralEq>() {
    assert!(
        T::TYPE_ID.is_some(),
        "nodes of this type cannot be told from others: name a type that derives `StructuralEq`, and no pointer or container; \
         declare its type parameters `'static`, as in `struct Expr<T: 'static>`; or take each node as a `NodeRef`, by \
         `node_refs`, `Walk::on_any` or `Path::nodes_in` [SEQ517]"
    );
}

/// Refuses the types that [`assert_known`] refuses, and types that are not nodes.
pub(crate) const fn assert_known_node<T: StructuralEq>() {
    assert!(
        T::NODE,
        "this type is no node, but a leaf, a pointer or a container: name a type that derives `StructuralEq` [SEQ518]"
    );
    assert_known::<T>();
}
