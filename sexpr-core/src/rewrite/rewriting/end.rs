//! The last steps on a part: copy it, call back, leave its scope.

use core::marker::PhantomData;

use crate::{
    describe::region::Region,
    rewrite::{
        part::Part,
        parts::Parts,
        rewritable::Rewritable,
        rewriting::{
            Purpose,
            tasks::{Open, Step},
        },
    },
};

/// The step after what is in a node.
pub(super) struct End<T>(PhantomData<T>);

impl<T: Rewritable> Step for End<T> {
    type Of = T;

    #[inline(always)]
    fn run<'a>(part: Part<'a, T>, at: Region, open: Open, parts: &mut Parts<'a, '_, '_>) {
        let rewriting = &mut *parts.rewriting;
        let is_edited = matches!(rewriting.purpose, Purpose::Copying) || rewriting.edits.length() > open.first_edit;
        let copy = match &part {
            Part::Read(node) if is_edited => {
                Some(rewriting.edits.rebuild(open.first_edit, |edits| node.rebuild(edits)))
            }
            _ => None,
        };
        let node = copy.as_ref().unwrap_or(part.get());
        let value = match rewriting.ask_after(node, at, open) {
            None => copy,
            replacement => {
                rewriting.retire(copy);
                replacement
            }
        };
        if let Some(value) = value {
            rewriting.write(part, value);
        }
    }
}

/// The step after the end of what a callback put in the place of a part that is only read.
pub(super) struct EndKept<T>(PhantomData<T>);

impl<T: 'static> Step for EndKept<T> {
    type Of = T;

    fn run<'a>(part: Part<'a, T>, _: Region, _: Open, parts: &mut Parts<'a, '_, '_>) {
        if let Some(value) = parts.rewriting.slots.take() {
            parts.rewriting.write(part, value);
        }
    }
}

/// The step after what is in a scope.
pub(super) struct LeaveScope;

impl Step for LeaveScope {
    type Of = ();

    fn run<'a>(_: Part<'a, ()>, _: Region, _: Open, parts: &mut Parts<'a, '_, '_>) {
        parts.rewriting.state.bindings.leave_scope();
    }
}
