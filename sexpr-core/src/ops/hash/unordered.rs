//! Hashes of unordered parts: those of their elements, sorted.

use crate::{
    describe::{identity::Identity, region::Region, structural::Field},
    engine::{frame::Frame, recursion::Suspendable},
    ops::hash::{
        Hash, Root,
        items::Hashing,
        nodes::{Last, NodeInProgress},
    },
    rules::var_pairs::in_parts::Elements,
};
use alloc::vec::Vec;

impl<'a, I: Hashing> Hash<'a, I> {
    /// Hashes elements that have no order, each by itself, or puts that off. `false` if the computation has to start over.
    pub(super) fn unordered<T: Field + 'a>(&mut self, elements: impl Iterator<Item = &'a T>, at: Region) -> bool {
        let is_open = !T::CLOSED && !self.numbering.is_anonymous;
        if is_open && !self.numbering.variables.follow_parts(self.options.maps_free_vars()) {
            return false;
        }
        self.recursion.suspend();
        if Elements::at(at, !is_open, self.is_numbered_in_elements(at)) == Elements::InOrder {
            elements.for_each(|element| self.recursion.put_off(Frame::one(element, element, Self::values, at)));
            return true;
        }
        self.put_off_elements(elements, is_open, at);
        if is_open {
            self.now_or_later(|hash| hash.numbering.leave_part());
        }
        self.now_or_later(|hash| {
            let mut elements = hash.unordered.pop().unwrap_or_default();
            elements.sort_unstable();
            elements.into_iter().for_each(|element| hash.items.value(element));
        });
        true
    }

    /// Whether each element in this region is a scope, in which free variables are numbered.
    fn is_numbered_in_elements(&self, at: Region) -> bool {
        self.options.maps_free_vars() && at.binds_for_good() || at.is_in_element()
    }

    fn put_off_elements<T: Field + 'a>(&mut self, elements: impl Iterator<Item = &'a T>, is_open: bool, at: Region) {
        if is_open {
            self.now_or_later(|hash| hash.numbering.variables.enter_part());
        }
        self.now_or_later(|hash| hash.unordered.push(Vec::new()));
        for element in elements {
            self.recursion.put_off(Frame::on(element, Self::element, at));
        }
    }

    /// Hashes an element.
    fn element<T: Field + 'a>(&mut self, element: &'a T, at: Region) -> bool {
        let node = Identity::address(element);
        let is_scope = at.binds() && self.is_numbered_in_elements(at);
        let is_remembered = (self.remembers_elements || is_scope) && !T::FLAT;
        if is_remembered && let Some(part) = self.numbering.recall(node, at) {
            self.add_element(part);
            return true;
        }
        let (visits, age) = (self.visits, self.numbering.age());
        self.visits += 1;
        self.items.begin();
        let inside = if is_scope { self.numbering.variables.enter_element() } else { at };
        self.depth = self.numbering.variables.depth();
        if !self.held(element, inside) {
            return false;
        }
        if is_scope {
            self.now_or_later(|hash| {
                hash.numbering.variables.leave_element();
                hash.depth = hash.numbering.variables.depth();
            });
        }
        let last = Last::Element(is_remembered);
        self.end_node(NodeInProgress { node, last, is_behind_id: false, age, before: I::EMPTY }, visits, at);
        true
    }

    /// The hashes of elements of an unordered part in the context at hand, which `numbering` knows.
    pub(crate) fn hashes_of<T: Field + 'a>(&mut self, elements: &[&'a T], at: Region) -> Vec<I::Value> {
        self.root = Root::Passed;
        self.depth = self.numbering.variables.depth();
        self.remembers_elements = true;
        self.recursion.suspend();
        self.put_off_elements(elements.iter().copied(), !T::CLOSED, at);
        self.finish();
        if !T::CLOSED {
            self.numbering.variables.leave_part();
        }
        self.unordered.pop().unwrap_or_default()
    }

    /// Adds an element to the innermost unordered part.
    pub(super) fn add_element(&mut self, part: I::Part) {
        if let Some(elements) = self.unordered.last_mut() {
            elements.push(I::finish(part));
        }
    }
}
