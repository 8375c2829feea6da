//! Equality of unordered parts: elements are paired by their ranks in context, and then compared.
//!
//! Where hashes do not tell which elements belong together, [`Equal::are_equal_elements`] compares two of them, as if each
//! were the first: a comparison of its own, in the context of the one around it.

use alloc::vec::Vec;

use crate::{
    describe::{options::Options, region::Region, structural::Field},
    engine::{
        frame::Frame,
        recursion::{Recursion, Suspendable},
    },
    ops::{
        equal::{Equal, maps::LeafKeys},
        in_context::{InContext, by_rank},
    },
    rules::{
        memo::equal_terms::ClosedTerms,
        relation::Relation,
        var_pairs::in_parts::{Elements, Event},
    },
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
            self.put_off_large(move |equal| equal.compare_unordered(left, right, at));
            return true;
        }
        self.compare_unordered(left, right, at)
    }

    fn compare_unordered<T: Field + 'a>(&mut self, left: Vec<&'a T>, right: Vec<&'a T>, at: Region) -> bool {
        if !T::CLOSED && (self.is_not_closed() || !self.relation.variables.follow_parts(self.options.maps_free_vars()))
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
            self.now_or_later(|equal| _ = equal.relation.variables.leave_part());
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
                self.now_or_later(|equal| equal.relation.variables.note_element(Event::EnterScope));
            }
            if self.recursion.is_suspended() {
                self.recursion.put_off(Frame::one(left, right, Self::values, at));
            } else if !T::held(left, right, at, self) {
                return false;
            }
            if are_scopes {
                self.now_or_later(|equal| equal.relation.variables.note_element(Event::LeaveScope));
            }
        }
        true
    }
}

impl Equal<'_> {
    /// Whether two elements are equal in a context, which is left as it was.
    pub(crate) fn are_equal_elements<T: Field>(
        [left, right]: [&T; 2],
        at: Region,
        options: Options,
        relation: &mut Relation,
        in_context: &mut InContext,
    ) -> bool {
        // Around closed elements may be anything, such as a key with options of its own. It makes no difference to them.
        let apart = T::CLOSED.then(|| relation.set_aside());
        let around = relation.variables.around();
        let (mut leaf_keys, mut closed_terms) = (LeafKeys::default(), ClosedTerms::default());
        let outermost = in_context.depth_limit;
        let recursion = Recursion::inside(outermost);
        in_context.depth_limit = Some(recursion.depth_limit());
        let mut equal = Equal::new(options, relation, &mut leaf_keys, &mut closed_terms, recursion);
        equal.in_context = core::mem::take(in_context);
        equal.depth = equal.relation.variables.depth();
        let verdict = T::held(left, right, at, &mut equal);
        let verdict = equal.finish(verdict);
        *in_context = core::mem::take(&mut equal.in_context);
        in_context.depth_limit = outermost;
        drop(equal);
        relation.variables.go_back_to(around);
        if let Some(around) = apart {
            relation.take_up(around);
        }
        verdict
    }
}
