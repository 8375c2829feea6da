//! `Visitor` for walks.

use core::{hash::Hash, marker::PhantomData};

use crate::{
    api::functions::structural_hash,
    describe::{
        arena::{Arena, Id},
        containers::{Map, MapOrder, OwningPointer, Sequence, SharedPointer},
        custom::{CustomStructural, HashParts, HashValue, VirtualFields, VirtualValue},
        info::TypeInfo,
        keys::{AsKeys, AsNames, KeyValue},
        leaf::Leaf,
        names::{NameField, Namespace},
        options::Options,
        region::{Level, Region},
        structural::{Field, StructuralEq},
        visitor::{OpaqueForms, Operation, Visitor},
    },
    engine::{
        frame::{Frame, Row, RowStep, Step as TakeStep, VirtualPart, prefetch},
        place::{Owned, Pointee, Referred, Value},
        trail::Mark,
    },
    walk::visits::{
        Visits, What,
        ids::WholeArena,
        maps::{VisitKey, VisitNameKey},
    },
};

impl Operation for Visits<'_, '_> {
    #[inline(always)]
    fn options(&self) -> Options {
        self.wanted.options
    }
    #[inline(always)]
    fn depth(&self) -> Level {
        self.depth
    }
}

impl<'a> Visitor<'a> for Visits<'a, '_> {
    const MEETS_INLINE: bool = true;
    #[inline(always)]
    fn ahead<T: Field>(&mut self, value: &'a T, _: &'a T) {
        if let Some(address) = T::elsewhere(value) {
            prefetch(address);
        }
    }

    #[inline(always)]
    fn content_of(&mut self, info: &'static TypeInfo) {
        self.state.trail.content_of(info);
    }

    #[inline(always)]
    fn variant(&mut self, index: u32) {
        self.state.trail.variant(index);
    }

    fn variants_differ(&mut self, _: u32, _: u32) -> bool {
        true
    }

    #[inline(always)]
    fn part<T: Field>(&mut self, position: u32, value: &'a T, _: &'a T, at: Region) -> bool {
        if !self.looks_at::<T>() {
            return true;
        }
        if !self.batch.is_used {
            return self.part_on_path(position, value, at);
        }
        // A pointer is put off where what is behind it has to wait.
        if !T::POINTER && self.recursion.is_suspended() {
            return self.put_off_step::<Value<T>>(Mark::Transparent, value, at);
        }
        T::held(value, value, at, self)
    }

    fn opaque<T: Eq + Hash>(&mut self, _: u32, _: &'a T, _: &'a T, _: OpaqueForms<T>) -> bool {
        true
    }

    fn ordered<E: Map + StructuralEq>(&mut self, position: u32, map: &'a E, _: &'a E, at: Region) -> bool {
        self.at_mark::<VisitOrdered<E>>(self.state.trail.field(position), map, at)
    }

    fn names<T: NameField, N: Namespace>(&mut self, position: u32, value: &'a T, _: &'a T, at: Region) -> bool {
        self.at_mark::<VisitNames<T, N>>(self.state.trail.field(position), value, at)
    }

    fn name<T: KeyValue, N: Namespace>(&mut self, name: &'a T, _: &'a T, at: Region) -> bool {
        self.meet_name::<T, N>(name, at, || structural_hash(name))
    }

    fn names_in_order<S, N>(&mut self, names: &'a S, _: &'a S, at: Region) -> bool
    where
        S: Sequence<Item: NameField> + ?Sized,
        N: Namespace,
    {
        let mut names = names.items().enumerate();
        names.all(|(index, name)| self.at_mark::<VisitNames<S::Item, N>>(Mark::Index(index), name, at))
    }

    fn names_in_set<E, N>(&mut self, names: &'a E, _: &'a E, at: Region) -> bool
    where
        E: Map<Key: KeyValue>,
        N: Namespace,
    {
        self.entries::<E, AsNames<N>, VisitNameKey<E::Key, N>>(names, at, MapOrder::ByKey)
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

    fn id<I: Id>(&mut self, id: &'a I, _: &'a I, at: Region) -> bool {
        self.follow_id(id, at)
    }

    fn arena<A: Arena<I>, I: Id>(&mut self, position: u32, arena: &'a A, _: &'a A, at: Region) -> bool {
        self.at_mark::<WholeArena<A, I>>(self.state.trail.field(position), arena, at)
    }

    fn referred<T: StructuralEq>(&mut self, node: &'a T, _: &'a T, at: Region) -> bool {
        self.follow::<Referred<T>>(node, at)
    }

    #[inline(always)]
    fn sequence<S: Sequence + ?Sized>(&mut self, sequence: &'a S, _: &'a S, at: Region) -> bool {
        if !self.looks_at::<S::Item>() {
            return true;
        }
        if let Some(values) = sequence.as_slice() {
            return self.row(values, values, at);
        }
        // Where that is so, they are put off.
        _ = self.recursion.has_to_wait();
        let mut items = sequence.items().enumerate();
        items.all(|(index, item)| self.at_mark::<Value<S::Item>>(Mark::Index(index), item, at))
    }

    #[inline(always)]
    fn row<T: Field>(&mut self, values: &'a [T], _: &'a [T], at: Region) -> bool {
        if self.recursion.has_to_wait() {
            return self.put_off_values(0, values, at);
        }
        self.values(0, values, at)
    }

    fn map<E: Map>(&mut self, map: &'a E, _: &'a E, at: Region, order: MapOrder) -> bool {
        match order {
            MapOrder::ByKey => {
                self.waits::<VisitEntries<E>>(map, at)
                    || self.entries::<E, AsKeys, VisitKey<E::Key>>(map, at, MapOrder::ByKey)
            }
            MapOrder::Container => {
                self.waits::<VisitOrdered<E>>(map, at)
                    || self.entries::<E, AsKeys, VisitKey<E::Key>>(map, at, MapOrder::Container)
            }
        }
    }

    #[inline(always)]
    fn node<T: Field>(&mut self, node: &'a T, _: &'a T, at: Region) -> bool {
        self.meet_inline(node, at)
    }

    #[inline(always)]
    fn inline<T: StructuralEq + ?Sized>(&mut self, value: &'a T, _: &'a T, at: Region) -> bool {
        self.meet_inline(value, at)
    }

    fn open(&mut self, node: VirtualPart<'a>, _: VirtualPart<'a>, at: Region) -> bool {
        self.at_mark_of(Mark::Transparent, &node.single().visits, at)
    }

    fn listed<T: ?Sized>(
        &mut self,
        node: &'a T,
        _: &'a T,
        list: fn(&'a T, &mut VirtualFields<'a>),
        at: Region,
    ) -> bool {
        let names = self.state.trail.names();
        for field in &VirtualFields::of(node, list) {
            if let VirtualValue::Part(part) = &field.value {
                let mark = self.state.trail.name_field(&field.name);
                if !self.at_mark_of(mark, &part.single().visits, at.enter(field.def, self.depth)) {
                    return false;
                }
            }
        }
        self.forget_names(names)
    }

    fn custom<T: CustomStructural>(&mut self, node: &'a T, _: &'a T, at: Region) -> bool {
        let mut parts = HashParts::naming();
        node.s_hash(&mut parts);
        let names = self.state.trail.names();
        for (index, (def, part)) in parts.parts.iter().enumerate() {
            if let HashValue::Part(part) = part {
                let mark = self.state.trail.name_field(parts.name(index));
                if !self.at_mark_of(mark, &part.visits, at.enter(*def, self.depth)) {
                    return false;
                }
            }
        }
        self.forget_names(names)
    }
}

impl<'a> Visits<'a, '_> {
    /// Visits a field, and keeps the way to it if that is asked for.
    #[inline(never)]
    fn part_on_path<T: Field>(&mut self, position: u32, value: &'a T, at: Region) -> bool {
        self.at_mark::<Value<T>>(self.state.trail.field(position), value, at)
    }

    /// Visits values that lie side by side, of which this is the first one's index.
    #[inline(always)]
    fn values<T: Field>(&mut self, first: usize, values: &'a [T], at: Region) -> bool {
        for (index, value) in values.iter().enumerate() {
            if let Some(address) = values.get(index + 1).and_then(T::elsewhere) {
                prefetch(address);
            }
            let goes_on = match self.batch.is_used {
                true => T::held(value, value, at, self),
                false => self.element_on_path(first + index, value, at),
            };
            if !goes_on {
                return false;
            }
            if self.recursion.is_suspended() {
                return self.put_off_values(first + index + 1, &values[index + 1..], at);
            }
        }
        true
    }

    /// Visits an element of a sequence, and keeps the way to it if that is asked for.
    #[inline(never)]
    fn element_on_path<T: Field>(&mut self, index: usize, value: &'a T, at: Region) -> bool {
        self.at_mark::<Value<T>>(Mark::Index(index), value, at)
    }

    #[cold]
    #[inline(never)]
    fn put_off_values<T: Field>(&mut self, first: usize, values: &'a [T], at: Region) -> bool {
        let mut done = 0;
        while let Some((row, count)) = Row::first_of(&values[done..], &values[done..], at) {
            self.put_off(Mark::Row(first + done), What::Step(Frame::row::<Value<T>>(row)));
            done += count;
        }
        true
    }
}

/// The step on values held inline, side by side.
impl<'a, T: Field + 'a> RowStep<'a, Visits<'a, '_>> for Value<T> {
    type Place = T;

    fn run(visits: &mut Visits<'a, '_>, row: Row<'a, T>) -> bool {
        let (values, _, at) = row.slices();
        visits.values(visits.state.trail.first_index(), values, at)
    }
}

/// The step on a value held inline.
impl<'a, T: Field + 'a> TakeStep<'a, Visits<'a, '_>> for Value<T> {
    type Place = T;

    #[inline(always)]
    fn run(visits: &mut Visits<'a, '_>, value: &'a T, _: &'a T, at: Region) -> bool {
        visits.content_of(T::INFO);
        T::held(value, value, at, visits)
    }
}

/// The step on a value that holds names.
struct VisitNames<T, N>(PhantomData<(T, N)>);

impl<'a, T: NameField + 'a, N: Namespace> TakeStep<'a, Visits<'a, '_>> for VisitNames<T, N> {
    type Place = T;

    fn run(visits: &mut Visits<'a, '_>, value: &'a T, _: &'a T, at: Region) -> bool {
        visits.content_of(T::INFO);
        T::names::<N, _>(value, value, at, visits)
    }
}

/// The step on a map that is visited by its keys.
struct VisitEntries<E>(PhantomData<E>);

impl<'a, E: Map + 'a> TakeStep<'a, Visits<'a, '_>> for VisitEntries<E> {
    type Place = E;

    fn run(visits: &mut Visits<'a, '_>, map: &'a E, _: &'a E, at: Region) -> bool {
        visits.entries::<E, AsKeys, VisitKey<E::Key>>(map, at, MapOrder::ByKey)
    }
}

/// The step on a map that is visited in its own order.
struct VisitOrdered<E>(PhantomData<E>);

impl<'a, E: Map + 'a> TakeStep<'a, Visits<'a, '_>> for VisitOrdered<E> {
    type Place = E;

    fn run(visits: &mut Visits<'a, '_>, map: &'a E, _: &'a E, at: Region) -> bool {
        visits.entries::<E, AsKeys, VisitKey<E::Key>>(map, at, MapOrder::Container)
    }
}
