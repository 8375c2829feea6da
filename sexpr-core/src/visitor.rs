//! What a type's generated code talks to.

use core::{fmt, hash::Hash, marker::PhantomData};

use crate::{
    containers::{Map, MapOrder, OwningPointer, Sequence, SharedPointer},
    custom::{CustomStructural, VirtualFields},
    leaf::Leaf,
    options::Options,
    region::Region,
    structural::{Field, StructuralEq},
    table::{Roles, TypeInfo},
};

/// Writes an opaque value for a report.
#[doc(hidden)]
pub type Show<T> = fn(&T, &mut fmt::Formatter<'_>) -> fmt::Result;

/// Finds out whether a concrete opaque type can be shown: the inherent constant wins over the fallback's.
#[doc(hidden)]
pub struct ShowProbe<T>(PhantomData<T>);

/// What an opaque type without `Debug` shows.
#[doc(hidden)]
pub trait ShowFallback<T> {
    const SHOW: Option<Show<T>> = None;
}

impl<T> ShowFallback<T> for ShowProbe<T> {}

impl<T: fmt::Debug> ShowProbe<T> {
    /// The type's `Debug`.
    pub const SHOW: Option<Show<T>> = Some(<T as fmt::Debug>::fmt);
}

/// What only the walker's operations are.
#[doc(hidden)]
pub trait Operation {
    /// The options in force.
    fn options(&self) -> Options;
}

/// The walker's side of [`StructuralEq::content`]: a type lists what it is made of by calling these.
///
/// Implemented by the walker's operations, and by nothing else. Types list their parts *last part first*, each as a
/// pair of left and right, and stop as soon as a call answers `false`, which means that the operation needs no more.
/// That order lets a visitor hold one child back: what it holds in the end is the first child, with which the walker
/// goes on at once.
pub trait Visitor<'a>: Operation + Sized {
    /// What is listed next is the content of values of this type. Called where a type hands over to another.
    #[inline(always)]
    fn content_of(&mut self, _: &'static TypeInfo) {}

    /// Both sides are this variant of an enum. Called before the variant's fields are listed.
    fn variant(&mut self, index: u32);

    /// The sides are different variants of an enum.
    fn variants_differ(&mut self, left: u32, right: u32) -> bool;

    /// A field, at its position in the declaration.
    #[inline(always)]
    fn field<T: Field>(&mut self, position: u32, roles: Roles, left: &'a T, right: &'a T, at: Region) -> bool {
        self.options().skips(roles) || self.part(position, left, right, at.enter(roles.def()))
    }

    /// A field that is compared by its own `Eq` and `Hash`.
    #[inline(always)]
    fn opaque_field<T: Eq + Hash>(
        &mut self,
        position: u32,
        roles: Roles,
        left: &'a T,
        right: &'a T,
        show: Option<Show<T>>,
    ) -> bool {
        self.options().skips(roles) || self.opaque(position, left, right, show)
    }

    /// A field that is a map, compared in the container's own order.
    #[inline(always)]
    fn ordered_field<M: Map + StructuralEq>(
        &mut self,
        position: u32,
        roles: Roles,
        left: &'a M,
        right: &'a M,
        at: Region,
    ) -> bool {
        self.options().skips(roles) || self.ordered(position, left, right, at.enter(roles.def()))
    }

    /// A field that takes part, in the region that it opens.
    #[doc(hidden)]
    fn part<T: Field>(&mut self, position: u32, left: &'a T, right: &'a T, at: Region) -> bool;

    /// An opaque field that takes part.
    #[doc(hidden)]
    fn opaque<T: Eq + Hash>(&mut self, position: u32, left: &'a T, right: &'a T, show: Option<Show<T>>) -> bool;

    /// An ordered field that takes part, in the region that it opens.
    #[doc(hidden)]
    fn ordered<M: Map + StructuralEq>(&mut self, position: u32, left: &'a M, right: &'a M, at: Region) -> bool;

    /// A leaf.
    fn leaf<L: Leaf + ?Sized>(&mut self, left: &'a L, right: &'a L) -> bool;

    /// A pointer that owns its pointee alone.
    fn owning<P: OwningPointer>(&mut self, left: &'a P, right: &'a P, at: Region) -> bool;

    /// A pointer whose pointee may be met again.
    fn shared<P: SharedPointer>(&mut self, left: &'a P, right: &'a P, at: Region) -> bool;

    /// Elements in order.
    fn sequence<S: Sequence + ?Sized>(&mut self, left: &'a S, right: &'a S, at: Region) -> bool;

    /// Entries by key.
    fn map<M: Map>(&mut self, left: &'a M, right: &'a M, at: Region, order: MapOrder) -> bool;

    /// A node held inline, whose identity is its key.
    fn node<T: Field>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool;

    /// A node whose fields a function lists.
    fn listed<T: ?Sized>(
        &mut self,
        left: &'a T,
        right: &'a T,
        list: fn(&'a T, &mut VirtualFields<'a>),
        at: Region,
    ) -> bool;

    /// A node with an implementation of [`CustomStructural`].
    fn custom<T: CustomStructural>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool;
}
