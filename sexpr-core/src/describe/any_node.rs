//! `AnyNode`: a node of any type, as walks pass it to callbacks.

use core::{
    any::{Any, TypeId},
    fmt,
};

use crate::describe::{
    info::{FieldInfo, Kind, Shape, TypeInfo, VariantInfo},
    structural::StructuralEq,
};

/// A node that is met on a walk, of whatever type.
///
/// ```
/// use sexpr_core::{StructuralEq, walk::Walk};
///
/// #[derive(StructuralEq)]
/// enum Expr { Int(i64), Neg(Box<Expr>) }
///
/// let mut names = Vec::new();
/// Walk::new()
///     .on_any(|node, _| names.push(node.variant().map_or(node.type_info().name(), |variant| variant.name())))
///     .run(&Expr::Neg(Box::new(Expr::Int(1))));
/// assert_eq!(names, ["Neg", "Int"]);
/// ```
#[derive(Clone, Copy)]
pub struct AnyNode<'a> {
    pub(crate) info: &'static TypeInfo,
    pub(crate) variant: u32,
    pub(crate) kind: Kind,
    pub(crate) any: Option<&'a dyn Any>,
}

impl<'a> AnyNode<'a> {
    #[inline(always)]
    pub(crate) fn new<T: StructuralEq + ?Sized>(node: &'a T) -> Self {
        let info = T::concrete_type(node).map_or(T::INFO, |concrete| concrete.info);
        AnyNode { info, variant: T::variant(node), kind: T::kind(node), any: T::as_any(node) }
    }

    /// The node, a name that is a variable.
    pub(crate) fn as_variable(self) -> Self {
        AnyNode { kind: Kind::Var, ..self }
    }

    /// Whether it is a variable that is known by its value, and not a node of its own.
    pub(crate) fn is_name(self) -> bool {
        self.kind == Kind::Var
            && self.info.variant(self.variant).map_or(self.info.kind(), VariantInfo::kind) != Kind::Var
    }

    /// Whether it has fields that are compared, and are more than leaves; a name has none.
    pub(crate) fn has_fields_other_than_leaves(self) -> bool {
        let variant = match self.info.shape() {
            Shape::Struct(variant) => Some(variant),
            _ => self.variant(),
        };
        let is_more = |field: &FieldInfo| field.ty().is_some_and(|ty| !ty.is_leaf());
        !self.is_name() && variant.is_some_and(|variant| variant.fields().iter().any(is_more))
    }

    /// The table of the node's type.
    pub fn type_info(self) -> &'static TypeInfo {
        self.info
    }

    /// The node's kind.
    pub fn kind(self) -> Kind {
        self.kind
    }

    /// The node's variant, if its type is an enum.
    pub fn variant(self) -> Option<&'static VariantInfo> {
        self.info.variant(self.variant)
    }

    /// Whether the node is of this type.
    pub(crate) fn is_of(self, ty: TypeId) -> bool {
        self.ty() == Some(ty)
    }

    /// The node's type, if it can be told.
    pub(crate) fn ty(self) -> Option<TypeId> {
        self.any.map(Any::type_id)
    }

    /// The node, if it is of this type. Nodes of types with lifetimes, and of generic ones whose parameters are not
    /// declared `'static`, are of no type here.
    #[inline(always)]
    pub fn downcast<T: 'static>(self) -> Option<&'a T> {
        self.any?.downcast_ref()
    }
}

impl fmt::Debug for AnyNode<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AnyNode").field(&self.info.name()).finish()
    }
}
