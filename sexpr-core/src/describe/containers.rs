//! The traits of pointers and containers: `SharedPointer`, `OwningPointer`, `Sequence` and `Map`.
//!
//! `impls` implements them for the standard library and for the crates behind optional features.

use core::marker::PhantomData;

use crate::describe::{
    keys::MapKey,
    structural::{Field, StructuralEq},
};

/// How often a pointer's pointee may be met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sharing {
    /// This is the only pointer to it: it is met again only below something that is shared.
    Unique,
    /// There are others.
    Shared,
    /// The pointer does not know.
    Unknown,
}

/// A pointer whose pointee may be met again: `Arc`, `Rc`, `&T` and one's own.
///
/// The pointee's address, with its type, is its identity. So [`target`](Self::target) answers with the same
/// address for as long as the pointer lives, and no two live pointees of one type have one address.
///
/// ```
/// use sexpr_core::{
///     Field, StructuralEq, containers::{SharedPointer, Sharing}, custom::{Region, Visitor},
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
///     fn sharing(&self) -> Sharing {
///         Sharing::Unknown
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
pub trait SharedPointer {
    /// The type of the pointee.
    type Target: StructuralEq + ?Sized;
    /// Whether pointees of size zero have addresses of their own, too. Without that, pointees that are known by their
    /// address must have a size: that is checked when an operation is compiled for the pointer.
    const DISTINCT: bool = false;
    /// The pointee.
    fn target(&self) -> &Self::Target;
    /// How often the pointee may be met. Saying [`Unique`](Sharing::Unique) of a shared pointee costs comparisons time
    /// only, but then without bound; and what gives each node once gives it more often.
    fn sharing(&self) -> Sharing;
}

/// Refuses pointers to nodes that are known by their address and need not have one of their own.
pub(crate) const fn assert_addressable<T: StructuralEq + ?Sized>(distinct: bool) {
    assert!(
        distinct || !T::ADDRESSLESS,
        "a pointer to a `var`, `dag` or `singleton` of size zero does not tell one from another: \
         give it a field or a `#[seq(key)]`, or hold it in an `Arc` or `Rc` [SEQ515]"
    );
}

/// Evidence that references to `T` tell its nodes apart. A public function makes it in a constant, so that an error names
/// the user's call. `T` is inferred, since `impl Trait` has no name there.
pub(crate) struct Addressable<T: ?Sized>(PhantomData<fn(&T)>);

impl<T: StructuralEq + ?Sized> Addressable<T> {
    pub(crate) const fn new() -> Self {
        assert_addressable::<T>(false);
        Addressable(PhantomData)
    }
}

/// A pointer that owns its pointee alone: `Box`, an owned `Cow` and one's own.
///
/// Implemented like [`SharedPointer`], with [`Visitor::owning`](crate::custom::Visitor::owning).
pub trait OwningPointer {
    /// The type of the pointee.
    type Target: Field + ?Sized;
    /// The pointee.
    fn target(&self) -> &Self::Target;
}

/// Elements in order.
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
    /// How many elements there are.
    fn length(&self) -> usize;
    /// The elements, in order, as many as [`length`](Self::length) says.
    fn items(&self) -> impl DoubleEndedIterator<Item = &Self::Item>;
    /// The elements as a slice, where they lie side by side: saves memory on long sequences.
    fn as_slice(&self) -> Option<&[Self::Item]> {
        None
    }
}

/// Keys and values for them, compared by key, whatever the order.
///
/// A set is a map to `()`. Implemented like [`Sequence`], with
/// [`Visitor::map`](crate::custom::Visitor::map) and [`MapOrder::ByKey`]. Neither the keys' `Hash` nor
/// their `Eq` is called.
pub trait Map {
    /// A key.
    type Key: MapKey;
    /// A value.
    type Value: Field;
    /// How many entries there are.
    fn length(&self) -> usize;
    /// The entries, in the container's order.
    fn entries(&self) -> impl Iterator<Item = (&Self::Key, &Self::Value)>;
}

/// How the entries of two maps are matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MapOrder {
    /// By key, whatever the order.
    ByKey,
    /// Pairwise, in the container's order.
    Container,
}
