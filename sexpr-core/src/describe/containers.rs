//! The traits of pointers and containers: `SharedPointer`, `OwningPointer`, `Sequence` and `Map`; and `NameField`, for the
//! names and containers of names in fields marked `var`.
//!
//! `impls` implements them for the standard library and for the crates behind optional features.

use core::marker::PhantomData;

use crate::describe::{
    keys::MapKey,
    region::Region,
    structural::{Field, StructuralEq},
    visitor::Visitor,
};

/// A shared pointer, whose pointee may occur again: `Arc`, `Rc`, `&T`, or a type of your own.
///
/// The pointee's address, with its type, is its identity. So [`target`](Self::target) must return the same address for as long
/// as the pointer lives, and no two live pointees of one type may share an address.
///
/// ```
/// use sexpr_core::{
///     Field, StructuralEq, containers::SharedPointer, custom::{Region, Visitor},
///     reflect::{Shape, TypeInfo}, structural_equal,
/// };
///
/// /// A pointer into an arena.
/// struct Interned<'arena, T>(&'arena T);
///
/// impl<T> SharedPointer for Interned<'_, T>
/// where
///     T: StructuralEq,
/// {
///     type Target = T;
///     fn target(&self) -> &T {
///         self.0
///     }
/// }
///
/// impl<T: StructuralEq> StructuralEq for Interned<'_, T> {
///     const INFO: &'static TypeInfo = &TypeInfo::container("Interned", Shape::Pointer(|| T::INFO));
///     type Reach = T::Reach;
///     fn content<'a, V: Visitor<'a>>(left: &'a Self, right: &'a Self, at: Region, visitor: &mut V) -> bool {
///         visitor.shared(left, right, at)
///     }
/// }
/// impl<T: StructuralEq> Field for Interned<'_, T> {}
///
/// let (a, b) = (1, 1);
/// assert!(structural_equal(&Interned(&a), &Interned(&b)));
/// ```
///
/// For a pointer of another crate, see [`OwningPointer`](OwningPointer#pointers-of-other-crates).
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say how it is followed [SEQ423]",
    note = "implement `sexpr_core::containers::SharedPointer` for it; for a mirror `M` of a pointer of another crate, \
            `SharedPointer<M>` for `As<M, _>`"
)]
pub trait SharedPointer<Mirror: ?Sized = Self> {
    /// The type of the pointee.
    type Target: StructuralEq + ?Sized;
    /// Whether even pointees of size zero have addresses of their own. If not, a pointee that is known by its address
    /// must not have size zero. This is checked when an operation is compiled for the pointer.
    const DISTINCT: bool = false;
    /// The pointee.
    fn target(&self) -> &Self::Target;
    /// Whether this is known to be the only pointer to the pointee. If so, the pointee can occur again only below
    /// another shared pointee. A wrong `true` makes comparisons slower, without bound, and iterators over distinct
    /// nodes return the pointee more than once.
    fn is_unique(&self) -> bool {
        false
    }
}

/// Refuses pointers to nodes that are known by their addresses but may lack an address of their own.
pub(crate) const fn assert_addressable<T: StructuralEq + ?Sized>(distinct: bool) {
    assert!(
        distinct || !T::ADDRESSLESS,
        "a pointer to a `var`, `dag` or `singleton` of size zero does not tell one from another: \
         give it a field or a `#[seq(key)]`, or hold it in an `Arc` or `Rc` [SEQ515]"
    );
}

/// Evidence that references to `T` distinguish its nodes. A public function creates the evidence in a constant, so that
/// an error names the user's call. `T` is inferred, since `impl Trait` has no name there.
pub(crate) struct Addressable<T: ?Sized>(PhantomData<fn(&T)>);

impl<T: StructuralEq + ?Sized> Addressable<T> {
    pub(crate) const fn new() -> Self {
        assert_addressable::<T>(false);
        Addressable(PhantomData)
    }
}

/// A pointer that owns its pointee uniquely: `Box`, an owned `Cow`, or a type of your own.
///
/// Implemented like [`SharedPointer`], with [`Visitor::owning`](crate::custom::Visitor::owning).
///
/// # Pointers of other crates
///
/// For a [mirror](crate::mirror::Describe) `M` of pointers of the type `P`, implement `OwningPointer<M>` (or
/// `SharedPointer<M>`) for [`As<M, P>`](crate::mirror::As).
///
/// ```
/// use std::{marker::PhantomData, ops::Deref};
/// use sexpr_core::{
///     StructuralEq, containers::OwningPointer, custom::{Region, Visitor}, mirror::{As, Describe, DescribeField},
///     reflect::{Shape, TypeInfo}, structural_equal,
/// };
///
/// mod foreign {
///     pub struct Box<'arena, T>(pub &'arena mut T);
///     impl<T> std::ops::Deref for Box<'_, T> {
///         type Target = T;
///         fn deref(&self) -> &T {
///             self.0
///         }
///     }
///     pub enum Expr<'arena> {
///         Number(i64),
///         Negate(Box<'arena, Expr<'arena>>),
///         Return(Option<Box<'arena, Expr<'arena>>>),
///     }
/// }
///
/// /// Stands for `foreign::Box`, whose pointee `D` describes.
/// struct ArenaBox<D>(PhantomData<D>);
///
/// impl<'arena, D: DescribeField<T>, T> OwningPointer<ArenaBox<D>> for As<ArenaBox<D>, foreign::Box<'arena, T>> {
///     type Target = As<D, T>;
///
///     fn target(&self) -> &As<D, T> {
///         As::new(self.get())
///     }
/// }
/// impl<'arena, D: DescribeField<T>, T> Describe<foreign::Box<'arena, T>> for ArenaBox<D> {
///     const INFO: &'static TypeInfo = &TypeInfo::container("Box", Shape::Pointer(D::TABLE));
///     type Reach = D::Reach;
///
///     fn content<'a, V: Visitor<'a>>(
///         left: &'a As<Self, foreign::Box<'arena, T>>,
///         right: &'a As<Self, foreign::Box<'arena, T>>,
///         at: Region,
///         visitor: &mut V,
///     ) -> bool {
///         visitor.owning(left, right, at)
///     }
/// }
/// impl<'arena, D: DescribeField<T>, T> DescribeField<foreign::Box<'arena, T>> for ArenaBox<D> {}
///
/// #[derive(StructuralEq)]
/// #[seq(remote = "foreign::Expr<'arena>")]
/// enum Expr<'arena> {
///     Number(i64),
///     Negate(#[seq(as = "ArenaBox<Expr<'arena>>")] foreign::Box<'arena, foreign::Expr<'arena>>),
///     Return(#[seq(as = "Option<ArenaBox<Expr<'arena>>>")] Option<foreign::Box<'arena, foreign::Expr<'arena>>>),
/// }
///
/// let (mut one, mut other) = (foreign::Expr::Number(1), foreign::Expr::Number(1));
/// let [one, other] = [&mut one, &mut other].map(|number| foreign::Expr::Return(Some(foreign::Box(number))));
/// assert!(structural_equal(As::<Expr, _>::new(&one), As::<Expr, _>::new(&other)));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say how it is followed [SEQ423]",
    note = "implement `sexpr_core::containers::OwningPointer` for it; for a mirror `M` of a pointer of another crate, \
            `OwningPointer<M>` for `As<M, _>`"
)]
pub trait OwningPointer<Mirror: ?Sized = Self> {
    /// The type of the pointee.
    type Target: Field + ?Sized;
    /// The pointee.
    fn target(&self) -> &Self::Target;
}

/// A sequence of elements in order.
///
/// ```
/// use sexpr_core::{
///     Field, StructuralEq, containers::Sequence, custom::{Region, Visitor}, reflect::{Shape, TypeInfo},
///     structural_equal,
/// };
///
/// /// A sequence that is never empty.
/// struct NonEmpty<T> {
///     first: T,
///     rest: Vec<T>,
/// }
///
/// impl<T: Field> Sequence for NonEmpty<T> {
///     type Item = T;
///     fn length(&self) -> usize {
///         1 + self.rest.len()
///     }
///     fn items(&self) -> impl DoubleEndedIterator<Item = &T> {
///         std::iter::once(&self.first).chain(&self.rest)
///     }
/// }
///
/// impl<T: Field> StructuralEq for NonEmpty<T> {
///     const INFO: &'static TypeInfo = &TypeInfo::container("NonEmpty", Shape::Sequence(|| T::INFO));
///     type Reach = T::Reach;
///     fn content<'a, V: Visitor<'a>>(left: &'a Self, right: &'a Self, at: Region, visitor: &mut V) -> bool {
///         visitor.sequence(left, right, at)
///     }
/// }
/// impl<T: Field> Field for NonEmpty<T> {}
///
/// let one = NonEmpty { first: 1, rest: vec![] };
/// let two = NonEmpty { first: 1, rest: vec![2] };
/// assert!(!structural_equal(&one, &two));
/// ```
pub trait Sequence {
    /// An element.
    type Item: Field;
    /// The number of elements.
    fn length(&self) -> usize;
    /// The elements, in order, exactly [`length`](Self::length) of them.
    fn items(&self) -> impl DoubleEndedIterator<Item = &Self::Item>;
    /// The elements as a slice, if they lie side by side in memory. This saves memory on long sequences.
    fn as_slice(&self) -> Option<&[Self::Item]> {
        None
    }
}

/// A map from keys to values, compared by key, in any order.
///
/// A set is a map to `()`. Implemented like [`Sequence`], with [`Visitor::map`](crate::custom::Visitor::map). Neither the
/// keys' `Hash` nor their `Eq` is called.
pub trait Map {
    /// A key.
    type Key: MapKey;
    /// A value.
    type Value: Field;
    /// The number of entries.
    fn length(&self) -> usize;
    /// The entries, in the container's order.
    fn entries(&self) -> impl Iterator<Item = (&Self::Key, &Self::Value)>;
}

/// How the entries of two maps are matched.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MapOrder {
    /// By key, in any order.
    ByKey,
    /// Pairwise, in the container's order.
    Container,
}

/// The type of a field marked `#[seq(var)]`: a name, or names in a container.
///
/// A name is a leaf (a string, a number, a leaf of your own) or a derived value made of leaves, which is one name as a
/// whole. Containers are sequences, `Option`, sets, and pointers to leaves and sequences. The members of a set match if
/// their variables correspond, and bind nothing, like the keys of a map. The derive and [`leaf!`](crate::leaf!)
/// implement this trait.
///
/// ```
/// use sexpr_core::{StructuralEq, structural_equal};
///
/// #[derive(StructuralEq)]
/// enum Expr {
///     Var(#[seq(var)] String),
///     #[seq(scope)]
///     Lambda(#[seq(var, def)] Vec<String>, Box<Expr>),
/// }
///
/// let first = |one: &str, other: &str| {
///     Expr::Lambda(vec![one.to_string(), other.to_string()], Box::new(Expr::Var(one.to_string())))
/// };
/// assert!(structural_equal(&first("x", "y"), &first("a", "b")));
/// assert!(!structural_equal(&first("x", "x"), &first("a", "b")));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither a name nor a container of names [SEQ408]",
    label = "`#[seq(var)]` is for leaves, and for sequences, sets and `Option`s of leaves",
    note = "remove `var` if `{Self}` is a node: a node is a variable if its own type is marked `#[seq(kind = \"var\")]`",
    note = "for a name made of several leaves, put them into a struct that derives `StructuralEq`; for the keys of a map, \
            use a keyed node of kind `var`"
)]
pub trait NameField: Field {
    /// The shadow of the variables that the names denote. Names in a set bind nothing. See `reach`.
    #[doc(hidden)]
    type NamesReach;

    /// Lists each name as a variable of the namespace.
    #[doc(hidden)]
    fn names<'a, N: Namespace, V: Visitor<'a>>(left: &'a Self, right: &'a Self, at: Region, visitor: &mut V) -> bool;
}

/// The method that lists the names in values of a type to a visitor of type `Visit`, in the namespace `Names`.
macro_rules! listed_names {
    ($value:ty, |$left:ident, $right:ident, $at:ident, $visitor:ident| $listed:expr) => {
        fn names<'a, Names: $crate::describe::containers::Namespace, Visit: $crate::describe::visitor::Visitor<'a>>(
            $left: &'a $value,
            $right: &'a $value,
            $at: $crate::describe::region::Region,
            $visitor: &mut Visit,
        ) -> bool {
            $listed
        }
    };
}
pub(crate) use listed_names;

/// A namespace of variables that are known by their values. One spelling in two namespaces denotes two variables.
#[doc(hidden)]
pub trait Namespace: 'static {
    /// The namespace's name in the attribute.
    const NAME: &'static str;
}

/// The namespace of `#[seq(var)]`.
#[doc(hidden)]
pub enum NoNamespace {}

impl Namespace for NoNamespace {
    const NAME: &'static str = "";
}
