//! Mirrors: types that describe values of other types. [`As`] is a value as its mirror describes it.
//!
//! An operation finds the description of a value through the traits of the value's type. So operations see a mirrored
//! value as an `As`: the same value behind a reference, cast to another type. The casts are unsafe code.
//!
//! - this file: `As`; and `Describe` and its companions, the traits by which a mirror describes values. Each of these
//!   traits corresponds to a trait of values and has the type of the values as a parameter. `As` implements the trait
//!   of values through the mirror's implementation;
//! - `containers`: mirrors of pointers, containers, ids and arenas of other crates;
//! - `project`: fields that count as the result of a function.

pub(crate) mod containers;
pub(crate) mod project;

use alloc::string::String;
use core::{
    any::{Any, TypeId},
    fmt,
    marker::PhantomData,
    ops::Deref,
};

use crate::describe::{
    arena::Arenas,
    containers::{NameField, Namespace, listed_names},
    custom::Pair,
    info::{ConcreteType, Kind, TypeInfo, TypeRef},
    keys::{KeyEncoder, KeyNode, KeyReader, KeyValue, MapKey, read_as},
    region::Region,
    structural::{Field, StructuralEq, hidden_field_items, hidden_items},
    visitor::Visitor,
};

/// A value of type `T`, described by the type `D`: see [`Describe`](crate::mirror::Describe).
///
/// An `As` exists behind references, made at no cost from references to a `T`; only ids exist by value. Operations
/// treat the value as `D` describes it, and callbacks of walks receive the `As`. An `As` dereferences to the value.
///
/// ```
/// use sexpr_core::{StructuralEq, mirror::As, structural_equal, walk::nodes};
///
/// mod foreign {
///     pub enum Expr {
///         Number(i64),
///         Negate(Box<Expr>),
///     }
/// }
///
/// #[derive(StructuralEq)]
/// #[seq(remote = "foreign::Expr")]
/// enum Expr {
///     Number(i64),
///     Negate(#[seq(as = "Box<Expr>")] Box<foreign::Expr>),
/// }
///
/// let negated = |number| foreign::Expr::Negate(Box::new(foreign::Expr::Number(number)));
/// let (one, other) = (vec![negated(1)], vec![negated(1)]);
/// assert!(structural_equal(As::<Vec<Expr>, _>::new(&one), As::<Vec<Expr>, _>::new(&other)));
///
/// let is_number = |expr: &&As<Expr, foreign::Expr>| matches!(expr.get(), foreign::Expr::Number(_));
/// assert_eq!(nodes::<As<Expr, foreign::Expr>>(As::<Vec<Expr>, _>::new(&one)).filter(is_number).count(), 1);
/// ```
#[repr(transparent)]
pub struct As<D: ?Sized, T: ?Sized> {
    counts_as: PhantomData<fn(&D)>,
    value: T,
}

#[allow(unsafe_code, reason = "casts to a transparent wrapper")]
impl<D: ?Sized, T: ?Sized> As<D, T> {
    /// The value, as `D` describes it.
    #[inline(always)]
    pub const fn new(value: &T) -> &Self {
        let this = core::ptr::from_ref(value) as *const Self;
        // SAFETY: `As` is `repr(transparent)` around `T`, and its only other field is a `PhantomData`. So the pointer
        // is to a valid `As`, of the same size and alignment, with the same metadata, and of the same provenance. The
        // pointer is valid for shared reads for the lifetime of the reference.
        unsafe { &*this }
    }

    /// The mutable value, as `D` describes it.
    #[inline(always)]
    #[doc(hidden)]
    pub const fn new_mut(value: &mut T) -> &mut Self {
        let this = core::ptr::from_mut(value) as *mut Self;
        // SAFETY: as above. A write through the new reference stores an `As` around a valid `T`, and so a valid `T`.
        // The old reference is not used for as long as the new one lives.
        unsafe { &mut *this }
    }

    /// The value itself.
    #[inline(always)]
    pub const fn get(&self) -> &T {
        &self.value
    }
}

impl<D: ?Sized, T> As<D, T> {
    /// An owned value, as `D` describes it: an id that an arena returns.
    pub(crate) const fn by_value(value: T) -> Self {
        As { counts_as: PhantomData, value }
    }

    /// The owned value.
    #[doc(hidden)]
    pub fn into_value(self) -> T {
        self.value
    }
}

impl<D: ?Sized, T: Clone> Clone for As<D, T> {
    fn clone(&self) -> Self {
        As::by_value(self.value.clone())
    }
}

#[allow(unsafe_code, reason = "casts to a transparent wrapper")]
impl<D, T> As<D, T> {
    /// Values side by side in memory, each as `D` describes it.
    #[inline(always)]
    pub const fn each(values: &[T]) -> &[Self] {
        let these = core::ptr::from_ref(values) as *const [Self];
        // SAFETY: `As` is `repr(transparent)` around `T`, so a slice of it has the layout of a slice of `T` of the same
        // length. The pointer is valid for shared reads for the lifetime of the reference that it comes from.
        unsafe { &*these }
    }
}

impl<D: ?Sized, T: ?Sized> Deref for As<D, T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        &self.value
    }
}

impl<D: ?Sized, T: fmt::Debug + ?Sized> fmt::Debug for As<D, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

/// A mirror: a type that describes values of the type `T`. The type `T` need not implement [`StructuralEq`].
///
/// A declaration with `#[seq(remote = "T")]` describes `T`. If `D` describes `T`, then `Vec<D>` describes `Vec<T>`. The
/// same holds for slices, arrays, `VecDeque` and `LinkedList`; `Option`, `Result`, and tuples of up to six elements;
/// `&`, `Box`, `Rc` and `Arc`; `BTreeMap`, `BTreeSet`, `HashMap` and `HashSet`; and with their features, `SmallVec`,
/// `IndexMap`, `IndexSet` and `triomphe::Arc`. Operations see the values through [`As`].
///
/// # By hand
///
/// Implement it by hand only for a pointer or a container of another crate. Declare a type of your own as the mirror:
/// its `content` consists of one call to the visitor, and its implementation of [`DescribeField`] is empty.
///
/// ```
/// use std::marker::PhantomData;
/// use sexpr_core::{
///     StructuralEq, custom::{Region, Visitor}, mirror::{As, Describe, DescribeField}, reflect::{Shape, TypeInfo},
///     structural_equal,
/// };
///
/// mod foreign {
///     pub struct List<'arena, T>(pub &'arena [T]);
///     pub struct Token(pub u32);
/// }
///
/// /// Stands for `foreign::List`, whose elements `D` describes.
/// struct List<D>(PhantomData<D>);
///
/// impl<'arena, D: DescribeField<T>, T> Describe<foreign::List<'arena, T>> for List<D> {
///     const INFO: &'static TypeInfo = &TypeInfo::container("List", Shape::Sequence(D::TABLE));
///     type Reach = D::Reach;
///
///     fn content<'a, V: Visitor<'a>>(
///         left: &'a As<Self, foreign::List<'arena, T>>,
///         right: &'a As<Self, foreign::List<'arena, T>>,
///         at: Region,
///         visitor: &mut V,
///     ) -> bool {
///         visitor.sequence(As::<D, T>::each(left.0), As::<D, T>::each(right.0), at)
///     }
/// }
/// impl<'arena, D: DescribeField<T>, T> DescribeField<foreign::List<'arena, T>> for List<D> {}
///
/// #[derive(StructuralEq)]
/// #[seq(remote = "foreign::Token")]
/// struct Token(u32);
///
/// #[derive(StructuralEq)]
/// struct Line<'arena> {
///     #[seq(as = "Option<List<Token>>")]
///     tokens: Option<foreign::List<'arena, foreign::Token>>,
/// }
///
/// let (one, other) = ([foreign::Token(1), foreign::Token(2)], [foreign::Token(1), foreign::Token(2)]);
/// let line = |tokens| Line { tokens: Some(foreign::List(tokens)) };
/// assert!(structural_equal(&line(&one), &line(&other)));
/// assert!(!structural_equal(&line(&one), &line(&other[..1])));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a mirror of `{T}` [SEQ422]",
    label = "not a mirror of `{T}`",
    note = "declare a mirror of `{T}` with `#[derive(StructuralEq)]` and `#[seq(remote = \"...\")]`, and name that; `_` stands \
            for what takes part itself (`Same`, outside of attributes)"
)]
pub trait Describe<T: ?Sized> {
    /// The table of the described type: names, kinds and roles.
    const INFO: &'static TypeInfo;

    /// See [`StructuralEq::Reach`].
    type Reach;

    hidden_items!(As<Self, T>);

    /// Checks the declaration of a derived mirror against the type when it is compiled. Never called.
    #[doc(hidden)]
    fn declared(_: &T) {}

    /// Lists the content of `left` and `right` in pairs. See [`StructuralEq::content`].
    fn content<'a, V: Visitor<'a>>(left: &'a As<Self, T>, right: &'a As<Self, T>, at: Region, visitor: &mut V) -> bool;
}

/// The items that `StructuralEq` and `Describe` have in common, forwarded to another type.
macro_rules! structural_as {
    ($says:ident, $value:ty) => {
        const INFO: &'static TypeInfo = $says::INFO;
        const FLAT: bool = $says::FLAT;
        const CLOSED: bool = $says::CLOSED;
        const OPEN: bool = $says::OPEN;
        const LEAF_FIELDS: bool = $says::LEAF_FIELDS;
        const NODE: bool = $says::NODE;
        const LISTS_FIELDS: bool = $says::LISTS_FIELDS;
        const TYPE_ID: Option<TypeId> = $says::TYPE_ID;
        const REFERS_TO_NOTHING: bool = $says::REFERS_TO_NOTHING;
        const ADDRESSLESS: bool = $says::ADDRESSLESS;
        const HAS_ARENAS: bool = $says::HAS_ARENAS;
        type Reach = $says::Reach;

        #[inline(always)]
        fn kind(value: &$value) -> Kind {
            $says::kind(value)
        }
        fn display_name(value: &$value) -> Option<String> {
            $says::display_name(value)
        }
        #[inline(always)]
        fn is_scope(value: &$value) -> bool {
            $says::is_scope(value)
        }
        #[inline(always)]
        fn variant(value: &$value) -> u32 {
            $says::variant(value)
        }
        #[inline(always)]
        fn concrete_type(value: &$value) -> Option<ConcreteType> {
            $says::concrete_type(value)
        }
        #[inline(always)]
        fn typed(value: &$value) -> Option<&dyn Any> {
            $says::typed(value)
        }
        #[inline(always)]
        fn pair<'a>(left: &'a $value, right: &'a $value) -> Option<Pair<'a>> {
            $says::pair(left, right)
        }
        #[inline(always)]
        fn extent(value: &$value) -> usize {
            $says::extent(value)
        }
        #[inline(always)]
        fn key(value: &$value, encoder: &mut KeyEncoder) -> bool {
            $says::key(value, encoder)
        }
        #[inline(always)]
        fn arenas<'a>(value: &'a $value, arenas: &mut Arenas<'a>) {
            $says::arenas(value, arenas);
        }
        #[inline(always)]
        fn light<'a, V: Visitor<'a>>(left: &'a $value, right: &'a $value, at: Region, visitor: &mut V) -> Option<bool> {
            $says::light(left, right, at, visitor)
        }
        #[inline(always)]
        fn content<'a, V: Visitor<'a>>(left: &'a $value, right: &'a $value, at: Region, visitor: &mut V) -> bool {
            $says::content(left, right, at, visitor)
        }
    };
}

/// The items that `Field` and `DescribeField` have in common.
macro_rules! field_as {
    ($says:ident, $value:ty) => {
        const TABLE: TypeRef = $says::TABLE;
        const LIGHT: bool = $says::LIGHT;

        #[inline(always)]
        fn elsewhere(value: &$value) -> Option<*const u8> {
            $says::elsewhere(value)
        }
        #[inline(always)]
        fn held<'a, V: Visitor<'a>>(left: &'a $value, right: &'a $value, at: Region, visitor: &mut V) -> bool {
            $says::held(left, right, at, visitor)
        }
    };
}

impl<D: Describe<T> + ?Sized, T: ?Sized> StructuralEq for As<D, T> {
    structural_as!(D, Self);
}

/// A description of a type that a field may hold by value. See [`Field`](crate::Field).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a mirror of `{T}` [SEQ422]",
    label = "not a mirror of `{T}`",
    note = "declare a mirror of `{T}` with `#[derive(StructuralEq)]` and `#[seq(remote = \"...\")]`, and name that; `_` stands \
            for what takes part itself (`Same`, outside of attributes)"
)]
pub trait DescribeField<T: ?Sized>: Describe<T> {
    /// The table of the described type, for the tables of types that hold the type.
    const TABLE: TypeRef = || Self::INFO;

    hidden_field_items!(As<Self, T>);
}

/// Returns the reference. An argument of another type is an error, even if it could be coerced.
#[doc(hidden)]
#[inline(always)]
pub const fn exactly<T: ?Sized>(value: &T) -> &T {
    value
}

impl<D: DescribeField<T> + ?Sized, T: ?Sized> Field for As<D, T> {
    field_as!(D, Self);

    #[inline(always)]
    fn held_in_row<'a, V: Visitor<'a>>(left: &'a [Self], right: &'a [Self], at: Region, visitor: &mut V) -> bool
    where
        Self: Sized,
    {
        D::held_in_row(left, right, at, visitor)
    }
}

/// A description of a type that can be the key of a map. See [`MapKey`](crate::containers::MapKey).
#[doc(hidden)]
pub trait DescribeKey<T: ?Sized>: DescribeField<T> {
    #[doc(hidden)]
    type Terms;
    #[doc(hidden)]
    const IS_CONTENT: bool = false;
    #[doc(hidden)]
    const IDS: Option<TypeId> = None;
    #[doc(hidden)]
    fn read(key: &As<Self, T>, reader: &mut KeyReader<'_>);
}

#[diagnostic::do_not_recommend]
impl<D: DescribeKey<T> + ?Sized, T: ?Sized> MapKey for As<D, T> {
    read_as!(D as DescribeKey<T>, |key: Self| key);
}

/// A description of a node whose ids can be the keys of a map.
#[doc(hidden)]
pub trait DescribeKeyNode<T: ?Sized>: DescribeKey<T> {}

#[diagnostic::do_not_recommend]
impl<D: DescribeKeyNode<T> + ?Sized, T: ?Sized> KeyNode for As<D, T> {}

/// A description of a type whose values are made of leaves. See [`KeyValue`](crate::containers::KeyValue).
#[doc(hidden)]
pub trait DescribeValue<T: ?Sized>: DescribeKey<T> {}

#[diagnostic::do_not_recommend]
impl<D: DescribeValue<T> + ?Sized, T: ?Sized> KeyValue for As<D, T> {}

/// A description of a type that is a name, or a container of names. See [`NameField`](crate::containers::NameField).
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

    listed_names!(Self, |left, right, at, visitor| D::names::<Names, Visit>(left, right, at, visitor));
}

/// The mirror that describes each value as itself. `_` stands for this mirror in `#[seq(as = "…")]`.
///
/// ```
/// use std::collections::BTreeMap;
/// use sexpr_core::{StructuralEq, mirror::{As, Same}, structural_equal};
///
/// mod foreign {
///     pub struct Token(pub u32);
/// }
///
/// #[derive(StructuralEq)]
/// #[seq(remote = "foreign::Token")]
/// struct Token(u32);
///
/// let tokens = |number| BTreeMap::from([("a", foreign::Token(number))]);
/// type Tokens = BTreeMap<Same, Token>;
/// assert!(structural_equal(As::<Tokens, _>::new(&tokens(1)), As::<Tokens, _>::new(&tokens(1))));
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Same {}

impl<T: StructuralEq + ?Sized> Describe<T> for Same {
    structural_as!(T, As<Self, T>);
}

impl<T: Field + ?Sized> DescribeField<T> for Same {
    field_as!(T, As<Self, T>);
}

impl<T: MapKey + ?Sized> DescribeKey<T> for Same {
    read_as!(T as MapKey, |key: As<Self, T>| key);
}

impl<T: MapKey + KeyNode + ?Sized> DescribeKeyNode<T> for Same {}

impl<T: KeyValue + ?Sized> DescribeValue<T> for Same {}

impl<T: NameField + ?Sized> DescribeNames<T> for Same {
    type NamesReach = T::NamesReach;

    listed_names!(As<Self, T>, |left, right, at, visitor| T::names::<Names, Visit>(left, right, at, visitor));
}
