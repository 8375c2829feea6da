//! What comparisons do before and after the elements of unordered parts: the same for equality and for reports.

use crate::{
    describe::region::Region,
    engine::frame::Step,
    rules::{correspondences::in_parts::Event, relation::Relation},
};

/// An operation on two values.
pub(crate) trait Comparison {
    /// What the values have in common so far.
    fn relation(&mut self) -> &mut Relation;
}

/// The step before, or after, two elements in which variables are numbered.
pub(crate) struct NoteElement<const BEGINS: bool>;

impl<'a, O: Comparison, const BEGINS: bool> Step<'a, O> for NoteElement<BEGINS> {
    type Place = ();

    fn run(comparison: &mut O, (): &'a (), (): &'a (), _: Region) -> bool {
        let event = if BEGINS { Event::EnterScope } else { Event::LeaveScope };
        comparison.relation().variables().note_element(event);
        true
    }
}

/// The step after the elements of two unordered parts.
pub(crate) struct LeavePart;

impl<'a, O: Comparison> Step<'a, O> for LeavePart {
    type Place = ();

    fn run(comparison: &mut O, (): &'a (), (): &'a (), _: Region) -> bool {
        comparison.relation().variables().leave_part();
        true
    }
}
