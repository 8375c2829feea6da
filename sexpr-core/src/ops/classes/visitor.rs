//! `Visitor` for summaries: leaves are written down, all other parts are put off.

use core::{hash::Hash, marker::PhantomData};

use crate::{
    describe::{
        arena::{Arena, Id},
        containers::{Map, MapOrder, OwningPointer, Sequence, SharedPointer, Sharing},
        custom::{CustomStructural, HashParts, HashValue, VirtualField, VirtualFields, VirtualValue},
        info::TypeInfo,
        keys::KeyValue,
        leaf::{Encoder, Leaf},
        names::{NameField, Namespace},
        options::Options,
        region::{Level, Region},
        structural::{Field, StructuralEq},
        visitor::{OpaqueForms, Operation, Visitor},
    },
    engine::{
        frame::{Frame, Row, RowStep, Step as TakeStep, VirtualPart, prefetch_with_counts},
        place::{Owned, Place, Pointee, Referred, Value},
        trail::Mark,
    },
    ops::classes::{AlphaClasses, Behind, Meet, unordered::VisitUnordered},
};

impl Operation for AlphaClasses<'_> {
    #[inline(always)]
    fn options(&self) -> Options {
        self.options
    }
    #[inline(always)]
    fn depth(&self) -> Level {
        self.meanings.bindings.depth()
    }
}

impl<'a> Visitor<'a> for AlphaClasses<'a> {
    const MEETS_INLINE: bool = true;

    #[inline(always)]
    fn content_of(&mut self, info: &'static TypeInfo) {
        self.trail.content_of(info);
    }

    #[inline(always)]
    fn variant(&mut self, index: u32) {
        self.trail.variant(index);
        self.text.word(u64::from(index));
    }

    fn variants_differ(&mut self, _: u32, _: u32) -> bool {
        true
    }

    #[inline(always)]
    fn part<T: Field>(&mut self, position: u32, value: &'a T, _: &'a T, at: Region) -> bool {
        if const { T::INFO.is_leaf() } {
            return T::content(value, value, at, self);
        }
        if T::POINTER {
            // It puts off what it points to.
            self.position = Some(position);
            return T::held(value, value, at, self);
        }
        self.put_off(self.trail.field(position), Frame::new::<Value<T>>(value, value, at))
    }

    fn opaque<T: Eq + Hash>(&mut self, _: u32, value: &'a T, _: &'a T, forms: OpaqueForms<T>) -> bool {
        match forms.stable {
            Some(stable) => {
                stable(value, &mut self.text);
                self.text.end_leaf();
            }
            // What its own `Eq` says of it and another is not known before both are met.
            None => self.exclude(),
        }
        true
    }

    fn ordered<M: Map + StructuralEq>(&mut self, position: u32, map: &'a M, _: &'a M, at: Region) -> bool {
        self.put_off(self.trail.field(position), Frame::new::<VisitOrdered<M>>(map, map, at))
    }

    fn unordered<S: Sequence + Field>(&mut self, position: u32, sequence: &'a S, _: &'a S, at: Region) -> bool {
        self.put_off(self.trail.field(position), Frame::new::<VisitUnordered<S>>(sequence, sequence, at))
    }

    fn operands<T: Field>(&mut self, positions: &[u32], fields: &[&'a T], _: &[&'a T], at: Region) -> bool {
        self.put_off_operands(positions, fields, at)
    }

    fn commuting(&mut self, commutes: bool) {
        self.text.word(commutes.into());
    }

    fn names<T: NameField, N: Namespace>(&mut self, position: u32, value: &'a T, _: &'a T, at: Region) -> bool {
        self.put_off(self.trail.field(position), Frame::new::<VisitNames<T, N>>(value, value, at))
    }

    fn name<T: KeyValue, N: Namespace>(&mut self, name: &'a T, _: &'a T, at: Region) -> bool {
        self.meet_name::<T, N>(name, at);
        true
    }

    fn names_in_order<S, N>(&mut self, names: &'a S, _: &'a S, at: Region) -> bool
    where
        S: Sequence<Item: NameField> + ?Sized,
        N: Namespace,
    {
        self.text.word(names.length() as u64);
        for (index, name) in names.items().enumerate() {
            self.put_off(Mark::Index(index), Frame::new::<VisitNames<S::Item, N>>(name, name, at));
        }
        true
    }

    fn names_in_set<M, N>(&mut self, names: &'a M, _: &'a M, at: Region) -> bool
    where
        M: Map<Key: KeyValue>,
        N: Namespace,
    {
        self.visit_names_in_set::<M, N>(names, at)
    }

    #[inline(always)]
    fn leaf<L: Leaf + ?Sized>(&mut self, leaf: &'a L, _: &'a L) -> bool {
        leaf.encode(&mut self.text);
        self.text.end_leaf();
        true
    }

    #[inline(always)]
    fn owning<P: OwningPointer>(&mut self, pointer: &'a P, _: &'a P, at: Region) -> bool {
        self.follow::<Owned<P>, false>(pointer, at)
    }

    #[inline(always)]
    fn shared<P: SharedPointer>(&mut self, pointer: &'a P, _: &'a P, at: Region) -> bool {
        self.follow::<Pointee<P>, true>(pointer, at)
    }

    fn id<I: Id>(&mut self, id: &'a I, _: &'a I, at: Region) -> bool {
        self.put_off_id(id, at)
    }

    fn arena<A: Arena<I>, I: Id>(&mut self, position: u32, arena: &'a A, _: &'a A, at: Region) -> bool {
        self.put_off_arena::<A, I>(position, arena, at)
    }

    fn referred<T: StructuralEq>(&mut self, node: &'a T, _: &'a T, at: Region) -> bool {
        self.follow::<Referred<T>, true>(node, at)
    }

    fn sequence<S: Sequence + ?Sized>(&mut self, sequence: &'a S, _: &'a S, at: Region) -> bool {
        self.text.word(sequence.length() as u64);
        if const { S::Item::INFO.is_leaf() } {
            return sequence.items().all(|item| S::Item::content(item, item, at, self));
        }
        if let Some(slice) = sequence.as_slice() {
            return S::Item::held_in_row(slice, slice, at, self);
        }
        for (index, item) in sequence.items().enumerate() {
            self.put_off(Mark::Index(index), Frame::new::<Value<S::Item>>(item, item, at));
        }
        true
    }

    #[inline(always)]
    fn row<T: Field>(&mut self, slice: &'a [T], _: &'a [T], at: Region) -> bool {
        self.put_off_row::<T, Value<T>>(slice, at)
    }

    #[inline(always)]
    fn owning_row<P: OwningPointer + Field>(&mut self, slice: &'a [P], _: &'a [P], at: Region) -> bool {
        self.put_off_row::<P, Meet<Owned<P>, false>>(slice, at)
    }

    #[inline(always)]
    fn shared_row<P: SharedPointer + Field>(&mut self, slice: &'a [P], _: &'a [P], at: Region) -> bool {
        self.put_off_row::<P, Meet<Pointee<P>, true>>(slice, at)
    }

    fn map<M: Map>(&mut self, map: &'a M, _: &'a M, at: Region, order: MapOrder) -> bool {
        self.visit_map(map, at, order)
    }

    #[inline(always)]
    fn node<T: Field>(&mut self, node: &'a T, _: &'a T, at: Region) -> bool {
        self.meet(node, Sharing::Unique, Behind::Nothing, at)
    }

    #[inline(always)]
    fn inline<T: StructuralEq + ?Sized>(&mut self, value: &'a T, _: &'a T, at: Region) -> bool {
        if !T::NODE {
            return T::content(value, value, at, self);
        }
        self.meet(value, Sharing::Unique, Behind::Nothing, at)
    }

    fn open(&mut self, node: VirtualPart<'a>, _: VirtualPart<'a>, at: Region) -> bool {
        node.single().summaries.at(at).run(self)
    }

    fn listed<T: ?Sized>(
        &mut self,
        node: &'a T,
        _: &'a T,
        list: fn(&'a T, &mut VirtualFields<'a>),
        at: Region,
    ) -> bool {
        self.virtual_fields(&VirtualFields::of(node, list), at)
    }

    /// What it is equal to is its own business.
    fn custom<T: CustomStructural>(&mut self, node: &'a T, _: &'a T, at: Region) -> bool {
        self.exclude();
        let mut parts = HashParts::naming();
        node.s_hash(&mut parts);
        for (index, (def, part)) in parts.parts.iter().enumerate() {
            if let HashValue::Part(part) = part {
                let mark = self.trail.name_field(parts.name(index));
                self.put_off(mark, part.summaries.at(at.enter(*def, self.depth())));
            }
        }
        true
    }
}

impl<'a> AlphaClasses<'a> {
    /// Goes on to what a function listed.
    pub(super) fn virtual_fields(&mut self, fields: &[VirtualField<'a>], at: Region) -> bool {
        self.text.word(fields.len() as u64);
        for field in fields {
            self.text.bytes(field.name.as_bytes());
            self.text.word(field.def as u64);
            let ty = self.terms.ty(field.value.ty());
            self.text.number(ty);
            match &field.value {
                VirtualValue::Leaf(leaf) => {
                    leaf.encode(&mut self.text);
                    self.text.end_leaf();
                }
                VirtualValue::Part(part) => {
                    let mark = self.trail.name_field(&field.name);
                    self.put_off(mark, part.single().summaries.at(at.enter(field.def, self.depth())));
                }
                VirtualValue::Slice(slice) => {
                    self.text.word(slice.length() as u64);
                    let mark = self.trail.name_field(&field.name);
                    for (index, part) in slice.elements().enumerate() {
                        let mark = self.trail.element(mark, index);
                        self.put_off(mark, part.single().summaries.at(at.enter(field.def, self.depth())));
                    }
                }
            }
        }
        true
    }

    /// Goes on to what a pointer points to; in a field, when its turn comes.
    #[inline(always)]
    fn follow<P: Place<Holder: 'a, Node: 'a>, const SHARED: bool>(
        &mut self,
        pointer: &'a P::Holder,
        at: Region,
    ) -> bool {
        let frame = Frame::new::<Meet<P, SHARED>>(pointer, pointer, at);
        let Some(position) = self.position.take() else { return frame.run(self) };
        if let Some(address) = P::elsewhere(pointer) {
            prefetch_with_counts(address);
        }
        self.put_off(self.trail.field(position), frame)
    }

    /// Puts off what lies side by side.
    #[inline(always)]
    fn put_off_row<T: 'a, S: TakeStep<'a, Self, Place = T>>(&mut self, slice: &'a [T], at: Region) -> bool {
        let mut done = 0;
        while let Some((row, count)) = Row::first_of(&slice[done..], &slice[done..], at) {
            self.put_off(Mark::Row(done), Frame::row::<Elements<T, S>>(row));
            done += count;
        }
        true
    }
}

/// The step on the elements of a row: the first; then come the others.
struct Elements<T, S>(PhantomData<(T, S)>);

impl<'a, T: 'a, S: TakeStep<'a, AlphaClasses<'a>, Place = T>> RowStep<'a, AlphaClasses<'a>> for Elements<T, S> {
    type Place = T;

    #[inline(always)]
    fn run(summaries: &mut AlphaClasses<'a>, row: Row<'a, T>) -> bool {
        let (index, around) = (summaries.trail.first_index(), summaries.around);
        summaries.go_on(Mark::Index(index));
        let (value, _, at) = row.first();
        S::run(summaries, value, value, at);
        summaries.around = around;
        row.others().is_none_or(|others| summaries.put_off(Mark::Row(index + 1), Frame::row::<Self>(others)))
    }
}

/// The step on a value that holds names.
struct VisitNames<T, N>(PhantomData<(T, N)>);

impl<'a, T: NameField + 'a, N: Namespace> TakeStep<'a, AlphaClasses<'a>> for VisitNames<T, N> {
    type Place = T;

    fn run(summaries: &mut AlphaClasses<'a>, value: &'a T, _: &'a T, at: Region) -> bool {
        summaries.content_of(T::INFO);
        T::names::<N, _>(value, value, at, summaries)
    }
}

/// The step on a map that is visited in its own order.
struct VisitOrdered<M>(PhantomData<M>);

impl<'a, M: Map + 'a> TakeStep<'a, AlphaClasses<'a>> for VisitOrdered<M> {
    type Place = M;

    fn run(summaries: &mut AlphaClasses<'a>, map: &'a M, _: &'a M, at: Region) -> bool {
        summaries.visit_map(map, at, MapOrder::Container)
    }
}
