//! Pointers to what is shared: rewritten once for each way in which its variables are bound.

use alloc::boxed::Box;
use core::{any::Any, marker::PhantomData};

use super::{Moment, Open, Purpose, Rewriting, tasks::Step};
use crate::{
    containers::Sharing,
    identity::Identity,
    names::Namespace,
    region::Region,
    rewrite::{Part, Parts, Pointee, PointeeNames, RewritablePointer},
    structural::StructuralEq,
    table::Kind,
};

impl<'a> Parts<'a, '_, '_> {
    /// Visits a pointer whose pointee may be met again.
    #[inline(always)]
    pub(crate) fn visit_shared<P: RewritablePointer>(&mut self, part: Part<'a, P>, at: Region) {
        match self.rewriting.purpose {
            Purpose::Replacing => {}
            Purpose::Copying => return,
            Purpose::Fixing(_) => return self.visit_fixed(part),
            Purpose::Merging(_) => return self.visit_merged(part),
        }
        let is_variable = |part: &Part<'a, P>| P::Target::kind(part.get().target()) == Kind::Var;
        if is_variable(&part) {
            return self.visit_variable_behind(part, at, true);
        }
        let (mut part, goes_inside) = self.before(part, None);
        if is_variable(&part) {
            if goes_inside {
                self.visit_variable_behind(part, at, false);
            }
            return;
        }
        let (target, kind) = (part.get().target(), P::Target::kind(part.get().target()));
        let is_bare = !goes_inside || self.rewriting.is_bare_key(kind);
        // What is only read may be met again though one pointer alone points to it: what holds that may be shared, and
        // is looked into twice if it binds around it. A dag node stays one all the same.
        let is_one = kind == Kind::Dag && matches!(part, Part::Read(_));
        let is_shared = (is_one || part.get().sharing() != Sharing::Unique) && !is_bare;
        if is_shared {
            let node = Identity::address(target);
            let Rewriting { findings, bindings, .. } = &mut *self.rewriting;
            if let Some(found) = findings.find(node, kind, at, bindings) {
                let pointer = found.as_ref().and_then(|pointer| pointer.downcast_ref::<P>()).cloned();
                if let Some(pointer) = pointer {
                    self.rewriting.write(part, pointer);
                }
                return;
            }
            findings.begin(node, kind, at, bindings);
        }
        if !is_shared && self.rewriting.wanted::<P>(Moment::After).is_none() {
            // What is rewritten where it is needs nothing done to the pointer.
            match owned_target_of(part) {
                Ok(Some(target)) if goes_inside => return P::Target::visit(Part::Owned(target), at, self),
                Ok(_) => return,
                Err(read) => part = read,
            }
        }
        let opened = Open { is_shared, ..self.opened(None) };
        let part = self.put_off_to_the_end::<EndPointer<P>>(part, opened);
        if goes_inside && let Some(target) = self.target_of(part) {
            P::Target::visit(target, at, self);
        }
    }

    /// Visits a pointer to names in order.
    pub(crate) fn shared_names<P, N>(&mut self, part: Part<'a, P>, at: Region)
    where
        P: RewritablePointer<Target: PointeeNames>,
        N: Namespace,
    {
        if !self.rewriting.follows_variables() {
            return;
        }
        let opened = self.opened(None);
        let part = self.put_off_to_the_end::<EndPointer<P>>(part, opened);
        if let Some(target) = self.target_of(part) {
            P::Target::visit_names::<N>(target, at, self);
        }
    }

    /// What a pointer points to, whose end is put off. It is owned, if the pointer is and nothing else points there.
    #[inline(always)]
    pub(super) fn target_of<P: RewritablePointer>(&mut self, part: Part<'a, P>) -> Option<Part<'a, P::Target>> {
        let target = match owned_target_of(part) {
            Ok(target) => target.map(Part::Owned),
            Err(Part::Owned(pointer)) => Some(Part::Read(pointer.target())),
            Err(Part::Read(pointer)) => Some(Part::Read(pointer.target())),
        };
        if let Some(open) = self.rewriting.open.last_mut() {
            open.is_owned = matches!(target, Some(Part::Owned(_)));
        }
        target
    }
}

/// What a pointer points to, if the pointer is owned and nothing else points there; or else the pointer. Nothing, if
/// `get_mut` gives a target first and none the second time.
#[inline(always)]
fn owned_target_of<P: RewritablePointer>(part: Part<'_, P>) -> Result<Option<&mut P::Target>, Part<'_, P>> {
    match part {
        // Asked twice, since the compiler takes it to be borrowed for good by the first answer.
        Part::Owned(pointer) => match pointer.get_mut() {
            Some(_) => Ok(pointer.get_mut()),
            None => Err(Part::Owned(pointer)),
        },
        read @ Part::Read(_) => Err(read),
    }
}

impl Rewriting<'_> {
    /// What replaces a pointer after what it points to.
    pub(super) fn pointer_after<P: RewritablePointer>(&mut self, pointer: &P, open: Open) -> Option<P> {
        let is_edited = !open.is_owned && self.edits.length() > open.first_edit;
        let copy = is_edited.then(|| {
            let target = self.edits.rebuild(open.first_edit, |edits| pointer.target().rebuild_boxed(edits));
            P::from_boxed(target)
        });
        match self.ask_after(copy.as_ref().unwrap_or(pointer), open.occurrence) {
            None => copy,
            replacement => {
                self.bury(copy);
                replacement
            }
        }
    }
}

/// The step after what is behind a pointer.
struct EndPointer<P>(PhantomData<P>);

impl<P: RewritablePointer> Step for EndPointer<P> {
    type Of = P;

    fn run<'a>(part: Part<'a, P>, parts: &mut Parts<'a, '_, '_>) {
        let rewriting = &mut *parts.rewriting;
        let Some(open) = rewriting.open.pop() else { return };
        let pointer = rewriting.pointer_after(part.get(), open);
        if open.is_shared {
            let found = pointer.clone().map(|pointer| Box::new(pointer) as Box<dyn Any>);
            rewriting.findings.end(found, &rewriting.bindings);
        }
        if let Some(pointer) = pointer {
            rewriting.write(part, pointer);
        }
    }
}
