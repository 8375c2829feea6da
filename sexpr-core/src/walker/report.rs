//! The mismatch report: two values, the first difference.

use alloc::{string::ToString, vec::Vec};
use core::{fmt, marker::PhantomData};

use super::{
    entries::{entries, match_entries},
    frame::{Frame, SLICE, SliceStep, Step as TakeStep},
    place::{Held, Inline, Place, Pointee, Root},
    relation::{Difference, Meeting, Ordinal, Relation},
};
use crate::{
    containers::{Map, MapOrder, OwningPointer, Sequence, SharedPointer, Sharing},
    custom::{CustomStructural, EqualParts, EqualValues, OwnedLeaf, VirtualFields, VirtualValue},
    keys::{KeyReader, MapKey},
    leaf::{Leaf, Shown},
    mismatch::{Mismatch, Reason},
    options::Options,
    path::{Key, Path, Step},
    region::Region,
    structural::{Field, StructuralEq},
    table::{FieldInfo, Kind, Roles, Shape, TypeInfo},
    visitor::{Show, Visitor},
};

/// A comparison in strict order that knows where it is.
///
/// Unlike [`Equal`](super::Equal), it puts off whatever a type lists, leaves included, and looks through pointers at
/// once, so that the first difference found is the first in the order of comparison. The rules are the same:
/// those of [`Relation`].
pub(crate) struct Report<'a> {
    options: Options,
    relation: Relation,
    stack: Vec<Task<'a>>,
    /// The way to where the comparison is.
    path: Vec<Mark>,
    /// What marks name that does not go without saying.
    steps: Vec<(Step, Step)>,
    /// The type whose content is being listed, and its variant.
    listing: (&'static TypeInfo, u32),
    /// The index of the first element of the slices at hand.
    first_index: usize,
    found: Option<Failure>,
    watched: Watched,
}

/// A step of the path, the same on both sides unless it is [`Named`](Mark::Named).
#[derive(Clone, Copy)]
enum Mark {
    /// No step.
    Transparent,
    Field(&'static str),
    Index(usize),
    /// No step; what lies here are slices, from this index on.
    Slices(usize),
    /// The steps with this number.
    Named(usize),
}

/// What is still to be done, and where.
struct Task<'a> {
    depth: usize,
    mark: Mark,
    what: What<'a>,
}

enum What<'a> {
    Compare(Frame<'a, Report<'a>>),
    Fail(Failure),
}

/// Why the values differ; correspondences are not yet traced to where they were made.
enum Failure {
    Reason(Reason),
    Difference(Difference),
}

/// Correspondences or pairs of dag nodes whose making is awaited, and where it took place.
#[derive(Default)]
struct Watched {
    kind: Option<Kind>,
    ordinals: [Option<Ordinal>; 2],
    places: [Option<Path>; 2],
}

impl<'a> Report<'a> {
    /// The first mismatch of two values.
    pub(crate) fn run<T: StructuralEq + ?Sized>(left: &T, right: &T, options: Options) -> Option<Mismatch> {
        let (left, right) = (&left, &right);
        let mut report = Report::new(options, Watched::default());
        let failure = report.first_failure::<T>(left, right)?;
        let (lhs, rhs) = report.paths();
        let reason = match failure {
            Failure::Reason(reason) => reason,
            Failure::Difference(Difference::Free) => Reason::FreeVariables,
            Failure::Difference(Difference::Singletons) => Reason::Singletons { lhs: None, rhs: None },
            Failure::Difference(Difference::BoundElsewhere(one, other)) => {
                let [lhs, rhs] = trace::<T>(left, right, options, Kind::Var, [one, other]);
                Reason::BoundElsewhere { lhs, rhs }
            }
            Failure::Difference(Difference::Sharing(one, other)) => {
                let [lhs, rhs] = trace::<T>(left, right, options, Kind::Dag, [one, other]);
                Reason::Sharing { lhs, rhs }
            }
        };
        Some(Mismatch::new(lhs, rhs, reason))
    }

    fn new(options: Options, watched: Watched) -> Self {
        Report {
            options,
            relation: Relation::default(),
            stack: Vec::new(),
            path: Vec::new(),
            steps: Vec::new(),
            listing: (&NOTHING, 0),
            first_index: 0,
            found: None,
            watched,
        }
    }

    fn first_failure<T: StructuralEq + ?Sized>(&mut self, left: &'a &T, right: &'a &T) -> Option<Failure> {
        let mut goes_on = self.visit::<Root<'_, T>>(left, right, self.options.root_region());
        while goes_on {
            let task = self.stack.pop()?;
            self.path.truncate(task.depth);
            match task.mark {
                Mark::Transparent => {}
                Mark::Slices(first) => self.first_index = first,
                mark => self.path.push(mark),
            }
            goes_on = match task.what {
                What::Compare(frame) => frame.run(self),
                What::Fail(failure) => self.fail(failure),
            };
        }
        self.found.take()
    }

    fn fail(&mut self, failure: Failure) -> bool {
        self.found = Some(failure);
        false
    }

    fn fail_for(&mut self, reason: Reason) -> bool {
        self.fail(Failure::Reason(reason))
    }

    /// Puts off a comparison of parts of the values at hand. Parts come last one first.
    fn put_off(&mut self, mark: Mark, frame: Frame<'a, Self>) -> bool {
        self.stack.push(Task { depth: self.path.len(), mark, what: What::Compare(frame) });
        true
    }

    /// Puts off a difference in parts of the values at hand.
    fn put_off_failure(&mut self, mark: Mark, reason: Reason) -> bool {
        self.stack.push(Task { depth: self.path.len(), mark, what: What::Fail(Failure::Reason(reason)) });
        true
    }

    fn name(&mut self, lhs: Step, rhs: Step) -> Mark {
        self.steps.push((lhs, rhs));
        Mark::Named(self.steps.len() - 1)
    }

    fn name_field(&mut self, name: &str) -> Mark {
        let step = Step::Field(name.to_string().into());
        self.name(step.clone(), step)
    }

    /// The mark of a field of the type that is being listed.
    fn field_mark(&self, position: u32) -> Mark {
        let (info, variant) = self.listing;
        let fields: &[FieldInfo] = match (info.shape(), info.variant(variant)) {
            (_, Some(variant)) if variant.is_newtype() => return Mark::Transparent,
            (_, Some(variant)) => variant.fields(),
            (Shape::Tuple(fields), None) => fields,
            (_, None) => &[],
        };
        fields.get(position as usize).map_or(Mark::Transparent, |field| Mark::Field(field.name()))
    }

    /// The path of each side.
    fn paths(&self) -> (Path, Path) {
        let side = |choose: fn(&(Step, Step)) -> &Step| {
            let steps = self.path.iter().filter_map(|mark| match mark {
                Mark::Transparent | Mark::Slices(_) => None,
                Mark::Field(name) => Some(Step::Field((*name).into())),
                Mark::Index(index) => Some(Step::Index(*index)),
                Mark::Named(number) => self.steps.get(*number).map(choose).cloned(),
            });
            Path::new(steps.collect())
        };
        (side(|steps| &steps.0), side(|steps| &steps.1))
    }

    /// Compares two nodes: what their kind asks for, then their fields.
    fn visit<P: Place<'a>>(&mut self, left: &'a P::Holder, right: &'a P::Holder, at: Region) -> bool {
        let (l, r) = (P::node(left), P::node(right));
        self.content_of(P::Node::INFO);
        let kind = P::Node::kind(l);
        if kind != P::Node::kind(r) {
            return self.variants_differ(P::Node::variant(l), P::Node::variant(r));
        }
        let once = P::sharing(left) == Sharing::Unique && P::sharing(right) == Sharing::Unique;
        let (one, other) = (self.relation.keys.identify(l), self.relation.keys.identify(r));
        match self.relation.meet(kind, one, other, at, once) {
            Meeting::Equal => true,
            Meeting::Different(Difference::Singletons) => {
                let key = |node| KeyReader::text_of_node(node);
                self.fail_for(Reason::Singletons { lhs: key(l), rhs: key(r) })
            }
            Meeting::Different(difference) => self.fail(Failure::Difference(difference)),
            Meeting::Compare(region) => P::Node::content(l, r, region, self),
            Meeting::CompareAndRelate(region) => {
                self.put_off(Mark::Transparent, Frame::new::<Relate<P>>(left, right, at));
                P::Node::content(l, r, region, self)
            }
        }
    }

    /// Notes where a watched correspondence was made, if it just was.
    fn watch(&mut self, kind: Kind) {
        if self.watched.kind != Some(kind) {
            return;
        }
        let made = if kind == Kind::Dag { self.relation.dags.made() } else { self.relation.variables.made() };
        for side in 0..2 {
            let watched = self.watched.ordinals[side].is_some_and(|ordinal| ordinal < made);
            if watched && self.watched.places[side].is_none() {
                let (lhs, rhs) = self.paths();
                self.watched.places[side] = Some(if side == 0 { lhs } else { rhs });
            }
        }
    }

    fn compare_elements<S: Sequence + ?Sized>(&mut self, left: &'a S, right: &'a S, at: Region) {
        if let (Some(left), Some(right)) = (left.as_slice(), right.as_slice()) {
            self.put_off_slices(left, right, 0, at);
            return;
        }
        let first = self.stack.len();
        for (index, (l, r)) in left.items().zip(right.items()).enumerate() {
            self.put_off(Mark::Index(index), Frame::new::<Held<S::Item>>(l, r, at));
        }
        self.stack[first..].reverse();
    }

    /// Puts off the elements of two slices, as far as both go; the first of them has the index `first`.
    fn put_off_slices<T: Field>(&mut self, left: &'a [T], right: &'a [T], first: usize, at: Region) {
        let common = left.len().min(right.len());
        let (left, right) = (left[..common].chunks(SLICE), right[..common].chunks(SLICE));
        for (part, (left, right)) in left.zip(right).enumerate().rev() {
            let frame = Frame::slices::<Elements<T>>(left, right, at);
            self.put_off(Mark::Slices(first + part * SLICE), frame);
        }
    }

    fn match_maps<M: Map>(&mut self, left: &'a M, right: &'a M, at: Region, order: MapOrder) -> bool {
        let mut keys = core::mem::take(&mut self.relation.keys);
        let left = entries(left, order, &mut keys, |variable| self.relation.left_ordinal(variable));
        let right = entries(right, order, &mut keys, |variable| self.relation.right_ordinal(variable));
        self.relation.keys = keys;
        let matching = match_entries(left, right, order, |left, right, _| M::Key::same(left, right));
        for variable in matching.pairs.iter().filter_map(|(left, _)| left.free_variable()) {
            self.relation.record_free(variable);
            self.watch(Kind::Var);
        }
        let key = |key: &M::Key| Key::new(KeyReader::text(key));
        let missing = match (order, matching.only_left, matching.only_right) {
            (_, None, None) => None,
            (MapOrder::Container, Some(lhs), Some(rhs)) => {
                Some((Step::Key(key(lhs)), Step::Key(key(rhs)), Reason::Keys))
            }
            (_, Some(lhs), _) => Some((Step::Key(key(lhs)), Step::MissingKey(key(lhs)), Reason::MissingKey)),
            (_, None, Some(rhs)) => Some((Step::MissingKey(key(rhs)), Step::Key(key(rhs)), Reason::MissingKey)),
        };
        if let Some((lhs, rhs, reason)) = missing {
            let mark = self.name(lhs, rhs);
            if order == MapOrder::ByKey && matching.only_left.is_some() {
                self.path.push(mark);
                return self.fail_for(reason);
            }
            self.put_off_failure(mark, reason);
        }
        for (left, right) in matching.pairs.iter().rev() {
            let mark = self.name(Step::Key(key(left.key)), Step::Key(key(right.key)));
            self.put_off(mark, Frame::new::<Held<M::Value>>(left.value, right.value, at));
        }
        true
    }

    fn compare_owned_leaves(&mut self, mark: Mark, left: &OwnedLeaf, right: &OwnedLeaf) {
        if !left.same(right) {
            self.put_off_failure(mark, Reason::Leaves { lhs: left.text(), rhs: right.text() });
        }
    }
}

/// What is being listed before anything is.
static NOTHING: TypeInfo = TypeInfo::leaf("");

/// Where correspondences were made: compares once more, and notes it.
fn trace<T: StructuralEq + ?Sized>(
    left: &&T,
    right: &&T,
    options: Options,
    kind: Kind,
    ordinals: [Option<Ordinal>; 2],
) -> [Option<Path>; 2] {
    let watched = Watched { kind: Some(kind), ordinals, places: [None, None] };
    let mut report = Report::new(options, watched);
    report.first_failure::<T>(left, right);
    report.watched.places
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

impl<'a> Visitor<'a> for Report<'a> {
    fn content_of(&mut self, info: &'static TypeInfo) {
        self.listing = (info, 0);
    }

    fn variant(&mut self, index: u32) {
        self.listing.1 = index;
    }

    fn variants_differ(&mut self, left: u32, right: u32) -> bool {
        let info = self.listing.0;
        let name = |index| info.variant(index).map_or(info.name(), |variant| variant.name());
        self.fail_for(Reason::Variants { lhs: name(left), rhs: name(right) })
    }

    fn field<T: Field>(&mut self, position: u32, roles: Roles, left: &'a T, right: &'a T, at: Region) -> bool {
        if self.options.skips(roles) {
            return true;
        }
        self.put_off(self.field_mark(position), Frame::new::<Held<T>>(left, right, at.enter(roles.def())))
    }

    fn opaque_field<T: Eq + core::hash::Hash>(
        &mut self,
        position: u32,
        roles: Roles,
        left: &'a T,
        right: &'a T,
        show: Option<Show<T>>,
    ) -> bool {
        if !self.options.skips(roles) && left != right {
            let [lhs, rhs] = [left, right].map(|value| Opaque(value, show).to_string());
            self.put_off_failure(self.field_mark(position), Reason::Leaves { lhs, rhs });
        }
        true
    }

    fn ordered_field<M: Map + StructuralEq>(
        &mut self,
        position: u32,
        roles: Roles,
        left: &'a M,
        right: &'a M,
        at: Region,
    ) -> bool {
        if self.options.skips(roles) {
            return true;
        }
        self.put_off(self.field_mark(position), Frame::new::<MatchInOrder<M>>(left, right, at.enter(roles.def())))
    }

    fn leaf<L: Leaf + ?Sized>(&mut self, left: &'a L, right: &'a L) -> bool {
        left.same(right)
            || self.fail_for(Reason::Leaves { lhs: Shown(left).to_string(), rhs: Shown(right).to_string() })
    }

    fn owning<P: OwningPointer>(&mut self, left: &'a P, right: &'a P, at: Region) -> bool {
        self.content_of(P::Target::INFO);
        P::Target::held(left.target(), right.target(), at, self)
    }

    fn shared<P: SharedPointer>(&mut self, left: &'a P, right: &'a P, at: Region) -> bool {
        self.visit::<Pointee<P>>(left, right, at)
    }

    fn sequence<S: Sequence + ?Sized>(&mut self, left: &'a S, right: &'a S, at: Region) -> bool {
        let (lhs, rhs) = (left.length(), right.length());
        if lhs != rhs {
            let mark = if lhs < rhs {
                self.name(Step::MissingIndex(lhs), Step::Index(lhs))
            } else {
                self.name(Step::Index(rhs), Step::MissingIndex(rhs))
            };
            self.put_off_failure(mark, Reason::Lengths { lhs, rhs });
        }
        self.compare_elements(left, right, at);
        true
    }

    fn map<M: Map>(&mut self, left: &'a M, right: &'a M, at: Region, order: MapOrder) -> bool {
        self.match_maps(left, right, at, order)
    }

    fn node<T: Field>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
        self.visit::<Inline<T>>(left, right, at)
    }

    fn listed<T: ?Sized>(
        &mut self,
        left: &'a T,
        right: &'a T,
        list: fn(&'a T, &mut VirtualFields<'a>),
        at: Region,
    ) -> bool {
        let (left, right) = (VirtualFields::of(left, list), VirtualFields::of(right, list));
        let bottom = self.stack.len();
        let same = left.iter().zip(&right).take_while(|(l, r)| l.name == r.name && l.def == r.def);
        let common = same.count();
        for (l, r) in left.iter().zip(&right).take(common) {
            let mark = self.name_field(&l.name);
            match (&l.value, &r.value) {
                (VirtualValue::Leaf(l), VirtualValue::Leaf(r)) if l.same_type(r) => {
                    self.compare_owned_leaves(mark, l, r)
                }
                (VirtualValue::Part(one), VirtualValue::Part(other)) if one.pair(other).is_some() => {
                    if let Some(pair) = one.pair(other) {
                        self.put_off(mark, pair.report.at(at.enter(l.def)));
                    }
                }
                (l, r) => _ = self.put_off_failure(mark, Reason::Types { lhs: l.type_name(), rhs: r.type_name() }),
            }
        }
        if left.len().max(right.len()) > common {
            let [lhs, rhs] = [&left, &right].map(|fields| fields.get(common).map(|field| field.name.to_string()));
            self.put_off_failure(Mark::Transparent, Reason::VirtualFields { lhs, rhs });
        }
        self.stack[bottom..].reverse();
        true
    }

    fn custom<T: CustomStructural>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
        self.relation.custom_met();
        let mut parts = EqualParts::default();
        let verdict = left.s_equal(right, &mut parts);
        let bottom = self.stack.len();
        for part in &parts.parts {
            let mark = self.name_field(&part.name);
            match &part.values {
                EqualValues::Leaves(left, right) => self.compare_owned_leaves(mark, left, right),
                EqualValues::Parts(pair) => _ = self.put_off(mark, pair.report.at(at.enter(part.def))),
            }
        }
        if !verdict {
            self.put_off_failure(Mark::Transparent, Reason::Custom);
        }
        self.stack[bottom..].reverse();
        true
    }
}

/// The step on two variables or dag nodes whose fields are equal.
struct Relate<P>(PhantomData<P>);

impl<'a, P: Place<'a>> TakeStep<'a, Report<'a>> for Relate<P> {
    type Place = P::Holder;

    fn run(report: &mut Report<'a>, left: &'a P::Holder, right: &'a P::Holder, at: Region) -> bool {
        let (left, right) = (P::node(left), P::node(right));
        let kind = P::Node::kind(left);
        let (left, right) = (report.relation.keys.identify(left), report.relation.keys.identify(right));
        match report.relation.relate(kind, left, right, at) {
            Ok(()) => {
                report.watch(kind);
                true
            }
            Err(difference) => report.fail(Failure::Difference(difference)),
        }
    }
}

/// The step on the elements of two slices: the first, with the others left on the stack.
struct Elements<T>(PhantomData<T>);

impl<'a, T: Field + 'a> SliceStep<'a, Report<'a>> for Elements<T> {
    type Item = T;

    fn run(report: &mut Report<'a>, left: &'a [T], right: &'a [T], at: Region) -> bool {
        let ([first, left @ ..], [other, right @ ..]) = (left, right) else { return true };
        let index = report.first_index;
        report.put_off_slices(left, right, index + 1, at);
        report.path.push(Mark::Index(index));
        report.content_of(T::INFO);
        T::held(first, other, at, report)
    }
}

/// The step on two maps that are matched in the containers' order.
struct MatchInOrder<M>(PhantomData<M>);

impl<'a, M: Map + 'a> TakeStep<'a, Report<'a>> for MatchInOrder<M> {
    type Place = M;

    fn run(report: &mut Report<'a>, left: &'a M, right: &'a M, at: Region) -> bool {
        report.match_maps(left, right, at, MapOrder::Container)
    }
}
