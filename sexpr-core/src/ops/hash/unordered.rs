//! Hashes of unordered parts: those of their elements, sorted.

use alloc::vec::Vec;
use core::marker::PhantomData;

use crate::{
    describe::{identity::Identity, region::Region, structural::Field},
    engine::{
        frame::{Frame, Step},
        place::Value,
    },
    ops::hash::{
        Hash, Root,
        items::Hashing,
        nodes::{Last, Open},
    },
    rules::correspondences::in_parts::Elements,
};

impl<'a, I: Hashing> Hash<'a, I> {
    /// Hashes elements that have no order, each by itself, or puts that off. `false` if the computation has to start over.
    pub(super) fn unordered<T: Field + 'a>(&mut self, elements: impl Iterator<Item = &'a T>, at: Region) -> bool {
        let is_open = !T::CLOSED && !self.numbering.is_anonymous;
        if is_open && !self.numbering.variables().follow_parts(self.options.maps_free_vars()) {
            return false;
        }
        self.recursion.suspend();
        if Elements::at(at, !is_open, self.is_numbered_in_elements(at)) == Elements::InOrder {
            elements.for_each(|element| self.recursion.put_off(Frame::one::<Value<T>>(element, element, at)));
            return true;
        }
        self.put_off_elements(elements, is_open, at);
        self.recursion.put_off(if is_open {
            Frame::new::<EndElements<true>>(&(), &(), at)
        } else {
            Frame::new::<EndElements<false>>(&(), &(), at)
        });
        true
    }

    /// Whether each element in this region is a scope, in which free variables are numbered.
    fn is_numbered_in_elements(&self, at: Region) -> bool {
        self.options.maps_free_vars() && at.binds_for_good() || at.is_in_element()
    }

    fn put_off_elements<T: Field + 'a>(&mut self, elements: impl Iterator<Item = &'a T>, is_open: bool, at: Region) {
        self.recursion.put_off(if is_open {
            Frame::new::<BeginElements<true>>(&(), &(), at)
        } else {
            Frame::new::<BeginElements<false>>(&(), &(), at)
        });
        for element in elements {
            self.recursion.put_off(Frame::new::<Element<T>>(element, element, at));
        }
    }

    /// The hashes of elements of an unordered part in the context at hand, which `numbering` knows.
    pub(crate) fn hashes_of<T: Field + 'a>(&mut self, elements: &[&'a T], at: Region) -> Vec<I::Value> {
        self.root = Root::Passed;
        self.depth = self.numbering.depth();
        self.remembers_elements = true;
        self.recursion.suspend();
        self.put_off_elements(elements.iter().copied(), !T::CLOSED, at);
        self.finish();
        if !T::CLOSED {
            self.numbering.leave_part_in_context();
        }
        self.elements.pop().unwrap_or_default()
    }

    fn leave_element(&mut self) {
        self.numbering.variables().leave_element();
        self.depth = self.numbering.depth();
    }

    /// Adds an element to the innermost unordered part.
    pub(super) fn add_element(&mut self, part: I::Part) {
        if let Some(elements) = self.elements.last_mut() {
            elements.push(I::finish(part));
        }
    }
}

/// The step before the elements of an unordered part; whether these may reach variables.
struct BeginElements<const OPEN: bool>;

impl<'a, I: Hashing, const OPEN: bool> Step<'a, Hash<'a, I>> for BeginElements<OPEN> {
    type Place = ();

    fn run(hash: &mut Hash<'a, I>, (): &'a (), (): &'a (), _: Region) -> bool {
        if OPEN {
            hash.numbering.variables().enter_part();
        }
        hash.elements.push(Vec::new());
        true
    }
}

/// The step on an element.
struct Element<T>(PhantomData<T>);

impl<'a, I: Hashing, T: Field + 'a> Step<'a, Hash<'a, I>> for Element<T> {
    type Place = T;

    fn run(hash: &mut Hash<'a, I>, element: &'a T, _: &'a T, at: Region) -> bool {
        let node = Identity::address(element);
        let is_scope = at.binds() && hash.is_numbered_in_elements(at);
        let is_remembered = (hash.remembers_elements || is_scope) && !T::FLAT;
        if is_remembered && let Some(part) = hash.numbering.recall(node, at) {
            hash.add_element(part);
            return true;
        }
        let (visits, age) = (hash.visits, hash.numbering.age());
        hash.visits += 1;
        hash.items.begin();
        let inside = if is_scope { hash.numbering.variables().enter_element() } else { at };
        hash.depth = hash.numbering.depth();
        if !hash.held(element, inside) {
            return false;
        }
        if is_scope && hash.recursion.is_suspended() {
            hash.recursion.put_off(Frame::new::<LeaveElement>(&(), &(), at));
        } else if is_scope {
            hash.leave_element();
        }
        let last = Last::Element(is_remembered);
        hash.end_node(Open { node, last, is_behind_id: false, age, before: I::EMPTY }, visits, at);
        true
    }
}

/// The step after an element that is a scope.
struct LeaveElement;

impl<'a, I: Hashing> Step<'a, Hash<'a, I>> for LeaveElement {
    type Place = ();

    fn run(hash: &mut Hash<'a, I>, (): &'a (), (): &'a (), _: Region) -> bool {
        hash.leave_element();
        true
    }
}

/// The step after the elements of an unordered part.
struct EndElements<const OPEN: bool>;

impl<'a, I: Hashing, const OPEN: bool> Step<'a, Hash<'a, I>> for EndElements<OPEN> {
    type Place = ();

    fn run(hash: &mut Hash<'a, I>, (): &'a (), (): &'a (), _: Region) -> bool {
        if OPEN {
            hash.numbering.leave_part();
        }
        let mut elements = hash.elements.pop().unwrap_or_default();
        elements.sort_unstable();
        elements.into_iter().for_each(|element| hash.items.value(element));
        true
    }
}
