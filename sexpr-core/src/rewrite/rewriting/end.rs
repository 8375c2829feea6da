//! The last steps on a part: copy it, call back, leave its scope.

use alloc::boxed::Box;
use core::marker::PhantomData;

use crate::{
    describe::region::Region,
    rewrite::{
        part::Part,
        parts::Parts,
        rewritable::Rewritable,
        rewriting::{
            Rewriting,
            callbacks::Moment,
            tasks::{PartInProgress, Step},
        },
    },
};

/// The step after what is in a node.
pub(super) struct AfterContents<T>(PhantomData<T>);

impl<T: Rewritable> Step for AfterContents<T> {
    type Of = T;

    #[inline(always)]
    fn run<'a>(part: Part<'a, T>, at: Region, open: PartInProgress, parts: &mut Parts<'a, '_, '_>) {
        let rewriting = &mut *parts.rewriting;
        match &part {
            Part::Read(node) if rewriting.edits.has_since(open.first_edit) => {
                let copy = rewriting.copy_after(*node, at, open);
                rewriting.write(part, copy);
            }
            _ => {
                if let Some(value) = rewriting.ask_after(part.get(), at, open.occurrence) {
                    rewriting.write(part, value);
                }
            }
        }
    }

    fn is_needed(is_owned: bool, rewriting: &Rewriting<'_>) -> bool {
        !is_owned || rewriting.callbacks.has::<T>(Moment::After)
    }
}

impl Rewriting<'_> {
    /// What replaces a node in which parts are replaced: a copy, or what callbacks have in its place.
    #[inline(never)]
    fn copy_after<T: Rewritable>(&mut self, node: &T, at: Region, open: PartInProgress) -> Box<T> {
        let copy = self.edits.rebuild(open.first_edit, |edits| node.rebuild(edits));
        match self.ask_after(&copy, at, open.occurrence) {
            None => Box::new(copy),
            Some(replacement) => {
                self.retire(copy);
                replacement
            }
        }
    }
}

/// The step after what is in a container or a box, of which a copy is made with what is around it.
pub(super) struct EndHeld<T>(PhantomData<T>);

impl<T: Rewritable> Step for EndHeld<T> {
    type Of = T;

    #[inline(always)]
    fn run<'a>(part: Part<'a, T>, at: Region, open: PartInProgress, parts: &mut Parts<'a, '_, '_>) {
        if Self::is_needed(true, parts.rewriting) {
            AfterContents::run(part, at, open, parts);
        }
    }

    #[inline(always)]
    fn is_needed(_: bool, rewriting: &Rewriting<'_>) -> bool {
        rewriting.callbacks.has::<T>(Moment::After)
    }
}

/// The step after the end of what a callback put in the place of a part that is only read.
pub(super) struct EndKept<T>(PhantomData<T>);

impl<T: 'static> Step for EndKept<T> {
    type Of = T;

    fn run<'a>(part: Part<'a, T>, _: Region, _: PartInProgress, parts: &mut Parts<'a, '_, '_>) {
        if let Some(value) = parts.rewriting.slots.take() {
            parts.rewriting.write(part, value);
        }
    }
}

/// The step after what is in a scope.
pub(super) struct LeaveScope;

impl Step for LeaveScope {
    type Of = ();

    fn run<'a>(_: Part<'a, ()>, _: Region, _: PartInProgress, parts: &mut Parts<'a, '_, '_>) {
        parts.rewriting.state.bindings.leave_scope();
    }
}
