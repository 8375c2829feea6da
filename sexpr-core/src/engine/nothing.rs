//! `Nothing`: a visitor that visits nothing, to ask what kind of value something is.

use core::hash::Hash;

use crate::{
    describe::{
        arena::{Arena, Id},
        containers::{Map, MapOrder, OwningPointer, Sequence, SharedPointer},
        custom::{CustomStructural, VirtualFields},
        keys::KeyValue,
        leaf::Leaf,
        names::{NameField, Namespace},
        options::Options,
        region::{Level, Region},
        structural::{Field, StructuralEq},
        visitor::{OpaqueForms, Operation, Visitor},
    },
    engine::frame::VirtualPart,
};

/// Whether a value is of a variant that has little: leaves, and pointers to variables of leaves.
#[inline(always)]
pub(crate) fn is_light<T: StructuralEq + ?Sized>(value: &T) -> bool {
    T::light(value, value, Region::NONE, &mut Nothing).is_some()
}

/// Visits nothing.
struct Nothing;

impl Operation for Nothing {
    #[inline(always)]
    fn options(&self) -> Options {
        Options::new()
    }
    #[inline(always)]
    fn depth(&self) -> Level {
        0
    }
}

impl<'a> Visitor<'a> for Nothing {
    #[inline(always)]
    fn variant(&mut self, _: u32) {}
    fn variants_differ(&mut self, _: u32, _: u32) -> bool {
        true
    }
    #[inline(always)]
    fn part<T: Field>(&mut self, _: u32, _: &'a T, _: &'a T, _: Region) -> bool {
        true
    }
    fn opaque<T: Eq + Hash>(&mut self, _: u32, _: &'a T, _: &'a T, _: OpaqueForms<T>) -> bool {
        true
    }
    fn names<T: NameField, N: Namespace>(&mut self, _: u32, _: &'a T, _: &'a T, _: Region) -> bool {
        true
    }
    fn name<T: KeyValue, N: Namespace>(&mut self, _: &'a T, _: &'a T, _: Region) -> bool {
        true
    }
    fn names_in_order<S, N>(&mut self, _: &'a S, _: &'a S, _: Region) -> bool
    where
        S: Sequence<Item: NameField> + ?Sized,
        N: Namespace,
    {
        true
    }
    fn names_in_set<M, N>(&mut self, _: &'a M, _: &'a M, _: Region) -> bool
    where
        M: Map<Key: KeyValue>,
        N: Namespace,
    {
        true
    }
    fn ordered<M: Map + StructuralEq>(&mut self, _: u32, _: &'a M, _: &'a M, _: Region) -> bool {
        true
    }
    fn leaf<L: Leaf + ?Sized>(&mut self, _: &'a L, _: &'a L) -> bool {
        true
    }
    fn owning<P: OwningPointer>(&mut self, _: &'a P, _: &'a P, _: Region) -> bool {
        true
    }
    fn shared<P: SharedPointer>(&mut self, _: &'a P, _: &'a P, _: Region) -> bool {
        true
    }
    fn id<I: Id>(&mut self, _: &'a I, _: &'a I, _: Region) -> bool {
        true
    }
    fn arena<A: Arena<I>, I: Id>(&mut self, _: u32, _: &'a A, _: &'a A, _: Region) -> bool {
        true
    }

    fn referred<T: StructuralEq>(&mut self, _: &'a T, _: &'a T, _: Region) -> bool {
        true
    }
    fn sequence<S: Sequence + ?Sized>(&mut self, _: &'a S, _: &'a S, _: Region) -> bool {
        true
    }
    fn map<M: Map>(&mut self, _: &'a M, _: &'a M, _: Region, _: MapOrder) -> bool {
        true
    }
    fn node<T: Field>(&mut self, _: &'a T, _: &'a T, _: Region) -> bool {
        true
    }
    fn open(&mut self, _: VirtualPart<'a>, _: VirtualPart<'a>, _: Region) -> bool {
        true
    }
    fn listed<T: ?Sized>(&mut self, _: &'a T, _: &'a T, _: fn(&'a T, &mut VirtualFields<'a>), _: Region) -> bool {
        true
    }
    fn custom<T: CustomStructural>(&mut self, _: &'a T, _: &'a T, _: Region) -> bool {
        true
    }
}
