//! [`Visitor`] for [`Lister`]: how each kind of part is pushed onto the lister's stack.

use alloc::{boxed::Box, string::ToString, vec::Vec};
use core::{fmt, hash::Hash};

use crate::{
    describe::{
        arena::{Arena, Id, all_nodes},
        containers::{Map, MapOrder, NameField, Namespace, OwningPointer, Sequence, SharedPointer},
        custom::{
            CustomStructural, EqualParts, EqualValues, Handed, HashParts, HashValue, OwnedLeaf, VirtualField,
            VirtualFields, VirtualPart, VirtualSlice, VirtualValue,
        },
        info::TypeInfo,
        keys::{AsKeys, AsNames, KeyValue, as_one_run},
        leaf::{Encoder, Leaf, Shown},
        options::Options,
        region::{Level, Region},
        structural::{Field, StructuralEq},
        visitor::{OpaqueForms, Operation, Show, Visitor},
    },
    engine::{
        frame::{Frame, prefetch},
        place::{Behind, Inline, Named, Owned, Pointee, Referred},
        trail::Mark,
    },
    reflect::{
        containers::{ElementPair, MapPair},
        lister::{Ids, Leaves, ListedPart, Lister},
        node::Pair,
        report::reason::{Obstacle, Reason},
    },
};

/// The number of elements of a row that are listed at once.
const ELEMENTS: usize = 32;

impl Operation for Lister<'_> {
    #[inline(always)]
    fn options(&self) -> Options {
        self.options
    }
    #[inline(always)]
    fn depth(&self) -> Level {
        self.depth
    }
}

impl<'a> Visitor<'a> for Lister<'a> {
    const MEETS_INLINE: bool = true;

    #[inline(always)]
    fn content_of(&mut self, info: &'static TypeInfo) {
        self.trail.content_of(info);
    }

    #[inline(always)]
    fn held<T: Field>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
        if const { T::INFO.is_leaf() } && self.config.leaves == Leaves::Skipped {
            return !self.config.leaves_as_nodes
                || self.push(ListedPart::Node(Pair::new::<Inline<T>>(left, right), at));
        }
        self.trail.content_of(T::INFO);
        T::held(left, right, at, self)
    }

    #[inline(always)]
    fn variant(&mut self, index: u32) {
        self.trail.variant(index);
        if self.writes() {
            self.text.number(index as usize);
        }
    }

    #[cold]
    fn variants_differ(&mut self, left: u32, right: u32) -> bool {
        let info = self.trail.listing().0;
        let name = |index| info.map_or("", |info| info.variant(index).map_or(info.name(), |variant| variant.name()));
        self.differs(Reason::Variants { lhs: name(left), rhs: name(right) })
    }

    #[inline(always)]
    fn part<T: Field>(&mut self, position: u32, left: &'a T, right: &'a T, at: Region) -> bool {
        !self.looks_at::<T>() || self.passes(at) || self.field(position, left, right, at)
    }

    fn opaque<T: Eq + Hash>(&mut self, position: u32, left: &'a T, right: &'a T, forms: OpaqueForms<T>) -> bool {
        let mark = self.trail.field(position);
        match self.config.leaves {
            Leaves::Skipped => {}
            Leaves::Compared => {
                if left != right {
                    let [lhs, rhs] = [left, right].map(|value| Opaque(value, forms.show).to_string());
                    if !self.differs_at(mark, Reason::Leaves { lhs, rhs }) {
                        return false;
                    }
                }
                if forms.stable.is_none() {
                    self.obstructed_at(mark, Obstacle::Opaque);
                }
            }
            Leaves::Shown => _ = self.push_at(mark, ListedPart::Leaf(Opaque(left, forms.show).to_string())),
            Leaves::Written => match forms.stable {
                Some(stable) => {
                    as_one_run(&mut self.text, |run| stable(left, run));
                    self.text.end_leaf();
                }
                None => self.is_indescribable = true,
            },
        }
        true
    }

    fn names<T: NameField, N: Namespace>(&mut self, position: u32, left: &'a T, right: &'a T, at: Region) -> bool {
        if self.passes(at) {
            return true;
        }
        let mark = self.trail.field(position);
        if const { !T::INFO.is_leaf() } {
            return self.push_more(mark, Frame::new(left, right, Self::names_in::<T, N>, at));
        }
        self.mark = mark;
        T::names::<N, Self>(left, right, at, self)
    }

    fn name<T: KeyValue, N: Namespace>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
        self.push(ListedPart::Node(Pair::new::<Named<T, N>>(left, right), at))
    }

    fn names_in_order<S, N>(&mut self, left: &'a S, right: &'a S, at: Region) -> bool
    where
        S: Sequence<Item: NameField> + ?Sized,
        N: Namespace,
    {
        self.write_length(left.length());
        for (index, (l, r)) in left.items().zip(right.items()).enumerate() {
            self.push_more(Mark::index(index), Frame::new(l, r, Self::names_in::<S::Item, N>, at));
        }
        self.missing_element(left.length(), right.length())
    }

    fn names_in_set<M, N>(&mut self, left: &'a M, right: &'a M, at: Region) -> bool
    where
        M: Map<Key: KeyValue>,
        N: Namespace,
    {
        let names = MapPair::<_, AsNames<N>>::new(left, right, MapOrder::ByKey);
        self.push(ListedPart::Map(Box::new(names), at))
    }

    fn process_local(&mut self) {
        self.is_process_local = true;
        self.obstructed_at(self.mark, Obstacle::ProcessLocal);
    }

    fn ordered<M: Map + StructuralEq>(&mut self, position: u32, left: &'a M, right: &'a M, at: Region) -> bool {
        self.mark = self.trail.field(position);
        self.entries(left, right, at, MapOrder::Container)
    }

    fn unordered<S: Sequence + Field>(&mut self, position: u32, left: &'a S, right: &'a S, at: Region) -> bool {
        if !self.config.unordered {
            self.is_irregular = true;
            return self.part(position, left, right, at);
        }
        let elements = ElementPair::of_sequences(left, right);
        self.push_at(self.trail.field(position), ListedPart::Unordered(Box::new(elements), at))
    }

    fn operands<T: Field>(&mut self, positions: &[u32], left: &[&'a T], right: &[&'a T], at: Region) -> bool {
        if !self.config.unordered {
            self.is_irregular = true;
            return self.fields_in_order(positions, left, right, at);
        }
        let elements = ElementPair::of_fields(positions, [left, right], &self.trail);
        self.push_at(Mark::TRANSPARENT, ListedPart::Unordered(Box::new(elements), at))
    }

    fn commuting(&mut self, commutes: bool) {
        if self.writes() {
            self.text.number(commutes.into());
        }
    }

    fn commuting_differs(&mut self, lhs: bool, rhs: bool) -> bool {
        self.differs_at(Mark::TRANSPARENT, Reason::Commuting { lhs, rhs })
    }

    #[inline(always)]
    fn leaf<L: Leaf + ?Sized>(&mut self, left: &L, right: &L) -> bool {
        match self.config.leaves {
            Leaves::Skipped => true,
            Leaves::Compared => {
                if L::PROCESS_LOCAL {
                    self.obstructed_at(self.mark, Obstacle::ProcessLocal);
                }
                left.same(right) || self.leaves_differ(left, right)
            }
            Leaves::Shown => self.push(ListedPart::Leaf(Shown(left).to_string())),
            Leaves::Written => {
                self.is_process_local |= L::PROCESS_LOCAL;
                left.encode(&mut self.text);
                self.text.end_leaf();
                true
            }
        }
    }

    #[inline(always)]
    fn owning<P: OwningPointer>(&mut self, left: &'a P, right: &'a P, at: Region) -> bool {
        self.meet::<Owned<P>>(left, right, at)
    }

    #[inline(always)]
    fn shared<P: SharedPointer>(&mut self, left: &'a P, right: &'a P, at: Region) -> bool {
        self.meet::<Pointee<P>>(left, right, at)
    }

    fn id<I: Id>(&mut self, left: &'a I, right: &'a I, at: Region) -> bool {
        self.push(ListedPart::Id(Ids { left, right }, at))
    }

    fn arena<A: Arena<I>, I: Id>(&mut self, position: u32, left: &'a A, right: &'a A, at: Region) -> bool {
        self.passes(at)
            || self.push_more(self.trail.field(position), Frame::new(left, right, Self::whole_arena::<A, I>, at))
    }

    fn referred<T: StructuralEq>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
        self.meet::<Referred<T>>(left, right, at)
    }

    #[inline(always)]
    fn sequence<S: Sequence + ?Sized>(&mut self, left: &'a S, right: &'a S, at: Region) -> bool {
        if !self.looks_at::<S::Item>() {
            return true;
        }
        if self.config.aligned {
            self.write_length(left.length());
            return self.push(ListedPart::Sequence(Box::new(ElementPair::of_items(left, right)), at));
        }
        self.elements(left, right, at)
    }

    fn entries<M: Map>(&mut self, left: &'a M, right: &'a M, at: Region, order: MapOrder) -> bool {
        if !self.looks_at::<M::Key>() && !self.looks_at::<M::Value>() {
            return true;
        }
        self.push(ListedPart::Map(Box::new(MapPair::<_, AsKeys>::new(left, right, order)), at))
    }

    #[inline(always)]
    fn node<T: Field>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
        self.meet::<Inline<T>>(left, right, at)
    }

    #[inline(always)]
    fn inline<T: StructuralEq + ?Sized>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
        match T::pair(left, right) {
            Some(pair) if T::NODE && self.looks_at::<T>() => self.push(ListedPart::Node(pair, at)),
            Some(_) if T::NODE => true,
            _ => T::content(left, right, at, self),
        }
    }

    fn open(&mut self, left: VirtualPart<'a>, right: VirtualPart<'a>, at: Region) -> bool {
        match left.pair(&right) {
            Some(pair) => pair.lists.at(at).run(self),
            None => self.differs(Reason::Types { lhs: left.info(), rhs: right.info() }),
        }
    }

    fn listed<T: ?Sized>(
        &mut self,
        left: &'a T,
        right: &'a T,
        list: fn(&'a T, &mut VirtualFields<'a>),
        at: Region,
    ) -> bool {
        let fields = VirtualFields::of(left, list);
        match core::ptr::eq(left, right) {
            true => self.virtual_fields(&fields, &fields, at),
            false => self.virtual_fields(&fields, &VirtualFields::of(right, list), at),
        }
    }

    fn custom<T: CustomStructural>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
        self.is_irregular = true;
        match self.compares() {
            true => self.compare_custom(left, right, at),
            false => self.custom_parts(left, at),
        }
    }
}

impl<'a> Lister<'a> {
    /// Lists a field. Compiled once for each type of fields.
    #[inline(never)]
    fn field<T: Field>(&mut self, position: u32, left: &'a T, right: &'a T, at: Region) -> bool {
        let listing = self.trail.listing();
        let goes_on = self.hold(self.trail.field(position), left, right, at);
        self.trail.list(listing);
        goes_on
    }

    #[cold]
    #[inline(never)]
    fn leaves_differ<L: Leaf + ?Sized>(&mut self, left: &L, right: &L) -> bool {
        self.differs(Reason::Leaves { lhs: Shown(left).to_string(), rhs: Shown(right).to_string() })
    }

    #[inline(never)]
    fn elements<S: Sequence + ?Sized>(&mut self, left: &'a S, right: &'a S, at: Region) -> bool {
        let (lhs, rhs) = (left.length(), right.length());
        self.write_length(lhs);
        if lhs == rhs
            && let (Some(left), Some(right)) = (left.as_slice(), right.as_slice())
        {
            return match Frame::row(left, right, Self::elements_in_row, at) {
                None => true,
                Some((frame, count)) if count == left.len() => self.push_more(self.mark, frame),
                Some(_) => self.call(move |lister| lister.rows(left, right, at)),
            };
        }
        self.call(move |lister| {
            // One value is iterated over once.
            let mut others = lister.compares().then(|| right.items());
            for (index, l) in left.items().enumerate() {
                let r = others.as_mut().map_or(Some(l), Iterator::next);
                match r.map(|r| lister.hold(Mark::index(index), l, r, at)) {
                    Some(true) => {}
                    Some(false) => return,
                    None => break,
                }
            }
            lister.missing_element(lhs, rhs);
        })
    }

    /// Lists more elements than one frame holds.
    #[cold]
    fn rows<T: Field>(&mut self, left: &'a [T], right: &'a [T], at: Region) {
        let mut done = 0;
        while let Some((frame, count)) = Frame::row(&left[done..], &right[done..], Self::elements_in_row, at) {
            self.push_more(Mark::row(done), frame);
            done += count;
        }
    }

    /// A step that lists elements of a slice.
    fn elements_in_row<T: Field>(&mut self, left: &'a [T], right: &'a [T], at: Region) -> bool {
        let first = self.trail.take_first_index();
        let count = left.len().min(ELEMENTS);
        for (index, (l, r)) in left.iter().zip(right).take(count).enumerate() {
            if let Some(address) = left.get(index + 1).and_then(T::elsewhere) {
                prefetch(address);
            }
            if !self.hold(Mark::index(first + index), l, r, at) {
                return false;
            }
        }
        match Frame::row(&left[count..], &right[count..], Self::elements_in_row, at) {
            Some((rest, _)) => self.push_more(Mark::row(first + count), rest),
            None => true,
        }
    }

    /// A step that lists a value held inline.
    pub(crate) fn value<T: Field>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
        self.trail.content_of(T::INFO);
        match const { T::LISTS_FIELDS } {
            true => T::held(left, right, at, self),
            false => self.hold(Mark::TRANSPARENT, left, right, at),
        }
    }

    /// A step that lists a value that holds names.
    fn names_in<T: NameField, N: Namespace>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
        self.trail.content_of(T::INFO);
        T::names::<N, _>(left, right, at, self)
    }

    /// A step that lists all nodes of an arena.
    fn whole_arena<A: Arena<I>, I: Id>(&mut self, left: &'a A, right: &'a A, at: Region) -> bool {
        let mut length = 0;
        for (index, (left, right)) in all_nodes::<A, I>(left).zip(all_nodes::<A, I>(right)).enumerate() {
            let pair = Pair::new::<Behind<I::Node>>(left, right);
            self.push_at(Mark::index(index), ListedPart::Node(pair, at));
            length += 1;
        }
        self.write_length(length);
        !self.compares() || self.missing_element(all_nodes::<A, I>(left).count(), all_nodes::<A, I>(right).count())
    }
}

impl<'a> Lister<'a> {
    /// Lists the virtual fields of two nodes.
    pub(crate) fn virtual_fields(&mut self, left: &[VirtualField<'a>], right: &[VirtualField<'a>], at: Region) -> bool {
        if self.writes() {
            self.text.word(left.len() as u64);
            self.text.end_field();
        }
        let same = left.iter().zip(right).take_while(|(l, r)| l.name == r.name && l.def == r.def);
        let common = same.count();
        for (l, r) in left.iter().zip(right).take(common) {
            if !self.virtual_field(l, r, at.enter(l.def, self.depth)) {
                return false;
            }
        }
        if left.len().max(right.len()) == common {
            return true;
        }
        let [lhs, rhs] = [left, right].map(|fields| fields.get(common).map(|field| field.name.to_string()));
        self.differs_at(Mark::TRANSPARENT, Reason::VirtualFields { lhs, rhs })
    }

    fn virtual_field(&mut self, l: &VirtualField<'a>, r: &VirtualField<'a>, at: Region) -> bool {
        if self.passes(at) {
            return true;
        }
        if self.writes() {
            self.write_field(l);
        }
        let mark = self.mark_of(&l.name);
        if self.config.obstacles && l.value.info().is_named_by_compiler() {
            self.obstructed_at(mark, Obstacle::TypeName);
            return true;
        }
        match (&l.value, &r.value) {
            (VirtualValue::Leaf(l), VirtualValue::Leaf(r)) if l.same_type(r) => self.owned_leaves(mark, l, r),
            (VirtualValue::Part(one), VirtualValue::Part(other)) if one.ty() == other.ty() => {
                one.pair(other).is_none_or(|pair| self.push_more(mark, pair.lists.at(at)))
            }
            (VirtualValue::Slice(one), VirtualValue::Slice(other)) if one.ty == other.ty => {
                let elements: Vec<_> = one.pairs(other).map(|pair| pair.lists.at(at)).collect();
                let [lhs, rhs] = [one, other].map(VirtualSlice::length);
                self.mark = mark;
                self.call(move |lister| {
                    for (index, element) in elements.into_iter().enumerate() {
                        lister.push_more(Mark::index(index), element);
                    }
                    lister.missing_element(lhs, rhs);
                })
            }
            (l, r) => self.differs_at(mark, Reason::Types { lhs: l.info(), rhs: r.info() }),
        }
    }

    fn mark_of(&mut self, name: &str) -> Mark {
        if self.config.no_paths { Mark::TRANSPARENT } else { self.trail.virtual_field(name) }
    }

    /// Writes the description of a field: its name, its region and its type.
    fn write_field(&mut self, field: &VirtualField<'a>) {
        let info = field.value.info();
        self.text.bytes(field.name.as_bytes());
        self.text.word(field.def as u64);
        match self.config.numbers_types {
            true => self.text.ty(field.value.ty()),
            false => {
                self.is_process_local |= info.is_named_by_compiler();
                self.text.bytes(info.type_key().to_string().as_bytes());
            }
        }
        self.text.end_field();
        if let VirtualValue::Slice(slice) = &field.value {
            self.text.number(slice.length());
        }
    }

    fn owned_leaves(&mut self, mark: Mark, left: &OwnedLeaf, right: &OwnedLeaf) -> bool {
        if left.is_process_local() {
            self.is_process_local = true;
            self.obstructed_at(mark, Obstacle::ProcessLocal);
        }
        if self.config.leaves == Leaves::Shown {
            return self.push_at(mark, ListedPart::Leaf(left.text()));
        }
        if self.writes() {
            left.encode(&mut self.text);
            self.text.end_leaf();
        }
        if !self.compares() || left.same(right) {
            return true;
        }
        self.differs_at(mark, Reason::Leaves { lhs: left.text(), rhs: right.text() })
    }

    /// Lists the parts that a user-defined comparison compares. Also lists a difference if the verdict of the
    /// comparison is that the nodes differ.
    pub(super) fn compare_custom<T: CustomStructural>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
        self.push_at(Mark::TRANSPARENT, ListedPart::Custom);
        let mut parts = EqualParts::default();
        let verdict = left.s_equal(right, &mut parts);
        for part in &parts.parts {
            let mark = self.mark_of(&part.name);
            let goes_on = match &part.value {
                EqualValues::Leaves(left, right) => self.owned_leaves(mark, left, right),
                EqualValues::Parts(pair) => self.push_more(mark, pair.lists.at(at.enter(part.def, self.depth))),
            };
            if !goes_on {
                return false;
            }
        }
        verdict || self.differs_at(Mark::TRANSPARENT, Reason::Custom)
    }

    /// Lists the parts that a user-defined hash hashes.
    pub(super) fn custom_parts<T: CustomStructural>(&mut self, node: &'a T, at: Region) -> bool {
        let mut parts = if self.config.no_paths { HashParts::default() } else { HashParts::naming() };
        node.s_hash(&mut parts);
        for Handed { name, def, value } in &parts.parts {
            match value {
                HashValue::Part(part) => {
                    let mark = self.mark_of(name);
                    self.push_more(mark, part.lists.at(at.enter(*def, self.depth)));
                }
                HashValue::Leaf(leaf) if self.writes() => _ = self.owned_leaves(Mark::TRANSPARENT, leaf, leaf),
                HashValue::Leaf(_) => {}
            }
        }
        true
    }
}

/// An opaque value, with the function that shows it.
struct Opaque<'t, T>(&'t T, Option<Show<T>>);

impl<T> fmt::Display for Opaque<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.1 {
            Some(show) => show(self.0, f),
            None => f.write_str("_"),
        }
    }
}
