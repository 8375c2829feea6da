//! `Visitor`: the interface through which a type lists its contents to an operation.
//!
//! **The derive describes, the core decides.** Generated code lists the parts of a value and contains no rule: nothing
//! in `sexpr-derive` knows how a kind is compared. An `if` about kinds in the derive may belong in `rules::relation`.
//!
//! Parts are listed first to last, to visitors and, by `Parts`, to rewritings alike.

use core::{fmt, hash::Hash, marker::PhantomData};

use crate::describe::{
    arena::{Arena, Id},
    containers::{Map, MapOrder, NameField, Namespace, OwningPointer, Sequence, SharedPointer},
    custom::{CustomStructural, VirtualFields, VirtualPart},
    info::{Roles, TypeInfo},
    keys::KeyValue,
    leaf::{Encoder, Leaf, StableBytes},
    options::Options,
    region::{Level, Region},
    structural::{Field, StructuralEq},
};

/// Writes an opaque value for a report.
#[doc(hidden)]
pub type Show<T> = fn(&T, &mut fmt::Formatter<'_>) -> fmt::Result;

/// Writes an opaque value in a form that is the same in every process.
#[doc(hidden)]
pub type Stable<T> = fn(&T, &mut dyn Encoder);

/// The functions that write an opaque value, if there are any.
#[doc(hidden)]
pub struct OpaqueForms<T> {
    pub(crate) show: Option<Show<T>>,
    pub(crate) stable: Option<Stable<T>>,
}

/// Finds the functions that write values of a concrete opaque type. An inherent constant takes precedence over the
/// constant of [`OpaqueFallback`] if its bound holds.
#[doc(hidden)]
pub struct OpaqueProbe<T>(PhantomData<T>);

/// The constants for types that do not meet the bounds.
#[doc(hidden)]
pub trait OpaqueFallback<T> {
    const SHOW: Option<Show<T>> = None;
    const STABLE: Option<Stable<T>> = None;
}

impl<T> OpaqueFallback<T> for OpaqueProbe<T> {}

impl<T: fmt::Debug> OpaqueProbe<T> {
    /// The type's `Debug`.
    pub const SHOW: Option<Show<T>> = Some(<T as fmt::Debug>::fmt);
}

impl<T: StableBytes> OpaqueProbe<T> {
    /// The type's [`StableBytes`].
    pub const STABLE: Option<Stable<T>> = Some(|value, into| value.stable_bytes(into));
}

/// The sealed part of `Visitor`, which only the operations of this crate implement.
#[doc(hidden)]
pub trait Operation {
    /// The options in force.
    fn options(&self) -> Options {
        Options::new()
    }
    /// The number of scopes around the parts that are listed.
    fn depth(&self) -> Level {
        0
    }
}

/// The operation's side of [`StructuralEq::content`]: a type lists its contents by calling these methods.
///
/// Only the operations of this crate implement this trait. Types list their parts first to last, each as a pair of left
/// and right. They stop as soon as a call returns `false`: then the operation needs no more parts. By default, a field
/// counts as its value and a pointer as its pointee. The default methods recurse natively, so an operation on values of
/// any depth overrides the methods for pointers. By default, leaves, nodes, ids, sequences and maps are skipped.
pub trait Visitor<'a>: Operation + Sized {
    /// Whether each value held inline is visited by [`inline`](Self::inline).
    #[doc(hidden)]
    const MEETS_INLINE: bool = false;

    /// A field that will be listed soon.
    #[doc(hidden)]
    #[inline(always)]
    fn ahead<T: Field>(&mut self, _: &'a T, _: &'a T) {}

    /// The parts listed next belong to values of this type. Called when the content of one type contains that of another.
    #[inline(always)]
    fn content_of(&mut self, _: &'static TypeInfo) {}

    /// Lists the value in a transparent container (`Option`, `Result`, `Wrapping`), as if there were no container.
    #[doc(hidden)]
    #[inline(always)]
    fn held<T: Field>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
        T::held(left, right, at, self)
    }

    /// Both sides are this variant of an enum. Called before the variant's fields are listed.
    #[inline(always)]
    fn variant(&mut self, _: u32) {}

    /// The sides are different variants of an enum.
    fn variants_differ(&mut self, _: u32, _: u32) -> bool {
        true
    }

    /// A field, at its position in the declaration.
    #[inline(always)]
    fn field<T: Field>(&mut self, position: u32, roles: Roles, left: &'a T, right: &'a T, at: Region) -> bool {
        self.options().skips(roles) || self.part(position, left, right, at.enter_field(roles, self.depth()))
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
        stable: Option<Stable<T>>,
    ) -> bool {
        self.options().skips(roles) || self.opaque(position, left, right, OpaqueForms { show, stable })
    }

    /// A field that holds variables known by their values.
    #[inline(always)]
    fn names_field<T: NameField, N: Namespace>(
        &mut self,
        position: u32,
        roles: Roles,
        left: &'a T,
        right: &'a T,
        at: Region,
    ) -> bool {
        self.options().skips(roles) || self.names::<T, N>(position, left, right, at.enter_field(roles, self.depth()))
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
        self.options().skips(roles) || self.ordered(position, left, right, at.enter_field(roles, self.depth()))
    }

    /// A field whose elements have no order.
    #[inline(always)]
    fn unordered_field<S: Sequence + Field>(
        &mut self,
        position: u32,
        roles: Roles,
        left: &'a S,
        right: &'a S,
        at: Region,
    ) -> bool {
        self.options().skips(roles) || self.unordered(position, left, right, at.enter_field(roles, self.depth()))
    }

    /// A field whose elements have no order if `commute` is true for both nodes.
    fn unordered_field_if<S: Sequence + Field>(
        &mut self,
        position: u32,
        roles: Roles,
        commute: [bool; 2],
        left: &'a S,
        right: &'a S,
        at: Region,
    ) -> bool {
        if self.options().skips(roles) {
            return true;
        }
        let at = at.enter_field(roles, self.depth());
        match commute {
            [lhs, rhs] if lhs != rhs => self.commuting_differs(lhs, rhs),
            [commutes, _] => {
                self.commuting(commutes);
                if commutes { self.unordered(position, left, right, at) } else { self.part(position, left, right, at) }
            }
        }
    }

    /// Fields at these positions, which have no order if `commute` is true for both nodes.
    fn unordered_fields<T: Field>(
        &mut self,
        positions: &[u32],
        commute: [bool; 2],
        left: &[&'a T],
        right: &[&'a T],
        at: Region,
    ) -> bool {
        match commute {
            [lhs, rhs] if lhs != rhs => self.commuting_differs(lhs, rhs),
            [commutes, _] => {
                self.commuting(commutes);
                if commutes {
                    self.operands(positions, left, right, at)
                } else {
                    self.fields_in_order(positions, left, right, at)
                }
            }
        }
    }

    /// Both nodes agree on whether the next part has an order.
    #[doc(hidden)]
    fn commuting(&mut self, _commutes: bool) {}

    /// The operands of only one of the nodes have no order. So the nodes differ.
    #[doc(hidden)]
    fn commuting_differs(&mut self, _lhs: bool, _rhs: bool) -> bool {
        false
    }

    /// An unordered field that is not skipped. The default lists the elements in order, which suffices if the order
    /// makes no difference.
    #[doc(hidden)]
    fn unordered<S: Sequence + Field>(&mut self, position: u32, left: &'a S, right: &'a S, at: Region) -> bool {
        self.part(position, left, right, at)
    }

    /// Fields at these positions that have no order. The default lists them in order, which suffices if the order makes
    /// no difference.
    #[doc(hidden)]
    fn operands<T: Field>(&mut self, positions: &[u32], left: &[&'a T], right: &[&'a T], at: Region) -> bool {
        self.fields_in_order(positions, left, right, at)
    }

    /// Fields at these positions, in order.
    #[doc(hidden)]
    fn fields_in_order<T: Field>(&mut self, positions: &[u32], left: &[&'a T], right: &[&'a T], at: Region) -> bool {
        positions
            .iter()
            .zip(left.iter().zip(right))
            .all(|(position, (left, right))| self.part(*position, *left, *right, at))
    }

    /// A field that is not skipped, in the region that the field opens.
    #[doc(hidden)]
    #[inline(always)]
    fn part<T: Field>(&mut self, _: u32, left: &'a T, right: &'a T, at: Region) -> bool {
        T::held(left, right, at, self)
    }

    /// A field with an arena that is compared as a whole.
    #[doc(hidden)]
    fn arena_field<A: Arena<I>, I: Id>(
        &mut self,
        position: u32,
        roles: Roles,
        left: &'a A,
        right: &'a A,
        at: Region,
    ) -> bool {
        self.options().skips(roles) || self.arena::<A, I>(position, left, right, at.enter_field(roles, self.depth()))
    }

    /// An opaque field that is not skipped.
    #[doc(hidden)]
    fn opaque<T: Eq + Hash>(&mut self, _: u32, _: &'a T, _: &'a T, _: OpaqueForms<T>) -> bool {
        true
    }

    /// A field of names that is not skipped, in the region that the field opens.
    #[doc(hidden)]
    #[inline(always)]
    fn names<T: NameField, N: Namespace>(&mut self, _: u32, left: &'a T, right: &'a T, at: Region) -> bool {
        T::names::<N, Self>(left, right, at, self)
    }

    /// A variable that is known by its value, in a namespace.
    #[doc(hidden)]
    fn name<T: KeyValue, N: Namespace>(&mut self, _: &'a T, _: &'a T, _: Region) -> bool {
        true
    }

    /// Names in order.
    #[doc(hidden)]
    fn names_in_order<S, N>(&mut self, _: &'a S, _: &'a S, _: Region) -> bool
    where
        S: Sequence<Item: NameField> + ?Sized,
        N: Namespace,
    {
        true
    }

    /// Names in a set, which are matched like the keys of a map.
    #[doc(hidden)]
    fn names_in_set<M, N>(&mut self, _: &'a M, _: &'a M, _: Region) -> bool
    where
        M: Map<Key: KeyValue>,
        N: Namespace,
    {
        true
    }

    /// The next part is process-local.
    #[doc(hidden)]
    #[inline(always)]
    fn process_local(&mut self) {}

    /// An ordered field that is not skipped, in the region that the field opens.
    #[doc(hidden)]
    #[inline(always)]
    fn ordered<M: Map + StructuralEq>(&mut self, _: u32, left: &'a M, right: &'a M, at: Region) -> bool {
        self.entries(left, right, at, MapOrder::Container)
    }

    /// A leaf.
    fn leaf<L: Leaf + ?Sized>(&mut self, _: &L, _: &L) -> bool {
        true
    }

    /// A pointer that owns its pointee uniquely.
    fn owning<P: OwningPointer>(&mut self, left: &'a P, right: &'a P, at: Region) -> bool {
        P::Target::held(left.target(), right.target(), at, self)
    }

    /// A shared pointer. Its pointee may occur again.
    fn shared<P: SharedPointer>(&mut self, left: &'a P, right: &'a P, at: Region) -> bool {
        P::Target::content(left.target(), right.target(), at, self)
    }

    /// An id. Its node may occur again.
    fn id<I: Id>(&mut self, _: &'a I, _: &'a I, _: Region) -> bool {
        true
    }

    /// The nodes of an arena, in its order.
    #[doc(hidden)]
    fn arena<A: Arena<I>, I: Id>(&mut self, _: u32, _: &'a A, _: &'a A, _: Region) -> bool {
        true
    }

    /// The pointee of a reference that a function returned. The pointee may occur again.
    #[doc(hidden)]
    fn referred<T: StructuralEq>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
        T::content(left, right, at, self)
    }

    /// Elements in order.
    fn sequence<S: Sequence + ?Sized>(&mut self, _: &'a S, _: &'a S, _: Region) -> bool {
        true
    }

    /// Values side by side in memory.
    #[doc(hidden)]
    fn row<T: Field>(&mut self, left: &'a [T], right: &'a [T], at: Region) -> bool {
        left.iter().zip(right).all(|(left, right)| T::held(left, right, at, self))
    }

    /// Pointers side by side in memory.
    #[doc(hidden)]
    fn pointer_row<P: Field>(&mut self, left: &'a [P], right: &'a [P], at: Region) -> bool {
        self.row(left, right, at)
    }

    /// Entries, matched by key in any order.
    #[inline(always)]
    fn map<M: Map>(&mut self, left: &'a M, right: &'a M, at: Region) -> bool {
        self.entries(left, right, at, MapOrder::ByKey)
    }

    /// The entries of a map.
    #[doc(hidden)]
    fn entries<M: Map>(&mut self, _: &'a M, _: &'a M, _: Region, _: MapOrder) -> bool {
        true
    }

    /// A node held inline, whose identity is its key.
    fn node<T: Field>(&mut self, _: &'a T, _: &'a T, _: Region) -> bool {
        true
    }

    /// A value held inline that has no identity of its own.
    #[doc(hidden)]
    #[inline(always)]
    fn inline<T: StructuralEq + ?Sized>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
        T::content(left, right, at, self)
    }

    /// The content of nodes behind trait objects.
    #[doc(hidden)]
    fn open(&mut self, _: VirtualPart<'a>, _: VirtualPart<'a>, _: Region) -> bool {
        true
    }

    /// A node whose fields a function lists.
    fn listed<T: ?Sized>(&mut self, _: &'a T, _: &'a T, _: fn(&'a T, &mut VirtualFields<'a>), _: Region) -> bool {
        true
    }

    /// A node with an implementation of [`CustomStructural`].
    fn custom<T: CustomStructural>(&mut self, _: &'a T, _: &'a T, _: Region) -> bool {
        true
    }
}
