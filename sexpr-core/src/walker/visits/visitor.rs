//! What becomes of what a type lists.

use core::{hash::Hash, marker::PhantomData};

use super::{
    Meet, Visit, Visits,
    maps::{VisitKeys, VisitNames},
};
use crate::walker::{
    frame::{Frame, Row, RowStep, Step as TakeStep, VirtualPart, prefetch},
    place::{Owned, Place, Pointee, Value},
    trail::Mark,
};
use crate::{
    containers::{Map, MapOrder, OwningPointer, Sequence, SharedPointer, Sharing},
    custom::{CustomStructural, HashParts, HashValue, VirtualFields, VirtualValue},
    keys::{AsKeys, AsNames, KeyValue},
    leaf::Leaf,
    names::{Names, Namespace},
    options::{Options, structural_hash},
    region::{Level, Region},
    structural::{Field, StructuralEq},
    table::TypeInfo,
    visitor::{OpaqueForms, Operation, Visitor},
    walk::AnyNode,
};

impl Operation for Visits<'_> {
    #[inline(always)]
    fn options(&self) -> Options {
        self.wanted.options
    }
    #[inline(always)]
    fn depth(&self) -> Level {
        self.bindings.depth()
    }
}

impl<'a> Visitor<'a> for Visits<'a> {
    const MEETS_INLINE: bool = true;

    #[inline(always)]
    fn content_of(&mut self, info: &'static TypeInfo) {
        self.trail.content_of(info);
    }

    #[inline(always)]
    fn variant(&mut self, index: u32) {
        self.trail.variant(index);
    }

    fn variants_differ(&mut self, _: u32, _: u32) -> bool {
        true
    }

    #[inline(always)]
    fn part<T: Field>(&mut self, position: u32, value: &'a T, _: &'a T, at: Region) -> bool {
        if !self.wants::<T>() {
            return true;
        }
        if T::POINTER {
            // It puts off what it points to.
            self.position = Some(position);
            return T::held(value, value, at, self);
        }
        self.put_off(self.trail.field(position), Frame::new::<Value<T>>(value, value, at))
    }

    fn opaque<T: Eq + Hash>(&mut self, _: u32, _: &'a T, _: &'a T, _: OpaqueForms<T>) -> bool {
        true
    }

    fn ordered<M: Map + StructuralEq>(&mut self, position: u32, map: &'a M, _: &'a M, at: Region) -> bool {
        self.put_off(self.trail.field(position), Frame::new::<VisitOrdered<M>>(map, map, at))
    }

    fn names<T: Names, N: Namespace>(&mut self, position: u32, value: &'a T, _: &'a T, at: Region) -> bool {
        self.put_off(self.trail.field(position), Frame::new::<VisitName<T, N>>(value, value, at))
    }

    fn name<T: KeyValue, N: Namespace>(&mut self, name: &'a T, _: &'a T, at: Region) -> bool {
        let variable = self.keys.get_mut().identify_name::<T, N>(name);
        let known = self.note_variable(variable);
        if known && self.wanted.distinct {
            return true;
        }
        let met_before = known || self.around.met_before;
        let (occurrence, is_new) = self.look_up(variable, at);
        if is_new {
            self.bind(variable, occurrence, at);
        }
        self.variable_type = typeid::of::<T>();
        if self.wanted.spellings {
            self.spelling = structural_hash(name);
        }
        self.occurrences = self.occurrences.saturating_add(1);
        let (node, depth) = (AnyNode::new(name).as_variable(), self.around.nodes);
        self.hand_out::<T>(
            Visit { node, is_end: false, at, occurrence: Some(occurrence), met_before, depth, ty: 0 },
            None,
        )
    }

    fn names_in_order<S, N>(&mut self, names: &'a S, _: &'a S, at: Region) -> bool
    where
        S: Sequence<Item: Names> + ?Sized,
        N: Namespace,
    {
        let first = self.stack.len();
        for (index, name) in names.items().enumerate() {
            self.put_off(Mark::Index(index), Frame::new::<VisitName<S::Item, N>>(name, name, at));
        }
        self.stack[first..].reverse();
        true
    }

    fn names_in_set<M, N>(&mut self, names: &'a M, _: &'a M, at: Region) -> bool
    where
        M: Map<Key: KeyValue>,
        N: Namespace,
    {
        self.visit_entries::<M, AsNames<N>, VisitNames<N>>(names, at, MapOrder::ByKey)
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
        if !self.wants::<S::Item>() {
            return true;
        }
        if let Some(slice) = sequence.as_slice() {
            return S::Item::held_in_row(slice, slice, at, self);
        }
        let first = self.stack.len();
        for (index, item) in sequence.items().enumerate() {
            self.put_off(Mark::Index(index), Frame::new::<Value<S::Item>>(item, item, at));
        }
        self.stack[first..].reverse();
        true
    }

    #[inline(always)]
    fn row<T: Field>(&mut self, slice: &'a [T], _: &'a [T], at: Region) -> bool {
        self.put_off_row::<T, Value<T>>(slice, at)
    }

    #[inline(always)]
    fn owning_row<P: OwningPointer + Field>(&mut self, slice: &'a [P], _: &'a [P], at: Region) -> bool {
        self.put_off_row::<P, Meet<Owned<P>>>(slice, at)
    }

    #[inline(always)]
    fn shared_row<P: SharedPointer + Field>(&mut self, slice: &'a [P], _: &'a [P], at: Region) -> bool {
        self.put_off_row::<P, Meet<Pointee<P>>>(slice, at)
    }

    fn map<M: Map>(&mut self, map: &'a M, _: &'a M, at: Region, order: MapOrder) -> bool {
        self.visit_entries::<M, AsKeys, VisitKeys>(map, at, order)
    }

    #[inline(always)]
    fn node<T: Field>(&mut self, node: &'a T, _: &'a T, at: Region) -> bool {
        self.meet(node, Sharing::Unique, at)
    }

    #[inline(always)]
    fn inline<T: StructuralEq + ?Sized>(&mut self, value: &'a T, _: &'a T, at: Region) -> bool {
        self.meet(value, Sharing::Unique, at)
    }

    fn open(&mut self, node: VirtualPart<'a>, _: VirtualPart<'a>, at: Region) -> bool {
        node.single().visits.at(at).run(self)
    }

    fn listed<T: ?Sized>(
        &mut self,
        node: &'a T,
        _: &'a T,
        list: fn(&'a T, &mut VirtualFields<'a>),
        at: Region,
    ) -> bool {
        for field in VirtualFields::of(node, list).iter().rev() {
            if let VirtualValue::Part(part) = &field.value {
                let mark = self.trail.name_field(&field.name);
                self.put_off(mark, part.single().visits.at(at.enter(field.def, self.depth())));
            }
        }
        true
    }

    fn custom<T: CustomStructural>(&mut self, node: &'a T, _: &'a T, at: Region) -> bool {
        let mut parts = HashParts::naming();
        node.s_hash(&mut parts);
        for (index, (def, part)) in parts.parts.iter().enumerate().rev() {
            if let HashValue::Part(part) = part {
                let mark = self.trail.name_field(parts.name(index));
                self.put_off(mark, part.visits.at(at.enter(*def, self.depth())));
            }
        }
        true
    }
}

impl<'a> Visits<'a> {
    /// Goes on to what a pointer points to; in a field, when its turn comes.
    #[inline(always)]
    fn follow<P: Place<'a>>(&mut self, pointer: &'a P::Holder, at: Region) -> bool {
        let Some(position) = self.position.take() else { return self.meet(P::node(pointer), P::sharing(pointer), at) };
        if let Some(address) = P::elsewhere(pointer) {
            prefetch(address);
        }
        self.put_off(self.trail.field(position), Frame::new::<Meet<P>>(pointer, pointer, at))
    }

    /// Whether values of a type are to be visited, or what is in them.
    #[inline(always)]
    pub(super) fn wants<T: StructuralEq>(&self) -> bool {
        self.wanted.leaves || !const { T::INFO.is_leaf() }
    }

    /// Puts off what lies side by side.
    #[inline(always)]
    fn put_off_row<T: 'a, S: TakeStep<'a, Self, Place = T>>(&mut self, slice: &'a [T], at: Region) -> bool {
        let mut rest = slice.len();
        while let Some((row, before)) = Row::last_of(&slice[..rest], slice, at) {
            self.put_off(Mark::Row(before), Frame::row::<Elements<T, S>>(row));
            rest = before;
        }
        true
    }
}

/// The step on the elements of a row: the first, with the others left on the stack.
struct Elements<T, S>(PhantomData<(T, S)>);

impl<'a, T: 'a, S: TakeStep<'a, Visits<'a>, Place = T>> RowStep<'a, Visits<'a>> for Elements<T, S> {
    type Place = T;

    #[inline(always)]
    fn run(visits: &mut Visits<'a>, row: Row<'a, T>) -> bool {
        let index = visits.trail.first_index();
        if let Some(others) = row.others() {
            visits.put_off(Mark::Row(index + 1), Frame::row::<Self>(others));
        }
        visits.trail.push(Mark::Index(index));
        let (value, _, at) = row.first();
        S::run(visits, value, value, at)
    }
}

/// The step on a value that holds names.
struct VisitName<T, N>(PhantomData<(T, N)>);

impl<'a, T: Names + 'a, N: Namespace> TakeStep<'a, Visits<'a>> for VisitName<T, N> {
    type Place = T;

    fn run(visits: &mut Visits<'a>, value: &'a T, _: &'a T, at: Region) -> bool {
        visits.content_of(T::INFO);
        T::names::<N, _>(value, value, at, visits)
    }
}

/// The step on a map that is visited in its own order.
struct VisitOrdered<M>(PhantomData<M>);

impl<'a, M: Map + 'a> TakeStep<'a, Visits<'a>> for VisitOrdered<M> {
    type Place = M;

    fn run(visits: &mut Visits<'a>, map: &'a M, _: &'a M, at: Region) -> bool {
        visits.visit_entries::<M, AsKeys, VisitKeys>(map, at, MapOrder::Container)
    }
}
