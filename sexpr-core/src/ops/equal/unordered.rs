//! Equality of unordered parts: elements are paired by their ranks in context, and then compared.

use alloc::{boxed::Box, vec::Vec};

use crate::{
    describe::{region::Region, structural::Field},
    engine::{
        recursion::Suspendable,
        {frame::Frame, place::Value},
    },
    ops::{equal::Equal, in_context::by_rank},
    rules::var_pairs::in_parts::{Elements, Event},
};

impl<'a> Equal<'a> {
    /// Compares elements that have no order, or puts that off.
    pub(super) fn unordered_elements<T: Field + 'a>(
        &mut self,
        left: Vec<&'a T>,
        right: Vec<&'a T>,
        at: Region,
    ) -> bool {
        if left.len() != right.len() {
            return false;
        }
        self.visits += left.len() as u64;
        if self.recursion.has_to_wait() {
            self.recursion.put_off(Frame::call(Self::compare_parts, at));
            self.put_off_parts.push(Box::new(move |equal| equal.compare_unordered(left, right, at)));
            return true;
        }
        self.compare_unordered(left, right, at)
    }

    /// The step on two unordered parts.
    fn compare_parts(&mut self, _: Region) -> bool {
        self.parts.pop().is_none_or(|compare| compare(self))
    }

    fn compare_unordered<T: Field + 'a>(&mut self, left: Vec<&'a T>, right: Vec<&'a T>, at: Region) -> bool {
        if !T::CLOSED
            && (self.is_not_closed() || !self.relation.variables().follow_parts(self.options.maps_free_vars()))
        {
            return false;
        }
        let elements = Elements::of_two_values(at, T::CLOSED, self.options);
        if elements == Elements::InOrder {
            return self.pairs(left.into_iter().zip(right), at, false);
        }
        let Equal { relation, in_context, options, .. } = self;
        let ranks = in_context.ranks([&left, &right], at, *options, relation);
        let [one, other] = ranks.each_ref().map(|ranks| by_rank(ranks));
        if !one.iter().zip(&other).all(|((left, _), (right, _))| left == right) {
            return false;
        }
        let pairs = one.iter().zip(&other).map(|((_, l), (_, r))| (left[*l], right[*r]));
        if !self.pairs(pairs, at, elements == Elements::AreScopes) {
            return false;
        }
        if !T::CLOSED {
            self.now_or_later(|equal| _ = equal.relation.variables().leave_part());
        }
        true
    }

    /// Compares pairs of elements, or puts that off. `are_scopes` says whether variables are numbered in each.
    fn pairs<T: Field + 'a>(
        &mut self,
        pairs: impl Iterator<Item = (&'a T, &'a T)>,
        at: Region,
        are_scopes: bool,
    ) -> bool {
        for (left, right) in pairs {
            if are_scopes {
                self.now_or_later(|equal| equal.relation.variables().note_element(Event::EnterScope));
            }
            if self.recursion.is_suspended() {
                self.recursion.put_off(Frame::one::<Value<T>>(left, right, at));
            } else if !T::held(left, right, at, self) {
                return false;
            }
            if are_scopes {
                self.now_or_later(|equal| equal.relation.variables().note_element(Event::LeaveScope));
            }
        }
        true
    }
}
