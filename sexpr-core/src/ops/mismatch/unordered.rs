//! Reports on unordered parts: elements are paired by their ranks in context. Of those without a partner, the first of the
//! left is compared with the one that is most like it; where all differences are wanted, each is.

use alloc::{boxed::Box, collections::VecDeque, vec::Vec};
use core::{cmp::Reverse, marker::PhantomData};

use crate::{
    describe::{
        containers::Sequence,
        info::Shape,
        region::Region,
        structural::{Field, StructuralEq},
        visitor::Visitor,
    },
    engine::{
        frame::{Frame, Step as TakeStep},
        path::Step,
        place::Value,
        trail::Mark,
    },
    ops::{
        in_context::{Rank, by_rank},
        mismatch::{
            Report,
            diff::{Portrait, edit::EditKind},
            reason::Reason,
        },
        part_steps::{Comparison, LeavePart, NoteElement},
    },
    rules::{correspondences::in_parts::Elements, relation::Relation},
};

/// How many elements of the right are looked at, to find the one that is most like one of the left.
const CANDIDATES: usize = 16;

/// How many parts of elements are looked at in one report to find out what is alike. Then the first one will do.
pub(super) const LIKENESS: usize = 1 << 20;

/// How the elements of two unordered parts belong together, by their indices.
#[derive(Debug, Default)]
struct Partners {
    /// In the order of comparison.
    pairs: Vec<(usize, usize)>,
    /// Those of the left that have no partner.
    left: Vec<usize>,
    /// Those of the right.
    right: VecDeque<usize>,
}

impl Partners {
    /// Pairs elements of one rank.
    fn new(ranks: &[Vec<Rank>; 2]) -> Partners {
        let mut partners = Partners::default();
        let [left, right] = ranks.each_ref().map(|ranks| by_rank(ranks));
        let mut right = right.into_iter().peekable();
        for (rank, l) in left {
            while let Some((_, r)) = right.next_if(|(other, _)| *other < rank) {
                partners.right.push_back(r);
            }
            match right.next_if(|(other, _)| *other == rank) {
                Some((_, r)) => partners.pairs.push((l, r)),
                None => partners.left.push(l),
            }
        }
        partners.right.extend(right.map(|(_, r)| r));
        partners.left.sort_unstable();
        partners.right.make_contiguous().sort_unstable();
        partners
    }
}

/// How the places of elements are shown.
enum Places {
    Indices,
    /// By the names of fields.
    Fields(Vec<Step>),
}

impl Places {
    /// Those of a sequence's elements.
    fn in_sequence<S: Sequence + Field>() -> Self {
        match S::INFO.shape() {
            Shape::Tuple(fields) => {
                Places::Fields(fields.iter().map(|field| Step::Field(field.name().into())).collect())
            }
            _ => Places::Indices,
        }
    }

    fn step(&self, index: usize) -> Step {
        match self {
            Places::Indices => Step::Index(index),
            Places::Fields(steps) => steps[index].clone(),
        }
    }
}

/// Fields among which there is no order, whose turn has not come.
struct Waiting<'a, T> {
    sides: [Vec<&'a T>; 2],
    places: Places,
    at: Region,
}

/// [`Waiting`], whatever the fields' type.
pub(super) trait WaitingFields<'a> {
    /// Compares them.
    fn compare(self: Box<Self>, report: &mut Report<'a>) -> bool;
}

impl<'a, T: Field + 'a> WaitingFields<'a> for Waiting<'a, T> {
    fn compare(self: Box<Self>, report: &mut Report<'a>) -> bool {
        let Waiting { sides, places, at } = *self;
        report.compare_elements_unordered(sides, &places, at)
    }
}

impl Comparison for Report<'_> {
    fn relation(&mut self) -> &mut Relation {
        &mut self.relation
    }
}

impl<'a> Report<'a> {
    /// How elements are compared: in order also where one value is read.
    fn elements<T: Field>(&self, at: Region) -> Elements {
        if self.is_reading() || self.seeks_obstacle {
            return Elements::InOrder;
        }
        Elements::of_two_values(at, T::CLOSED, self.options)
    }

    fn compare_unordered<S: Sequence + Field>(&mut self, left: &'a S, right: &'a S, at: Region) -> bool {
        let at = at.past_boundary();
        if !S::Item::CLOSED && !self.relation.variables().follow_parts(self.options.maps_free_vars()) {
            return false;
        }
        let places = Places::in_sequence::<S>();
        if self.elements::<S::Item>(at) == Elements::InOrder {
            return match places {
                Places::Indices => self.sequence(left, right, at),
                Places::Fields(_) => S::content(left, right, at, self),
            };
        }
        self.compare_elements_unordered([left, right].map(|side| side.items().collect()), &places, at)
    }

    /// Compares fields that have no order among them.
    pub(super) fn compare_operands<T: Field + 'a>(
        &mut self,
        positions: &[u32],
        sides: [&[&'a T]; 2],
        at: Region,
    ) -> bool {
        let at = at.past_boundary();
        if !T::CLOSED && !self.relation.variables().follow_parts(self.options.maps_free_vars()) {
            return false;
        }
        let [left, right] = sides;
        if self.elements::<T>(at) == Elements::InOrder {
            return self.fields_in_order(positions, left, right, at);
        }
        let places = positions.iter().filter_map(|position| self.trail.field_step(*position)).collect();
        let waiting = Waiting { sides: [left.to_vec(), right.to_vec()], places: Places::Fields(places), at };
        self.put_off_fields.push(Box::new(waiting));
        self.put_off(Mark::Transparent, Frame::new::<CompareFields>(&(), &(), at))
    }

    fn compare_elements_unordered<T: Field + 'a>(
        &mut self,
        [left, right]: [Vec<&'a T>; 2],
        places: &Places,
        at: Region,
    ) -> bool {
        let is_open = !T::CLOSED;
        let Report { relation, in_context, options, .. } = self;
        let partners = Partners::new(&in_context.ranks([&left, &right], at, *options, relation));
        let are_scopes = self.elements::<T>(at) == Elements::AreScopes;
        for (l, r) in &partners.pairs {
            let mark = self.trail.name(places.step(*l), places.step(*r));
            if are_scopes {
                self.put_off(Mark::Transparent, Frame::new::<NoteElement<true>>(&(), &(), at));
            }
            self.put_off(mark, Frame::new::<Value<T>>(left[*l], right[*r], at));
            if are_scopes {
                self.put_off(Mark::Transparent, Frame::new::<NoteElement<false>>(&(), &(), at));
            }
        }
        self.put_off_lone(&left, &right, partners, places, at);
        if is_open {
            self.put_off(Mark::Transparent, Frame::new::<LeavePart>(&(), &(), at));
        }
        true
    }

    /// Puts off what is to be told of elements without a partner: of one, or of all.
    fn put_off_lone<T: Field>(
        &mut self,
        left: &[&'a T],
        right: &[&'a T],
        partners: Partners,
        places: &Places,
        at: Region,
    ) {
        let Partners { left: lone_left, right: mut lone_right, .. } = partners;
        let (lhs, rhs) = (left.len(), right.len());
        let wanted = if self.all.is_some() { usize::MAX } else { 1 };
        let is_told = !lone_left.is_empty();
        let mut lone: Vec<_> = lone_left.into_iter().take(wanted).map(|l| (l, None)).collect();
        // Where all are told, first those that are alike at all.
        for is_last in if self.all.is_some() { [false, true].as_slice() } else { &[true] } {
            for (l, partner) in lone.iter_mut().filter(|(_, partner)| partner.is_none()) {
                let nearest = self.nearest(left[*l], right, &lone_right, *is_last);
                *partner = nearest.and_then(|candidate| lone_right.remove(candidate));
            }
        }
        for (l, partner) in lone {
            if let Some(r) = partner {
                let mark = self.trail.name(places.step(l), places.step(r));
                self.put_off(mark, Frame::new::<BeginLone>(&(), &(), at));
                self.put_off(mark, Frame::new::<Value<T>>(left[l], right[r], at));
                self.put_off(mark, Frame::new::<EndLone>(&(), &(), at));
            } else {
                self.put_off_missing([Step::Index(l), Step::MissingIndex(rhs)], left[l], [lhs, rhs], |size| {
                    EditKind::Removed { size }
                });
            }
        }
        if is_told && self.all.is_none() {
            return;
        }
        for r in lone_right.into_iter().take(wanted) {
            self.put_off_missing([Step::MissingIndex(lhs), Step::Index(r)], right[r], [lhs, rhs], |size| {
                EditKind::Inserted { size }
            });
        }
    }

    fn put_off_missing<T: Field>(
        &mut self,
        [one, other]: [Step; 2],
        element: &T,
        [lhs, rhs]: [usize; 2],
        edit: impl FnOnce(usize) -> EditKind,
    ) {
        let mark = self.trail.name(one, other);
        if self.all.is_some() {
            let size = Portrait::of(element, self.options).size();
            self.put_off_task(mark, super::What::Edit(edit(size)));
        } else {
            self.put_off_failure(mark, Reason::Lengths { lhs, rhs });
        }
    }

    /// Which of some elements of the right is most like one of the left; or `any`, though it is not alike at all.
    fn nearest<T: Field>(&mut self, left: &T, right: &[&T], lone: &VecDeque<usize>, any: bool) -> Option<usize> {
        if any && lone.len() < 2 || self.likeness_left == 0 {
            return (any && !lone.is_empty()).then_some(0);
        }
        let options = self.options;
        let mut portrait = |element: &T| {
            let portrait = Portrait::of(element, options);
            self.likeness_left = self.likeness_left.saturating_sub(portrait.size().saturating_add(1));
            portrait
        };
        let this = portrait(left);
        let candidates = (0..lone.len().min(CANDIDATES)).map(|candidate| {
            let likeness = this.likeness(&portrait(right[lone[candidate]]));
            (likeness, Reverse(candidate))
        });
        let ((levels, ..), Reverse(candidate)) = candidates.max()?;
        (any || levels > 0).then_some(candidate)
    }
}

/// The step on two sequences whose elements have no order.
pub(super) struct CompareUnordered<S>(PhantomData<S>);

impl<'a, S: Sequence + Field + 'a> TakeStep<'a, Report<'a>> for CompareUnordered<S> {
    type Place = S;

    fn run(report: &mut Report<'a>, left: &'a S, right: &'a S, at: Region) -> bool {
        report.content_of(S::INFO);
        report.compare_unordered(left, right, at)
    }
}

/// The step on fields among which there is no order.
struct CompareFields;

impl<'a> TakeStep<'a, Report<'a>> for CompareFields {
    type Place = ();

    fn run(report: &mut Report<'a>, (): &'a (), (): &'a (), _: Region) -> bool {
        report.unordered_fields.pop().is_none_or(|fields| fields.compare(report))
    }
}

/// The step before two elements that have no partner.
struct BeginLone;

impl<'a> TakeStep<'a, Report<'a>> for BeginLone {
    type Place = ();

    fn run(report: &mut Report<'a>, (): &'a (), (): &'a (), _: Region) -> bool {
        report.begin_trees();
        true
    }
}

/// The step after two elements that have no partner: if nothing was told of them, that they have none.
struct EndLone;

impl<'a> TakeStep<'a, Report<'a>> for EndLone {
    type Place = ();

    fn run(report: &mut Report<'a>, (): &'a (), (): &'a (), _: Region) -> bool {
        !report.end_lone() || report.fail_for(Reason::NoPartner)
    }
}
