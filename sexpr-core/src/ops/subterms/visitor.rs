//! `Visitor` for subterms: leaves are written down, all other parts are put off.

use core::{hash::Hash, marker::PhantomData};

use crate::{
    describe::{
        arena::{Arena, Id},
        containers::{Map, MapOrder, OwningPointer, Sequence, SharedPointer, Sharing},
        custom::{CustomStructural, HashParts, HashValue, OwnedLeaf, VirtualField, VirtualFields, VirtualValue},
        info::TypeInfo,
        keys::KeyValue,
        leaf::{Encoder, Leaf, as_one_run},
        names::{NameField, Namespace},
        options::Options,
        region::{Level, Region},
        structural::{Field, StructuralEq},
        visitor::{OpaqueForms, Operation, Visitor},
    },
    engine::{
        frame::{Frame, Row, RowStep, Step as TakeStep, VirtualPart, prefetch_with_counts},
        place::{Content, Owned, Place, Pointee, Referred, Value},
        trail::Mark,
    },
    ops::subterms::{SubtermSearch, Text},
};

/// Leaves enter as words of 8 bytes, and as runs of bytes after their lengths.
impl Encoder for Text {
    fn word(&mut self, word: u64) {
        self.0.extend(word.to_le_bytes());
    }
    fn bytes(&mut self, bytes: &[u8]) {
        self.word(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }
}

impl Operation for SubtermSearch<'_> {
    #[inline(always)]
    fn options(&self) -> Options {
        self.sought.options
    }
    /// As if there were a scope around: what its fields bind is told from what a root's region binds.
    #[inline(always)]
    fn depth(&self) -> Level {
        1
    }
}

impl<'a> Visitor<'a> for SubtermSearch<'a> {
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

    fn unordered<S: Sequence + Field>(&mut self, position: u32, value: &'a S, _: &'a S, at: Region) -> bool {
        self.exclude();
        self.part(position, value, value, at)
    }

    fn operands<T: Field>(&mut self, positions: &[u32], values: &[&'a T], _: &[&'a T], at: Region) -> bool {
        self.exclude();
        self.fields_in_order(positions, values, values, at)
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
            Some(stable) => as_one_run(&mut self.text, |run| stable(value, run)),
            None => self.process_local(),
        }
        true
    }

    fn process_local(&mut self) {
        self.innermost().is_process_local = true;
    }

    fn ordered<M: Map + StructuralEq>(&mut self, position: u32, map: &'a M, _: &'a M, at: Region) -> bool {
        self.put_off(self.trail.field(position), Frame::new::<VisitOrdered<M>>(map, map, at))
    }

    fn names<T: NameField, N: Namespace>(&mut self, position: u32, value: &'a T, _: &'a T, at: Region) -> bool {
        self.put_off(self.trail.field(position), Frame::new::<VisitNames<T, N>>(value, value, at))
    }

    fn name<T: KeyValue, N: Namespace>(&mut self, name: &'a T, _: &'a T, at: Region) -> bool {
        let variable = self.keys.identify_name::<T, N>(name);
        self.occur(variable, at, None);
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

    fn names_in_set<M, N>(&mut self, _: &'a M, _: &'a M, _: Region) -> bool
    where
        M: Map<Key: KeyValue>,
        N: Namespace,
    {
        self.exclude();
        true
    }

    #[inline(always)]
    fn leaf<L: Leaf + ?Sized>(&mut self, leaf: &'a L, _: &'a L) -> bool {
        if L::PROCESS_LOCAL {
            self.process_local();
        }
        leaf.encode(&mut self.text);
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

    fn id<I: Id>(&mut self, _: &'a I, _: &'a I, _: Region) -> bool {
        self.position = None;
        self.exclude();
        true
    }

    fn arena<A: Arena<I>, I: Id>(&mut self, _: u32, _: &'a A, _: &'a A, _: Region) -> bool {
        self.exclude();
        true
    }

    fn referred<T: StructuralEq>(&mut self, node: &'a T, _: &'a T, at: Region) -> bool {
        self.follow::<Referred<T>>(node, at)
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
        self.put_off_row::<P, Meet<Owned<P>>>(slice, at)
    }

    #[inline(always)]
    fn shared_row<P: SharedPointer + Field>(&mut self, slice: &'a [P], _: &'a [P], at: Region) -> bool {
        self.put_off_row::<P, Meet<Pointee<P>>>(slice, at)
    }

    fn map<M: Map>(&mut self, map: &'a M, _: &'a M, at: Region, order: MapOrder) -> bool {
        self.visit_map(map, at, order)
    }

    #[inline(always)]
    fn node<T: Field>(&mut self, node: &'a T, _: &'a T, at: Region) -> bool {
        self.meet(node, Sharing::Unique, at)
    }

    #[inline(always)]
    fn inline<T: StructuralEq + ?Sized>(&mut self, value: &'a T, _: &'a T, at: Region) -> bool {
        if !T::NODE {
            return T::content(value, value, at, self);
        }
        self.meet(value, Sharing::Unique, at)
    }

    fn open(&mut self, node: VirtualPart<'a>, _: VirtualPart<'a>, at: Region) -> bool {
        node.single().subterms.at(at).run(self)
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
                self.put_off(mark, part.subterms.at(at.enter(*def, self.depth())));
            }
        }
        true
    }
}

impl<'a> SubtermSearch<'a> {
    /// Goes on to what a function listed.
    fn virtual_fields(&mut self, fields: &[VirtualField<'a>], at: Region) -> bool {
        self.text.word(fields.len() as u64);
        for field in fields {
            let info = field.value.info();
            self.innermost().is_process_local |= info.is_named_by_compiler();
            self.text.bytes(field.name.as_bytes());
            self.text.word(field.def as u64);
            self.text.bytes(alloc::format!("{}", info.type_key()).as_bytes());
            let at = at.enter(field.def, self.depth());
            match &field.value {
                VirtualValue::Leaf(leaf) => self.owned_leaf(leaf),
                VirtualValue::Part(part) => {
                    let mark = self.trail.name_field(&field.name);
                    self.put_off(mark, part.single().subterms.at(at));
                }
                VirtualValue::Slice(slice) => {
                    self.text.word(slice.length() as u64);
                    let mark = self.trail.name_field(&field.name);
                    for (index, part) in slice.elements().enumerate() {
                        let mark = self.trail.element(mark, index);
                        self.put_off(mark, part.single().subterms.at(at));
                    }
                }
            }
        }
        true
    }

    fn owned_leaf(&mut self, leaf: &OwnedLeaf) {
        self.innermost().is_process_local |= leaf.is_process_local();
        leaf.encode(&mut self.text);
    }

    /// Goes on to what a pointer points to; in a field, when its turn comes.
    #[inline(always)]
    fn follow<P: Place<Holder: 'a, Node: 'a>>(&mut self, pointer: &'a P::Holder, at: Region) -> bool {
        let frame = Frame::new::<Meet<P>>(pointer, pointer, at);
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

impl<'a, T: 'a, S: TakeStep<'a, SubtermSearch<'a>, Place = T>> RowStep<'a, SubtermSearch<'a>> for Elements<T, S> {
    type Place = T;

    #[inline(always)]
    fn run(search: &mut SubtermSearch<'a>, row: Row<'a, T>) -> bool {
        let (index, around) = (search.trail.first_index(), search.around);
        search.go_on(Mark::Index(index));
        let (value, _, at) = row.first();
        S::run(search, value, value, at);
        search.around = around;
        row.others().is_none_or(|others| search.put_off(Mark::Row(index + 1), Frame::row::<Self>(others)))
    }
}

/// The step on what is behind a pointer.
struct Meet<P>(PhantomData<P>);

impl<'a, P: Place<Holder: 'a, Node: 'a>> TakeStep<'a, SubtermSearch<'a>> for Meet<P> {
    type Place = P::Holder;

    #[inline(always)]
    fn run(search: &mut SubtermSearch<'a>, holder: &'a P::Holder, _: &'a P::Holder, at: Region) -> bool {
        search.meet(P::node(holder), P::sharing(holder), at)
    }
}

/// The step on a value held inline.
impl<'a, T: Field + 'a> TakeStep<'a, SubtermSearch<'a>> for Value<T> {
    type Place = T;

    #[inline(always)]
    fn run(search: &mut SubtermSearch<'a>, value: &'a T, _: &'a T, at: Region) -> bool {
        search.content_of(T::INFO);
        T::held(value, value, at, search)
    }
}

/// The step on the content of a node whose type was not known.
impl<'a, T: StructuralEq + 'a> TakeStep<'a, SubtermSearch<'a>> for Content<T> {
    type Place = T;

    fn run(search: &mut SubtermSearch<'a>, node: &'a T, _: &'a T, at: Region) -> bool {
        search.content_of(T::INFO);
        T::content(node, node, at, search)
    }
}

/// The step on a value that holds names.
struct VisitNames<T, N>(PhantomData<(T, N)>);

impl<'a, T: NameField + 'a, N: Namespace> TakeStep<'a, SubtermSearch<'a>> for VisitNames<T, N> {
    type Place = T;

    fn run(search: &mut SubtermSearch<'a>, value: &'a T, _: &'a T, at: Region) -> bool {
        search.content_of(T::INFO);
        T::names::<N, _>(value, value, at, search)
    }
}

/// The step on a map that is visited in its own order.
struct VisitOrdered<M>(PhantomData<M>);

impl<'a, M: Map + 'a> TakeStep<'a, SubtermSearch<'a>> for VisitOrdered<M> {
    type Place = M;

    fn run(search: &mut SubtermSearch<'a>, map: &'a M, _: &'a M, at: Region) -> bool {
        search.visit_map(map, at, MapOrder::Container)
    }
}
