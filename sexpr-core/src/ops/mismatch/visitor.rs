//! `Visitor` for reports: everything that a type lists is put off, with its step of the path.

use alloc::string::ToString;
use core::{fmt, marker::PhantomData};

use crate::{
    describe::{
        arena::{Arena, Id},
        containers::{Map, MapOrder, OwningPointer, Sequence, SharedPointer},
        custom::{
            CustomStructural, EqualParts, EqualValues, OwnedLeaf, VirtualField, VirtualFields, VirtualSlice,
            VirtualValue,
        },
        info::TypeInfo,
        keys::{AsKeys, AsNames, KeyValue},
        leaf::{Leaf, Shown},
        names::{NameField, Namespace},
        options::Options,
        region::{Level, Region},
        structural::{Field, StructuralEq},
        visitor::{OpaqueForms, Operation, Show, Visitor},
    },
    engine::{
        frame::{Frame, Row, RowStep, VirtualPart},
        path::Step,
        place::{Inline, Owned, Pointee, Referred, Value},
        trail::Mark,
    },
    ops::mismatch::{
        Failure, Report, What, ids::WholeArenas, maps::MatchInOrder, names::ListNames, obstacle::Obstacle,
        reason::Reason, unordered::CompareUnordered,
    },
};

impl Operation for Report<'_> {
    #[inline(always)]
    fn options(&self) -> Options {
        self.options
    }
    #[inline(always)]
    fn depth(&self) -> Level {
        self.relation.depth()
    }
}

impl<'a> Visitor<'a> for Report<'a> {
    fn content_of(&mut self, info: &'static TypeInfo) {
        self.trail.content_of(info);
    }

    fn variant(&mut self, index: u32) {
        self.trail.variant(index);
        self.sketch(index.into());
    }

    fn variants_differ(&mut self, left: u32, right: u32) -> bool {
        let info = self.trail.listed();
        let name = |index| info.variant(index).map_or(info.name(), |variant| variant.name());
        self.fail_for(Reason::Variants { lhs: name(left), rhs: name(right) })
    }

    fn part<T: Field>(&mut self, position: u32, left: &'a T, right: &'a T, at: Region) -> bool {
        self.put_off(self.trail.field(position), Frame::new::<Value<T>>(left, right, at))
    }

    fn opaque<T: Eq + core::hash::Hash>(
        &mut self,
        position: u32,
        left: &'a T,
        right: &'a T,
        forms: OpaqueForms<T>,
    ) -> bool {
        if self.is_reading() {
            return true;
        }
        if left != right {
            let [lhs, rhs] = [left, right].map(|value| Opaque(value, forms.show).to_string());
            self.put_off_failure(self.trail.field(position), Reason::Leaves { lhs, rhs });
        }
        if forms.stable.is_none() && self.seeks_obstacle {
            self.put_off_task(self.trail.field(position), What::Fail(Failure::Obstacle(Obstacle::Opaque)));
        }
        true
    }

    fn ordered<M: Map + StructuralEq>(&mut self, position: u32, left: &'a M, right: &'a M, at: Region) -> bool {
        self.put_off(self.trail.field(position), Frame::new::<MatchInOrder<M>>(left, right, at))
    }

    fn unordered<S: Sequence + Field>(&mut self, position: u32, left: &'a S, right: &'a S, at: Region) -> bool {
        self.put_off(self.trail.field(position), Frame::new::<CompareUnordered<S>>(left, right, at))
    }

    fn operands<T: Field>(&mut self, positions: &[u32], left: &[&'a T], right: &[&'a T], at: Region) -> bool {
        self.compare_operands(positions, [left, right], at)
    }

    fn commuting_differs(&mut self, lhs: bool, rhs: bool) -> bool {
        self.put_off_failure(Mark::Transparent, Reason::Commuting { lhs, rhs })
    }

    fn process_local(&mut self) {
        self.obstructs(Obstacle::ProcessLocal);
    }

    fn names<T: NameField, N: Namespace>(&mut self, position: u32, left: &'a T, right: &'a T, at: Region) -> bool {
        self.put_off(self.trail.field(position), Frame::new::<ListNames<T, N>>(left, right, at))
    }

    fn name<T: KeyValue, N: Namespace>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
        self.visit_name::<T, N>(left, right, at)
    }

    fn names_in_order<S, N>(&mut self, left: &'a S, right: &'a S, at: Region) -> bool
    where
        S: Sequence<Item: NameField> + ?Sized,
        N: Namespace,
    {
        self.sketch(left.length() as u64);
        for (index, (l, r)) in left.items().zip(right.items()).enumerate() {
            self.put_off(Mark::Index(index), Frame::new::<ListNames<S::Item, N>>(l, r, at));
        }
        self.put_off_missing_element(left.length(), right.length());
        true
    }

    fn names_in_set<M, N>(&mut self, left: &'a M, right: &'a M, at: Region) -> bool
    where
        M: Map<Key: KeyValue>,
        N: Namespace,
    {
        self.match_maps::<M, AsNames<N>>(left, right, at, MapOrder::ByKey)
    }

    fn leaf<L: Leaf + ?Sized>(&mut self, left: &'a L, right: &'a L) -> bool {
        if L::PROCESS_LOCAL && !self.obstructs(Obstacle::ProcessLocal) {
            return false;
        }
        self.sketch_leaf(left)
            || left.same(right)
            || self.fail_for(Reason::Leaves { lhs: Shown(left).to_string(), rhs: Shown(right).to_string() })
    }

    fn owning<P: OwningPointer>(&mut self, left: &'a P, right: &'a P, at: Region) -> bool {
        self.visit::<Owned<P>>(left, right, at)
    }

    fn shared<P: SharedPointer>(&mut self, left: &'a P, right: &'a P, at: Region) -> bool {
        self.visit::<Pointee<P>>(left, right, at)
    }

    fn id<I: Id>(&mut self, left: &'a I, right: &'a I, at: Region) -> bool {
        self.follow(left, right, at)
    }

    fn arena<A: Arena<I>, I: Id>(&mut self, position: u32, left: &'a A, right: &'a A, at: Region) -> bool {
        self.put_off(self.trail.field(position), Frame::new::<WholeArenas<A, I>>(left, right, at))
    }

    fn referred<T: StructuralEq>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
        self.visit::<Referred<T>>(left, right, at)
    }

    fn sequence<S: Sequence + ?Sized>(&mut self, left: &'a S, right: &'a S, at: Region) -> bool {
        if self.sketching.is_some() {
            self.sketch_elements(left, at);
            return true;
        }
        if self.all.is_some() {
            return self.compare_aligned(left, right, at);
        }
        self.compare_elements(left, right, at);
        self.put_off_missing_element(left.length(), right.length());
        true
    }

    fn row<T: Field>(&mut self, left: &'a [T], right: &'a [T], at: Region) -> bool {
        self.put_off_rows(left, right, at);
        true
    }

    fn map<M: Map>(&mut self, left: &'a M, right: &'a M, at: Region, order: MapOrder) -> bool {
        self.match_maps::<M, AsKeys>(left, right, at, order)
    }

    fn node<T: Field>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
        self.visit::<Inline<T>>(left, right, at)
    }

    fn open(&mut self, left: VirtualPart<'a>, right: VirtualPart<'a>, at: Region) -> bool {
        match left.pair(&right) {
            Some(pair) => pair.report.at(at).run(self),
            None => self.types_differ(left.info(), right.info()),
        }
    }

    fn listed<T: ?Sized>(
        &mut self,
        left: &'a T,
        right: &'a T,
        list: fn(&'a T, &mut VirtualFields<'a>),
        at: Region,
    ) -> bool {
        self.virtual_fields(&VirtualFields::of(left, list), &VirtualFields::of(right, list), at)
    }

    fn custom<T: CustomStructural>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
        if self.is_reading() {
            return true;
        }
        self.relation.custom_met();
        let mut parts = EqualParts::default();
        let verdict = left.s_equal(right, &mut parts);
        for part in &parts.parts {
            let mark = self.trail.name_field(&part.name);
            match &part.values {
                EqualValues::Leaves(left, right) => self.compare_owned_leaves(mark, left, right),
                EqualValues::Parts(pair) => _ = self.put_off(mark, pair.report.at(at.enter(part.def, self.depth()))),
            }
        }
        if !verdict {
            self.put_off_failure(Mark::Transparent, Reason::Custom);
        }
        true
    }
}

impl<'a> Report<'a> {
    /// Puts off the failure of sequences of these lengths, if they differ.
    pub(super) fn put_off_missing_element(&mut self, lhs: usize, rhs: usize) {
        if lhs != rhs {
            let [one, other] = missing_element(lhs, rhs);
            let mark = self.trail.name(one, other);
            self.put_off_failure(mark, Reason::Lengths { lhs, rhs });
        }
    }

    /// Compares what functions listed.
    pub(super) fn virtual_fields(&mut self, left: &[VirtualField<'a>], right: &[VirtualField<'a>], at: Region) -> bool {
        let same = left.iter().zip(right).take_while(|(l, r)| l.name == r.name && l.def == r.def);
        let common = same.count();
        for (l, r) in left.iter().zip(right).take(common) {
            let mark = self.trail.name_field(&l.name);
            if self.seeks_obstacle && l.value.info().is_named_by_compiler() {
                self.put_off_task(mark, What::Fail(Failure::Obstacle(Obstacle::TypeName)));
                continue;
            }
            match (&l.value, &r.value) {
                (VirtualValue::Leaf(l), VirtualValue::Leaf(r)) if l.same_type(r) => {
                    self.compare_owned_leaves(mark, l, r)
                }
                (VirtualValue::Part(one), VirtualValue::Part(other)) if one.pair(other).is_some() => {
                    if let Some(pair) = one.pair(other) {
                        self.put_off(mark, pair.report.at(at.enter(l.def, self.depth())));
                    }
                }
                (VirtualValue::Slice(one), VirtualValue::Slice(other)) if one.ty == other.ty => {
                    let at = at.enter(l.def, self.depth());
                    for (index, pair) in one.pairs(other).enumerate() {
                        let mark = self.trail.element(mark, index);
                        self.put_off(mark, pair.report.at(at));
                    }
                    let [lhs, rhs] = [one, other].map(VirtualSlice::length);
                    if lhs != rhs {
                        let [one, other] = missing_element(lhs, rhs);
                        let mark = self.trail.inside(mark, one, other);
                        self.put_off_failure(mark, Reason::Lengths { lhs, rhs });
                    }
                }
                (l, r) => {
                    _ = self.put_off_failure(mark, Reason::Types { lhs: l.info(), rhs: r.info() });
                }
            }
        }
        if left.len().max(right.len()) > common {
            let [lhs, rhs] = [left, right].map(|fields| fields.get(common).map(|field| field.name.to_string()));
            self.put_off_failure(Mark::Transparent, Reason::VirtualFields { lhs, rhs });
        }
        true
    }

    fn compare_elements<S: Sequence + ?Sized>(&mut self, left: &'a S, right: &'a S, at: Region) {
        if let (Some(left), Some(right)) = (left.as_slice(), right.as_slice()) {
            self.put_off_rows(left, right, at);
            return;
        }
        for (index, (l, r)) in left.items().zip(right.items()).enumerate() {
            self.put_off(Mark::Index(index), Frame::new::<Value<S::Item>>(l, r, at));
        }
    }

    /// Puts off the elements of two slices, as far as both go.
    fn put_off_rows<T: Field>(&mut self, left: &'a [T], right: &'a [T], at: Region) {
        let mut done = 0;
        while let Some((row, count)) = Row::first_of(&left[done..], right.get(done..).unwrap_or_default(), at) {
            self.put_off(Mark::Row(done), Frame::row::<Elements<T>>(row));
            done += count;
        }
    }

    fn compare_owned_leaves(&mut self, mark: Mark, left: &OwnedLeaf, right: &OwnedLeaf) {
        if self.seeks_obstacle && left.is_process_local() {
            self.put_off_task(mark, What::Fail(Failure::Obstacle(Obstacle::ProcessLocal)));
        } else if !left.same(right) {
            self.put_off_failure(mark, Reason::Leaves { lhs: left.text(), rhs: right.text() });
        }
    }
}

/// An opaque value as a report shows it.
struct Opaque<'t, T>(&'t T, Option<Show<T>>);

impl<T> fmt::Display for Opaque<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.1 {
            Some(show) => show(self.0, f),
            None => f.write_str("_"),
        }
    }
}

/// The step on the elements of a row: the first; then come the others.
struct Elements<T>(PhantomData<T>);

impl<'a, T: Field + 'a> RowStep<'a, Report<'a>> for Elements<T> {
    type Place = T;

    fn run(report: &mut Report<'a>, row: Row<'a, T>) -> bool {
        let (index, length) = (report.trail.first_index(), report.trail.length());
        report.trail.push(Mark::Index(index));
        report.content_of(T::INFO);
        let (left, right, at) = row.first();
        if !T::held(left, right, at, report) || report.found.is_some() {
            return false;
        }
        report.trail.shorten(length);
        row.others().is_none_or(|others| report.put_off(Mark::Row(index + 1), Frame::row::<Self>(others)))
    }
}

/// The steps on each side to the first element that one of two sequences of these lengths lacks.
fn missing_element(lhs: usize, rhs: usize) -> [Step; 2] {
    if lhs < rhs { [Step::MissingIndex(lhs), Step::Index(lhs)] } else { [Step::Index(rhs), Step::MissingIndex(rhs)] }
}
