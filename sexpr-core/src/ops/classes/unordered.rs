//! Summaries of unordered parts: elements are summed up each by itself, and then put in an order.
//!
//! The order is by shapes, then by what variables refer to: free ones by their numbers, bound ones by when they were
//! bound. So it is the same in terms that differ in the names of bound variables alone. Where it is not, as where what is
//! remembered of an element was found at another place, terms are taken for different that are equal, and never the
//! reverse: whatever the order, a summary tells what the part is.

use alloc::vec::Vec;
use core::marker::PhantomData;

use crate::{
    describe::{containers::Sequence, leaf::Encoder, region::Region, structural::Field, visitor::Visitor},
    engine::{
        frame::{Frame, Step as TakeStep},
        place::Value,
        trail::Mark,
    },
    ops::classes::{AlphaClasses, Open, Tag, What, end::End, meanings::Meanings, summary::Summary},
};

impl<'a> AlphaClasses<'a> {
    /// Whether elements in a region stand in order: what binds is met in order.
    fn are_in_order<T: Field>(at: Region) -> bool {
        !T::CLOSED && at.binds()
    }

    /// Goes on to elements that have no order, each with the step that leads to it.
    fn put_off_unordered<T: Field + 'a>(&mut self, elements: impl Iterator<Item = (Mark, &'a T)>, at: Region) -> bool {
        self.put_off(Mark::Transparent, Frame::new::<BeginPart>(&(), &(), at));
        for (mark, element) in elements {
            self.put_off(Mark::Transparent, Frame::new::<BeginElement>(&(), &(), at));
            self.put_off(mark, Frame::new::<Value<T>>(element, element, at));
            self.put_off(Mark::Transparent, Frame::new::<End>(&(), &(), at));
        }
        self.put_off(Mark::Transparent, Frame::new::<End>(&(), &(), at))
    }

    /// Goes on to fields among which there is no order.
    pub(super) fn put_off_operands<T: Field>(&mut self, positions: &[u32], fields: &[&'a T], at: Region) -> bool {
        let at = at.past_boundary();
        if Self::are_in_order::<T>(at) {
            return self.fields_in_order(positions, fields, fields, at);
        }
        let marks: Vec<Mark> = positions.iter().map(|position| self.trail.field(*position)).collect();
        self.put_off_unordered(marks.into_iter().zip(fields.iter().copied()), at)
    }

    /// What an unordered part is, of which all elements were summed up.
    pub(super) fn sum_up_part(&mut self, open: &Open<'a>) -> Summary {
        let mut elements = self.elements.pop().unwrap_or_default();
        elements.sort_by_key(|element| element.shape);
        for same in elements.chunk_by_mut(|one, other| one.shape == other.shape) {
            let first = same[0].uses.by_meaning;
            if same.iter().any(|element| element.uses.by_meaning != first) {
                same.sort_by_cached_key(|element| {
                    let uses = self.terms.maps.entries(element.uses.by_meaning);
                    let mut uses: Vec<_> = uses.map(|(key, places)| (Meanings::rank(key), places)).collect();
                    uses.sort_unstable();
                    uses
                });
            }
        }
        self.text.word(Tag::Part as u64);
        self.text.word(elements.len() as u64);
        for (position, element) in elements.into_iter().enumerate() {
            self.text.number(element.shape);
            self.children.add(position, element);
        }
        self.sum_up(open)
    }
}

/// The step on a sequence whose elements have no order.
pub(super) struct VisitUnordered<S>(PhantomData<S>);

impl<'a, S: Sequence + Field + 'a> TakeStep<'a, AlphaClasses<'a>> for VisitUnordered<S> {
    type Place = S;

    fn run(summaries: &mut AlphaClasses<'a>, sequence: &'a S, _: &'a S, at: Region) -> bool {
        let at = at.past_boundary();
        summaries.trail.content_of(S::INFO);
        if AlphaClasses::are_in_order::<S::Item>(at) {
            return S::content(sequence, sequence, at, summaries);
        }
        let elements = sequence.items().enumerate();
        summaries.put_off_unordered(elements.map(|(index, item)| (Mark::Index(index), item)), at)
    }
}

/// The step before the elements of an unordered part.
struct BeginPart;

impl<'a> TakeStep<'a, AlphaClasses<'a>> for BeginPart {
    type Place = ();

    fn run(summaries: &mut AlphaClasses<'a>, (): &'a (), (): &'a (), _: Region) -> bool {
        summaries.begin(What::Part, None, false);
        summaries.elements.push(Vec::new());
        true
    }
}

/// The step before an element.
struct BeginElement;

impl<'a> TakeStep<'a, AlphaClasses<'a>> for BeginElement {
    type Place = ();

    fn run(summaries: &mut AlphaClasses<'a>, (): &'a (), (): &'a (), _: Region) -> bool {
        summaries.begin(What::Container, None, false);
        true
    }
}
