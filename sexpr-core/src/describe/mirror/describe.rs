//! `Describe` and the traits beside it: what a description of another type says.
//!
//! Each is a trait of values with the value's type as a parameter, and has what that trait has: `As` implements the
//! one by the other.

use core::any::{Any, TypeId};

use crate::describe::{
    info::{Kind, TypeInfo, TypeRef},
    keys::{KeyEncoder, KeyReader, KeyValue, MapKey},
    mirror::cast::As,
    names::{NameField, Namespace},
    open::ConcreteType,
    region::Region,
    structural::{Field, StructuralEq},
    visitor::Visitor,
};

/// A type that describes values of the type `T`.
///
/// It has what [`StructuralEq`] has. So [`As`] implements that.
#[doc(hidden)]
pub trait Describe<T: ?Sized> {
    #[doc(hidden)]
    const INFO: &'static TypeInfo;
    #[doc(hidden)]
    const FLAT: bool = false;
    #[doc(hidden)]
    const CLOSED: bool = Self::FLAT;
    #[doc(hidden)]
    const OPEN: bool = false;
    #[doc(hidden)]
    const LEAF_FIELDS: bool = Self::FLAT;
    #[doc(hidden)]
    const NODE: bool = false;
    #[doc(hidden)]
    const POINTER: bool = false;
    #[doc(hidden)]
    const TYPE_ID: Option<TypeId> = None;
    #[doc(hidden)]
    const REFERS_TO_NOTHING: bool = false;
    #[doc(hidden)]
    const ADDRESSLESS: bool = false;

    /// What can be reached from a value. See [`StructuralEq::Reach`].
    type Reach;

    #[doc(hidden)]
    #[inline]
    fn kind(_: &As<Self, T>) -> Kind {
        Kind::Tree
    }

    #[doc(hidden)]
    #[inline]
    fn is_scope(_: &As<Self, T>) -> bool {
        false
    }

    #[doc(hidden)]
    #[inline]
    fn variant(_: &As<Self, T>) -> u32 {
        0
    }

    #[doc(hidden)]
    #[inline]
    fn concrete_type(_: &As<Self, T>) -> Option<ConcreteType> {
        None
    }

    #[doc(hidden)]
    #[inline]
    fn as_any(_: &As<Self, T>) -> Option<&dyn Any> {
        None
    }

    #[doc(hidden)]
    #[inline]
    fn extent(node: &As<Self, T>) -> usize {
        size_of_val(node)
    }

    #[doc(hidden)]
    #[inline]
    fn key(_: &As<Self, T>, _: &mut KeyEncoder) -> bool {
        false
    }

    #[doc(hidden)]
    #[inline]
    fn light<'a, V: Visitor<'a>>(_: &'a As<Self, T>, _: &'a As<Self, T>, _: Region, _: &mut V) -> Option<bool> {
        None
    }

    #[doc(hidden)]
    fn content<'a, V: Visitor<'a>>(left: &'a As<Self, T>, right: &'a As<Self, T>, at: Region, visitor: &mut V) -> bool;
}

#[diagnostic::do_not_recommend]
impl<D: Describe<T> + ?Sized, T: ?Sized> StructuralEq for As<D, T> {
    const INFO: &'static TypeInfo = D::INFO;
    const FLAT: bool = D::FLAT;
    const CLOSED: bool = D::CLOSED;
    const OPEN: bool = D::OPEN;
    const LEAF_FIELDS: bool = D::LEAF_FIELDS;
    const NODE: bool = D::NODE;
    const POINTER: bool = D::POINTER;
    const TYPE_ID: Option<TypeId> = D::TYPE_ID;
    const REFERS_TO_NOTHING: bool = D::REFERS_TO_NOTHING;
    const ADDRESSLESS: bool = D::ADDRESSLESS;
    type Reach = D::Reach;

    #[inline(always)]
    fn kind(value: &Self) -> Kind {
        D::kind(value)
    }
    #[inline(always)]
    fn is_scope(value: &Self) -> bool {
        D::is_scope(value)
    }
    #[inline(always)]
    fn variant(value: &Self) -> u32 {
        D::variant(value)
    }
    #[inline(always)]
    fn concrete_type(value: &Self) -> Option<ConcreteType> {
        D::concrete_type(value)
    }
    #[inline(always)]
    fn as_any(value: &Self) -> Option<&dyn Any> {
        D::as_any(value)
    }
    #[inline(always)]
    fn extent(value: &Self) -> usize {
        D::extent(value)
    }
    #[inline(always)]
    fn key(value: &Self, encoder: &mut KeyEncoder) -> bool {
        D::key(value, encoder)
    }
    #[inline(always)]
    fn light<'a, V: Visitor<'a>>(left: &'a Self, right: &'a Self, at: Region, visitor: &mut V) -> Option<bool> {
        D::light(left, right, at, visitor)
    }
    #[inline(always)]
    fn content<'a, V: Visitor<'a>>(left: &'a Self, right: &'a Self, at: Region, visitor: &mut V) -> bool {
        D::content(left, right, at, visitor)
    }
}

/// A description of a type that a field may hold by value. See [`Field`].
#[doc(hidden)]
pub trait DescribeField<T: ?Sized>: Describe<T> {
    #[doc(hidden)]
    const TABLE: TypeRef = table_of::<Self, T>;
    #[doc(hidden)]
    const LEAVES: bool = Self::FLAT;
    #[doc(hidden)]
    const LIGHT: bool = false;

    #[doc(hidden)]
    #[inline(always)]
    fn elsewhere(_: &As<Self, T>) -> Option<*const u8> {
        None
    }

    #[doc(hidden)]
    #[inline]
    fn held<'a, V: Visitor<'a>>(left: &'a As<Self, T>, right: &'a As<Self, T>, at: Region, visitor: &mut V) -> bool {
        if V::MEETS_INLINE { visitor.inline(left, right, at) } else { Self::content(left, right, at, visitor) }
    }

    #[doc(hidden)]
    #[inline]
    fn held_in_row<'a, V>(left: &'a [As<Self, T>], right: &'a [As<Self, T>], at: Region, visitor: &mut V) -> bool
    where
        V: Visitor<'a>,
        T: Sized,
    {
        visitor.row(left, right, at)
    }
}

/// The table of a described type.
fn table_of<D: Describe<T> + ?Sized, T: ?Sized>() -> &'static TypeInfo {
    D::INFO
}

#[diagnostic::do_not_recommend]
impl<D: DescribeField<T> + ?Sized, T: ?Sized> Field for As<D, T> {
    const TABLE: TypeRef = D::TABLE;
    const LEAVES: bool = D::LEAVES;
    const LIGHT: bool = D::LIGHT;

    #[inline(always)]
    fn elsewhere(value: &Self) -> Option<*const u8> {
        D::elsewhere(value)
    }
    #[inline(always)]
    fn held<'a, V: Visitor<'a>>(left: &'a Self, right: &'a Self, at: Region, visitor: &mut V) -> bool {
        D::held(left, right, at, visitor)
    }
    #[inline(always)]
    fn held_in_row<'a, V: Visitor<'a>>(left: &'a [Self], right: &'a [Self], at: Region, visitor: &mut V) -> bool
    where
        Self: Sized,
    {
        visitor.row(left, right, at)
    }
}

/// A description of a type that can be the key of a map. See [`MapKey`].
#[doc(hidden)]
pub trait DescribeKey<T: ?Sized>: DescribeField<T> {
    #[doc(hidden)]
    type Terms;
    #[doc(hidden)]
    const IS_CONTENT: bool = false;
    #[doc(hidden)]
    fn read(key: &As<Self, T>, reader: &mut KeyReader);
}

#[diagnostic::do_not_recommend]
impl<D: DescribeKey<T> + ?Sized, T: ?Sized> MapKey for As<D, T> {
    type Terms = D::Terms;
    const IS_CONTENT: bool = D::IS_CONTENT;

    fn read(key: &Self, reader: &mut KeyReader) {
        D::read(key, reader);
    }
}

/// A description of a type whose values are made of leaves. See [`KeyValue`].
#[doc(hidden)]
pub trait DescribeValue<T: ?Sized>: DescribeKey<T> {}

#[diagnostic::do_not_recommend]
impl<D: DescribeValue<T> + ?Sized, T: ?Sized> KeyValue for As<D, T> {}

/// A description of a type that is a name, or a container of names. See [`NameField`].
#[doc(hidden)]
pub trait DescribeNames<T: ?Sized>: DescribeField<T> {
    #[doc(hidden)]
    type NamesReach;
    #[doc(hidden)]
    fn names<'a, N, V>(left: &'a As<Self, T>, right: &'a As<Self, T>, at: Region, visitor: &mut V) -> bool
    where
        N: Namespace,
        V: Visitor<'a>;
}

#[diagnostic::do_not_recommend]
impl<D: DescribeNames<T> + ?Sized, T: ?Sized> NameField for As<D, T> {
    type NamesReach = D::NamesReach;

    fn names<'a, N: Namespace, V: Visitor<'a>>(left: &'a Self, right: &'a Self, at: Region, visitor: &mut V) -> bool {
        D::names::<N, V>(left, right, at, visitor)
    }
}
