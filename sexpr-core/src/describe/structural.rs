//! `StructuralEq` and `Field`: the two traits that every compared type implements.

use alloc::string::String;
use core::any::{Any, TypeId};

use crate::describe::{
    arena::Arenas,
    closed_types::Closedness,
    custom::Pair,
    identity::{Identity, address, token},
    info::{ConcreteType, Kind, TypeInfo, TypeRef, VariantInfo},
    keys::KeyEncoder,
    region::Region,
    visitor::Visitor,
};

/// The items of [`StructuralEq`] that only this crate and the derive use. `Describe` has the same items, for values of the
/// type that it describes.
macro_rules! hidden_items {
    ($value:ty) => {
        /// Whether a value consists of leaves held inline. The comparison of such a value takes no stack and binds nothing.
        #[doc(hidden)]
        const FLAT: bool = false;

        /// Whether values are known to reach neither a variable nor a dag node. Such a value equals itself, and
        /// comparing the value with itself has no effect. For generic types, the table is searched at run time.
        #[doc(hidden)]
        const CLOSED: bool = Self::FLAT;

        /// Whether values are known to reach a variable or a dag node. For generic types, the table is searched at run time.
        #[doc(hidden)]
        const OPEN: bool = false;

        /// Whether all fields are leaves held inline, whatever the kind. A variable of such a type needs no step after
        /// its fields.
        #[doc(hidden)]
        const LEAF_FIELDS: bool = Self::FLAT;

        /// Whether values are nodes, which have a kind: not leaves, containers or pointers.
        #[doc(hidden)]
        const NODE: bool = false;

        /// Whether a value held inline lists fields, as a tuple does. Each of these fields adds a step to the path of
        /// the value.
        #[doc(hidden)]
        const LISTS_FIELDS: bool = false;

        /// The id of the type, if the type is known to hold no references: then [`typed`](Self::typed) returns the value.
        #[doc(hidden)]
        const TYPE_ID: Option<TypeId> = None;

        /// Whether the type is, or holds in a container, a reference to an unkeyed node of size zero, which has no
        /// address of its own.
        #[doc(hidden)]
        const REFERS_TO_NOTHING: bool = false;

        /// Whether nodes of this type have neither a key nor a size, so that references cannot tell them apart.
        #[doc(hidden)]
        const ADDRESSLESS: bool = false;

        /// Whether a value may have arenas. They are in force for everything that its fields lead to.
        #[doc(hidden)]
        const HAS_ARENAS: bool = false;

        /// The kind of this value, which is the kind of the type unless the variant overrides it.
        #[doc(hidden)]
        #[inline]
        fn kind(_: &$value) -> Kind {
            Kind::Tree
        }

        /// Whether this value is a lexical scope: bindings made in the value end with it.
        #[doc(hidden)]
        #[inline]
        fn is_scope(_: &$value) -> bool {
            false
        }

        /// The position of this value's variant among those declared; 0 for a struct.
        #[doc(hidden)]
        #[inline]
        fn variant(_: &$value) -> u32 {
            0
        }

        /// The type of this value, if it is not known statically.
        #[doc(hidden)]
        #[inline]
        fn concrete_type(_: &$value) -> Option<ConcreteType> {
            None
        }

        /// The value with its type erased, if the type is known to hold no references.
        #[doc(hidden)]
        #[inline]
        fn typed(_: &$value) -> Option<&dyn Any> {
            None
        }

        /// Two values held inline, as nodes of an erased type; `None` for types that are not nodes.
        #[doc(hidden)]
        #[inline]
        fn pair<'a>(_: &'a $value, _: &'a $value) -> Option<Pair<'a>> {
            None
        }

        /// Distinguishes values of an unsized type that share an address: the length of a slice.
        #[doc(hidden)]
        #[inline]
        fn extent(node: &$value) -> usize {
            size_of_val(node)
        }

        /// Writes the value of the field marked `key`. Returns whether there is one.
        #[doc(hidden)]
        #[inline]
        fn key(_: &$value, _: &mut KeyEncoder) -> bool {
            false
        }

        /// The node's name in reports: the field marked `name`.
        #[doc(hidden)]
        fn display_name(_: &$value) -> Option<String> {
            None
        }

        /// Lists the arenas of a value.
        #[doc(hidden)]
        fn arenas<'a>(_: &'a $value, _: &mut Arenas<'a>) {}

        /// Lists the content of a value whose variant has only leaves and pointers to variables with leaf fields;
        /// `None` for all other values. A value with such a variant is a `tree` and not a scope.
        #[doc(hidden)]
        #[inline]
        fn light<'a, V: Visitor<'a>>(_: &'a $value, _: &'a $value, _: Region, _: &mut V) -> Option<bool> {
            None
        }
    };
}
pub(crate) use hidden_items;

/// A type whose values can be compared, hashed and reported on by structure, up to renaming of bound variables.
///
/// Derive it. The derive describes a type and decides nothing: [`INFO`](Self::INFO) is the type's table, and
/// [`content`](Self::content) lists the fields to a visitor. The library defines, once, how kinds, roles and regions
/// are compared.
///
/// ```
/// use sexpr_core::{StructuralEq, structural_equal};
///
/// #[derive(StructuralEq)]
/// struct Point { x: i64, y: i64, #[seq(ignore)] label: String }
///
/// let a = Point { x: 1, y: 2, label: "a".into() };
/// let b = Point { x: 1, y: 2, label: "b".into() };
/// assert!(structural_equal(&a, &b));
/// ```
///
/// # By hand
///
/// Implement it by hand only for a pointer or a container of your own: `content` then consists of one call to the
/// visitor. For examples, see [`SharedPointer`](crate::containers::SharedPointer),
/// [`OwningPointer`](crate::containers::OwningPointer), [`Sequence`](crate::containers::Sequence),
/// [`Map`](crate::containers::Map) and [`Leaf`](crate::containers::Leaf).
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be compared structurally [SEQ401]",
    label = "`StructuralEq` is not implemented for `{Self}`",
    note = "a type of this crate needs `#[derive(StructuralEq)]`; a tuple of more than 12 elements has to be a struct",
    note = "for a type of another crate, name a mirror of it by `#[seq(as = \"Mirror\")]`, or a function that makes something \
            comparable of it by `#[seq(via = path)]`; or mark the field `#[seq(opaque)]` to compare it by its own `Eq` and \
            `Hash`, or `#[seq(ignore)]` to leave it out",
    note = "for a leaf of your own, implement `sexpr_core::containers::Leaf`, and invoke `sexpr_core::leaf!({Self});`; for the \
            id of a node in an arena, `sexpr_core::arena::Id` and `sexpr_core::id!({Self});`; for a pointer or container of \
            your own, a trait of `sexpr_core::containers`, and `StructuralEq` by hand",
    note = "for trait objects, invoke `sexpr_core::open!(Trait);` once for the trait"
)]
pub trait StructuralEq {
    /// The type's table: names, kinds and roles.
    const INFO: &'static TypeInfo;

    /// A type that represents everything that a value can reach. A container of your own has the `Reach` of its
    /// elements, a type with several parts has a tuple of their `Reach`es, and a map has
    /// [`MapReach`](crate::containers::MapReach). See [`Closed`](crate::containers::Closed).
    type Reach;

    hidden_items!(Self);

    /// Lists the content of `left` and `right` to the visitor in pairs, first to last, until the visitor returns
    /// `false`. `at` is the region in force. An operation on one value passes the value on both sides.
    fn content<'a, V: Visitor<'a>>(left: &'a Self, right: &'a Self, at: Region, visitor: &mut V) -> bool;

    /// The type's table, which can be printed.
    ///
    /// ```
    /// use sexpr_core::{StructuralEq, reflect::Kind};
    ///
    /// #[derive(StructuralEq)]
    /// #[seq(kind = "var")]
    /// struct Var { #[seq(ignore)] name: String, width: u32 }
    ///
    /// assert_eq!(Var::type_info().kind(), Kind::Var);
    /// assert_eq!(Var::type_info().name(), "Var");
    /// ```
    fn type_info() -> &'static TypeInfo {
        Self::INFO
    }
}

/// The items of [`Field`] that only this crate and the derive use. `DescribeField` has the same items.
macro_rules! hidden_field_items {
    ($value:ty) => {
        /// [`StructuralEq::FLAT`] for a field.
        #[doc(hidden)]
        const LEAVES: bool = Self::FLAT;

        /// Whether values are visited without a call: leaves, and pointers to variables with leaf fields.
        #[doc(hidden)]
        const LIGHT: bool = false;

        /// The address that a visit of a pointer reads first, for prefetching.
        #[doc(hidden)]
        #[inline(always)]
        fn elsewhere(_: &$value) -> Option<*const u8> {
            None
        }

        /// Lists a value held inline: as a node if the value has an identity of its own, and otherwise by its content.
        ///
        /// The compiler decides whether to inline this function. Types hold each other along many paths, and a copy for
        /// each path would make the size of the code exponential in the depth of nesting.
        #[doc(hidden)]
        #[inline]
        fn held<'a, V: Visitor<'a>>(left: &'a $value, right: &'a $value, at: Region, visitor: &mut V) -> bool {
            // Tests a constant rather than forwarding to a method, since the compiler limits how deep functions nest.
            if V::MEETS_INLINE { visitor.inline(left, right, at) } else { Self::content(left, right, at, visitor) }
        }

        /// Lists values side by side in memory, equally many on both sides.
        #[doc(hidden)]
        #[inline]
        fn held_in_row<'a, V: Visitor<'a>>(left: &'a [$value], right: &'a [$value], at: Region, visitor: &mut V) -> bool
        where
            $value: Sized,
        {
            visitor.row(left, right, at)
        }
    };
}
pub(crate) use hidden_field_items;

/// A type that a field, a container or a `Box` may hold by value.
///
/// This is every [`StructuralEq`] type except an unkeyed `var`, `dag` or `singleton`. The identity of such a node is
/// its address, so a node held inline could never occur twice. Hold these nodes behind `Arc`, `Rc` or `&`, or give them
/// a `#[seq(key)]`. The derive implements this trait, too.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be held by a field that is compared structurally [SEQ402]",
    label = "`sexpr_core::Field` is not implemented for `{Self}`",
    note = "a type of this crate needs `#[derive(StructuralEq)]`, which also implements `Field`; a tuple of more than 12 elements \
            has to be a struct",
    note = "a type parameter `T` needs the bound `T: sexpr_core::Field`: `StructuralEq` alone includes nodes that are known by their \
            address",
    note = "for a type of another crate, name a mirror of it by `#[seq(as = \"Mirror\")]`, or a function that makes something \
            comparable of it by `#[seq(via = path)]`; or mark the field `#[seq(opaque)]` to compare it by its own `Eq` and \
            `Hash`, or `#[seq(ignore)]` to leave it out",
    note = "for a leaf of your own, implement `sexpr_core::containers::Leaf`, and invoke `sexpr_core::leaf!({Self});`; for the \
            id of a node in an arena, `sexpr_core::arena::Id` and `sexpr_core::id!({Self});`; for a pointer or container of \
            your own, a trait of `sexpr_core::containers`, and `StructuralEq` by hand",
    note = "for trait objects, invoke `sexpr_core::open!(Trait);` once for the trait",
    note = "types with interior mutability, raw pointers and function pointers can only be `ignore`d or `opaque`; a `Weak`, only \
            `ignore`d"
)]
pub trait Field: StructuralEq {
    /// The type's table, for the tables of types that hold this type.
    #[doc(hidden)]
    const TABLE: TypeRef = || Self::INFO;

    hidden_field_items!(Self);
}

impl Closedness {
    /// Whether the type of a node is closed.
    #[inline(always)]
    pub(crate) fn of<T: StructuralEq + ?Sized>(node: &T) -> Self {
        if const { T::CLOSED || T::OPEN } {
            return Closedness::Known(T::CLOSED);
        }
        Closedness::Asked(T::concrete_type(node).map_or(T::INFO, |concrete| concrete.info))
    }
}

impl Identity {
    /// The identity of a node that is known by its address.
    #[inline(always)]
    pub(crate) fn address<T: StructuralEq + ?Sized>(node: &T) -> Identity {
        // A slice shares its address with its prefixes, so its length enters. A value with a size of its own shares its
        // address with no other value of its type.
        let is_sized = size_of::<&T>() == size_of::<usize>() || T::concrete_type(node).is_some();
        let extent = if is_sized { 0 } else { T::extent(node) as u64 };
        let token = token_of(node).wrapping_add(extent.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        Identity::at(address(node), size_of_val(node), token)
    }
}

/// 64 bits of the id of a node's type, without lifetimes. A constant, except behind trait objects.
#[inline(always)]
pub(crate) fn token_of<T: StructuralEq + ?Sized>(node: &T) -> u64 {
    match T::concrete_type(node) {
        Some(concrete) => token(concrete.id),
        None => token(typeid::of::<T>()),
    }
}

/// The method that lists values of a type, always inlined.
macro_rules! content {
    ($value:ty, |$left:ident, $right:ident, $at:ident, $visitor:ident| $listed:expr) => {
        #[inline(always)]
        fn content<'a, Visit: $crate::describe::visitor::Visitor<'a>>(
            $left: &'a $value,
            $right: &'a $value,
            $at: $crate::describe::region::Region,
            $visitor: &mut Visit,
        ) -> bool {
            $listed
        }
    };
}
pub(crate) use content;

/// Whether a scope predeclares a field: it binds the variables that are declared below the field on entry. Callers ask
/// [`TypeInfo::may_predeclare`] first, at compile time.
#[inline(always)]
pub(crate) fn predeclares<T: StructuralEq + ?Sized>(scope: &T) -> bool {
    let info = T::concrete_type(scope).map_or(T::INFO, |concrete| concrete.info);
    info.variant(T::variant(scope)).is_some_and(VariantInfo::predeclares)
}

/// Lists a value made of leaves. The compiler decides whether to inline this function.
#[inline]
pub(crate) fn list_leaves<'a, T, V>(left: &'a T, right: &'a T, at: Region, visitor: &mut V) -> bool
where
    T: StructuralEq + ?Sized,
    V: Visitor<'a>,
{
    T::content(left, right, at, visitor)
}

/// [`Field::held`] for a type without identity. Each container has its own copy.
///
/// The compiler limits how often a function occurs in a chain of types. If containers shared a copy with other types, a
/// chain in which they alternate would reach the limit at half the length.
macro_rules! held_as_content {
    () => {
        $crate::describe::structural::held_as_content!(Self as $crate::describe::structural::StructuralEq);
    };
    // A container of several types. If these were all inlined always, the size of the code would have no bound.
    (of several) => {
        $crate::describe::structural::held_as_content!(
            Self as $crate::describe::structural::StructuralEq, #[inline]
        );
    };
    // A container of one type, or a mirror of one: always inlined.
    ($value:ty as $structural:path) => {
        $crate::describe::structural::held_as_content!(
            $value as $structural,
            #[cfg_attr(debug_assertions, inline)]
            #[cfg_attr(not(debug_assertions), inline(always))]
        );
    };
    ($value:ty as $structural:path, $(#[$inline:meta])+) => {
        $(#[$inline])+
        fn held<'a, Visit: $crate::describe::visitor::Visitor<'a>>(
            left: &'a $value,
            right: &'a $value,
            at: $crate::describe::region::Region,
            visitor: &mut Visit,
        ) -> bool {
            <Self as $structural>::content(left, right, at, visitor)
        }
    };
}
pub(crate) use held_as_content;
