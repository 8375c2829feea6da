//! What becomes of what a type lists.

use alloc::vec::Vec;
use core::{hash::Hash, marker::PhantomData};

use super::{NodeSearch, Visit, goal::Goal};
use crate::walker::{
    descent::{Descend, Listing, visit_once},
    frame::{Frame, Step, VirtualPart},
    place::{Owned, Place, Pointee, Value},
};
use crate::{
    containers::{Map, MapOrder, OwningPointer, Sequence, SharedPointer, Sharing},
    custom::{CustomStructural, HashParts, HashValue, VirtualFields, VirtualValue},
    keys::KeyValue,
    leaf::Leaf,
    names::{Names, Namespace},
    options::Options,
    region::{Level, Region},
    structural::{Field, StructuralEq},
    visitor::{OpaqueForms, Operation, Visitor},
};

impl<'a, G: Goal<'a>> Operation for Listing<'_, 'a, NodeSearch<'a, G>> {
    #[inline(always)]
    fn options(&self) -> Options {
        Options::new()
    }
    #[inline(always)]
    fn depth(&self) -> Level {
        0
    }
}

impl<'a, G: Goal<'a>> Visitor<'a> for Listing<'_, 'a, NodeSearch<'a, G>> {
    const MEETS_INLINE: bool = true;

    #[inline(always)]
    fn variant(&mut self, _: u32) {}

    fn variants_differ(&mut self, _: u32, _: u32) -> bool {
        true
    }

    #[inline(always)]
    fn part<T: Field>(&mut self, _: u32, value: &'a T, _: &'a T, at: Region) -> bool {
        if !self.operation.goal.looks_at::<T>() {
            return true;
        }
        if T::POINTER {
            // It puts off what it points to.
            return T::held(value, value, at, self);
        }
        self.put_off(Frame::one::<Value<T>>(value, value, at))
    }

    fn opaque<T: Eq + Hash>(&mut self, _: u32, _: &'a T, _: &'a T, _: OpaqueForms<T>) -> bool {
        true
    }

    fn ordered<M: Map + StructuralEq>(&mut self, _: u32, map: &'a M, _: &'a M, at: Region) -> bool {
        self.map(map, map, at, MapOrder::Container)
    }

    fn names<T: Names, N: Namespace>(&mut self, _: u32, value: &'a T, _: &'a T, at: Region) -> bool {
        if !self.operation.goal.looks_at::<T>() {
            return true;
        }
        self.put_off(Frame::new::<SearchNames<T, N>>(value, value, at))
    }

    fn name<T: KeyValue, N: Namespace>(&mut self, name: &'a T, _: &'a T, _: Region) -> bool {
        // Names that are written as another type may be the same variable, and do not count.
        if let Some(written) = T::as_any(name).filter(|written| self.operation.found.are_of_type_of(*written)) {
            let identity = self.operation.met.keys.identify_name::<T, N>(name);
            if !self.operation.met.nodes.note(identity) {
                self.operation.found.add(written);
            }
        }
        true
    }

    fn names_in_order<S, N>(&mut self, names: &'a S, _: &'a S, at: Region) -> bool
    where
        S: Sequence<Item: Names> + ?Sized,
        N: Namespace,
    {
        self.put_off_all(names.items().map(|name| Frame::new::<SearchNames<S::Item, N>>(name, name, at)))
    }

    fn names_in_set<M, N>(&mut self, names: &'a M, _: &'a M, at: Region) -> bool
    where
        M: Map<Key: KeyValue>,
        N: Namespace,
    {
        self.put_off_all(names.entries().map(|(name, _)| Frame::new::<SearchName<M::Key, N>>(name, name, at)))
    }

    #[inline(always)]
    fn leaf<L: Leaf + ?Sized>(&mut self, _: &'a L, _: &'a L) -> bool {
        true
    }

    #[inline(always)]
    fn owning<P: OwningPointer>(&mut self, pointer: &'a P, _: &'a P, at: Region) -> bool {
        self.follow::<Owned<P>>(pointer, at)
    }

    #[inline(always)]
    fn shared<P: SharedPointer>(&mut self, pointer: &'a P, _: &'a P, at: Region) -> bool {
        self.follow::<Pointee<P>>(pointer, at)
    }

    fn sequence<S: Sequence + ?Sized>(&mut self, sequence: &'a S, _: &'a S, at: Region) -> bool {
        if !self.operation.goal.looks_at::<S::Item>() {
            return true;
        }
        match sequence.as_slice() {
            Some(slice) => S::Item::held_in_row(slice, slice, at, self),
            None => self.put_off_all(sequence.items().map(|item| Frame::one::<Value<S::Item>>(item, item, at))),
        }
    }

    #[inline(always)]
    fn row<T: Field>(&mut self, slice: &'a [T], _: &'a [T], at: Region) -> bool {
        self.put_off_row::<Value<T>>(slice, slice, at)
    }

    #[inline(always)]
    fn owning_row<P: OwningPointer + Field>(&mut self, slice: &'a [P], _: &'a [P], at: Region) -> bool {
        !self.operation.goal.looks_at::<P::Target>() || self.put_off_row::<Visit<Owned<P>>>(slice, slice, at)
    }

    #[inline(always)]
    fn shared_row<P: SharedPointer + Field>(&mut self, slice: &'a [P], _: &'a [P], at: Region) -> bool {
        !self.operation.goal.looks_at::<P::Target>() || self.put_off_row::<Visit<Pointee<P>>>(slice, slice, at)
    }

    fn map<M: Map>(&mut self, map: &'a M, _: &'a M, at: Region, _: MapOrder) -> bool {
        let goal = &self.operation.goal;
        let (looks_at_keys, looks_at_values) = (goal.looks_at::<M::Key>(), goal.looks_at::<M::Value>());
        if !looks_at_keys && !looks_at_values {
            return true;
        }
        let keys = |key| looks_at_keys.then(|| Frame::one::<Value<M::Key>>(key, key, at));
        let values = |value| looks_at_values.then(|| Frame::one::<Value<M::Value>>(value, value, at));
        self.put_off_all(map.entries().flat_map(|(key, value)| [keys(key), values(value)]).flatten())
    }

    #[inline(always)]
    fn node<T: Field>(&mut self, node: &'a T, _: &'a T, _: Region) -> bool {
        self.meet(node, Sharing::Unique)
    }

    #[inline(always)]
    fn inline<T: StructuralEq + ?Sized>(&mut self, value: &'a T, _: &'a T, _: Region) -> bool {
        self.meet(value, Sharing::Unique)
    }

    fn open(&mut self, node: VirtualPart<'a>, _: VirtualPart<'a>, _: Region) -> bool {
        G::open(self, node.single().nodes);
        true
    }

    fn listed<T: ?Sized>(&mut self, node: &'a T, _: &'a T, list: fn(&'a T, &mut VirtualFields<'a>), _: Region) -> bool {
        for field in VirtualFields::of(node, list).iter().rev() {
            if let VirtualValue::Part(part) = &field.value {
                G::open(self, part.single().nodes);
            }
        }
        true
    }

    fn custom<T: CustomStructural>(&mut self, node: &'a T, _: &'a T, _: Region) -> bool {
        let mut parts = HashParts::default();
        node.s_hash(&mut parts);
        for (_, part) in parts.parts.iter().rev() {
            if let HashValue::Part(part) = part {
                G::open(self, part.nodes);
            }
        }
        true
    }
}

impl<'a, G: Goal<'a>> Listing<'_, 'a, NodeSearch<'a, G>> {
    /// Puts off what a pointer points to.
    #[inline(always)]
    fn follow<P: Place<'a>>(&mut self, pointer: &'a P::Holder, at: Region) -> bool {
        if !self.operation.goal.looks_at::<P::Node>() {
            return true;
        }
        let near = <Visit<P> as Descend<'a, NodeSearch<'a, G>>>::near(pointer, pointer);
        self.put_off_near(Frame::one::<Visit<P>>(pointer, pointer, at), near)
    }

    /// Puts off what is given first one first.
    #[inline(always)]
    fn put_off_all(&mut self, frames: impl Iterator<Item = Frame<'a, NodeSearch<'a, G>>>) -> bool {
        let frames: Vec<_> = frames.collect();
        frames.into_iter().rev().all(|frame| self.put_off(frame))
    }
}

/// The step on a value that holds names.
struct SearchNames<T, N>(PhantomData<(T, N)>);

impl<'a, G: Goal<'a>, T: Names + 'a, N: Namespace> Step<'a, NodeSearch<'a, G>> for SearchNames<T, N> {
    type Place = T;

    fn run(search: &mut NodeSearch<'a, G>, value: &'a T, _: &'a T, at: Region) -> bool {
        visit_once(search, |listing| T::names::<N, _>(value, value, at, listing))
    }
}

/// The step on a name in a set.
struct SearchName<T, N>(PhantomData<(T, N)>);

impl<'a, G: Goal<'a>, T: KeyValue + 'a, N: Namespace> Step<'a, NodeSearch<'a, G>> for SearchName<T, N> {
    type Place = T;

    fn run(search: &mut NodeSearch<'a, G>, name: &'a T, _: &'a T, at: Region) -> bool {
        visit_once(search, |listing| listing.name::<T, N>(name, name, at))
    }
}
