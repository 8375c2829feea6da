//! Rewriting of shared pointers: a pointee is rewritten once per distinct binding context.

use alloc::boxed::Box;
use core::{any::Any, marker::PhantomData};

use crate::{
    describe::{
        containers::{SharedPointer, Sharing},
        identity::Identity,
        info::Kind,
        names::Namespace,
        region::Region,
        structural::StructuralEq,
    },
    rewrite::{
        containers::RewritablePointer,
        part::Part,
        parts::Parts,
        pointee::{Pointee, PointeeNames},
        rewritable::Rewritable,
        rewriting::{
            Purpose, Rewriting, RewritingState,
            callbacks::{Moment, class},
            descent::Before,
            tasks::{PartInProgress, Step, owned_target},
        },
    },
};

impl<'a> Parts<'a, '_, '_> {
    /// Visits a pointer whose pointee may be met again.
    #[inline(always)]
    pub(crate) fn visit_shared<P: RewritablePointer + Rewritable>(&mut self, part: Part<'a, P>, at: Region) {
        let kind = P::Target::kind(part.get().target());
        if kind == Kind::Var && self.rewriting.passes_by_variables() {
            return;
        }
        if kind == Kind::Var || !self.rewriting.passes_through::<P>() {
            return self.visit_any_pointer(part, at);
        }
        match part {
            // What is rewritten where it is needs nothing done to the pointer.
            Part::Owned(pointer) => match owned_target(pointer) {
                Ok(target) => P::Target::visit(Part::Owned(target), at, self),
                Err(pointer) => self.visit_any_pointer(Part::Owned(pointer), at),
            },
            Part::Read(pointer) if !stays_one(pointer.target()) && pointer.sharing() == Sharing::Unique => {
                self.before_end::<EndUnique<P>>(part, at, self.opened(None), |part, parts| {
                    if let Part::Read(pointer) = part {
                        P::Target::visit(Part::Read(pointer.target()), at, parts);
                    }
                });
            }
            part => self.visit_any_pointer(part, at),
        }
    }

    #[inline(never)]
    fn visit_any_pointer<P: RewritablePointer + Rewritable>(&mut self, part: Part<'a, P>, at: Region) {
        if !self.rewriting.is_replacing() {
            return self.visit_shared_otherwise(part, at);
        }
        if P::Target::kind(part.get().target()) == Kind::Var {
            return self.visit_variable_behind(part, at, true);
        }
        let Before { part, kept, goes_inside } = self.before(part, at, None);
        if P::Target::kind(part.get().target()) != Kind::Var {
            self.visit_pointer(part, at, goes_inside);
        } else if goes_inside {
            self.visit_variable_behind(part, at, false);
        }
        self.end_kept(kept, at);
    }

    /// Visits a pointer where nothing is to be replaced by what callbacks return.
    #[inline(never)]
    fn visit_shared_otherwise<P: RewritablePointer + Rewritable>(&mut self, part: Part<'a, P>, at: Region) {
        match self.rewriting.purpose {
            Purpose::Fixing(_) => self.visit_fixed(part, at),
            Purpose::Merging(_) => self.visit_merged(part, at),
            Purpose::Copying | Purpose::Replacing => {}
        }
    }

    /// Visits a pointer to what is no variable.
    fn visit_pointer<P: RewritablePointer + Rewritable>(&mut self, part: Part<'a, P>, at: Region, goes_inside: bool) {
        if self.rewriting.state.around.is_declaring {
            let target = match part {
                Part::Owned(pointer) => pointer.target(),
                Part::Read(pointer) => pointer.target(),
            };
            if P::Target::kind(target) != Kind::Dag && !self.rewriting.declares_nothing(target, at) {
                P::Target::visit(Part::Read(target), at, self);
            }
            return;
        }
        // What is rewritten where it is needs nothing done to the pointer.
        let part = match part {
            Part::Owned(pointer) if goes_inside && !self.asks_after::<P>() => match owned_target(pointer) {
                Ok(target) => return P::Target::visit(Part::Owned(target), at, self),
                Err(pointer) => Part::Owned(pointer),
            },
            part => part,
        };
        let (target, kind) = (part.get().target(), P::Target::kind(part.get().target()));
        let is_bare = !goes_inside || self.rewriting.is_bare_key(kind);
        let is_one = matches!(part, Part::Read(_)) && stays_one(target);
        let is_shared = (is_one || part.get().sharing() != Sharing::Unique) && !is_bare;
        if is_shared {
            if let Some(found) = self.rewriting.pointer_found::<P>(target, kind, at) {
                if let Some(pointer) = found {
                    self.rewriting.write(part, Box::new(pointer));
                }
                return;
            }
            let Rewriting { memo, state: RewritingState { bindings, .. }, .. } = &mut *self.rewriting;
            memo.begin(Identity::address(target), kind, at, bindings);
        }
        let open = PartInProgress { is_shared, ..self.opened(None) };
        self.before_end_of_pointer::<EndPointer<P>>(part, at, open, |target, parts| {
            if goes_inside {
                P::Target::visit(target, at, parts);
            }
        });
    }

    /// Visits a pointer to names in order.
    pub(crate) fn shared_names<P, N>(&mut self, part: Part<'a, P>, at: Region)
    where
        P: RewritablePointer<Target: PointeeNames> + Rewritable,
        N: Namespace,
    {
        if !self.rewriting.follows_variables {
            return;
        }
        let open = self.opened(None);
        self.before_end_of_pointer::<EndPointer<P>>(part, at, open, |target, parts| {
            P::Target::visit_names::<N>(target, at, parts);
        });
    }

    /// Hands on what a pointer points to, and takes a step on the pointer after all is done to that. It is owned, if
    /// the pointer is and nothing else points there.
    #[inline(always)]
    pub(super) fn before_end_of_pointer<S: Step<Of: RewritablePointer>>(
        &mut self,
        mut part: Part<'a, S::Of>,
        at: Region,
        open: PartInProgress,
        inside: impl for<'b> FnOnce(Part<'b, <S::Of as SharedPointer>::Target>, &mut Parts<'b, '_, '_>),
    ) {
        let is_owned = match &mut part {
            Part::Owned(pointer) => pointer.get_mut().is_some(),
            Part::Read(_) => false,
        };
        self.before_end::<S>(part, at, PartInProgress { is_owned, ..open }, |part, parts| match part {
            Part::Owned(pointer) if is_owned => {
                if let Some(target) = pointer.get_mut() {
                    inside(Part::Owned(target), parts);
                }
            }
            Part::Owned(pointer) => inside(Part::Read(pointer.target()), parts),
            Part::Read(pointer) => inside(Part::Read(pointer.target()), parts),
        });
    }
}

/// Whether a node is rewritten once though one pointer alone points to it, where it is only read: what holds that may be
/// shared, and is looked into again where its variables mean something else. A dag node stays one all the same, and what a
/// scope is does not depend on what it binds.
#[inline(always)]
fn stays_one<T: StructuralEq + ?Sized>(node: &T) -> bool {
    T::kind(node) == Kind::Dag || T::is_scope(node)
}

impl Rewriting<'_> {
    /// What replaces a pointer, if anything does and what it points to was rewritten where its variables meant the same.
    fn pointer_found<P: RewritablePointer>(&mut self, target: &P::Target, kind: Kind, at: Region) -> Option<Option<P>> {
        let Rewriting { memo, state: RewritingState { bindings, .. }, .. } = self;
        match memo.find(Identity::address(target), kind, at, bindings)? {
            // What was found behind a pointer of another type is nothing for this one.
            Some(pointer) => pointer.downcast_ref::<P>().map(|pointer| Some(pointer.clone())),
            None => Some(None),
        }
    }

    /// Whether nothing is to be done to a pointer of this type but for what is behind it.
    #[inline(always)]
    fn passes_through<P: RewritablePointer + Rewritable>(&self) -> bool {
        self.asked_about & const { class::<P>() } == 0
            || self.is_replacing()
                && !self.callbacks.has::<P>(Moment::Before)
                && !self.callbacks.has::<P>(Moment::After)
    }

    /// What replaces a pointer after what it points to.
    #[inline(always)]
    pub(super) fn pointer_after<P: RewritablePointer + Rewritable>(
        &mut self,
        pointer: &P,
        at: Region,
        open: PartInProgress,
    ) -> Option<Box<P>> {
        if !open.is_owned && self.edits.has_since(open.first_edit) {
            return Some(self.copied_pointer_after(pointer, at, open));
        }
        self.ask_after(pointer, at, open.occurrence)
    }

    /// Replaces a pointer to something in which parts are replaced.
    #[cold]
    #[inline(never)]
    fn end_copied_pointer<P: RewritablePointer + Rewritable>(
        &mut self,
        part: Part<'_, P>,
        at: Region,
        open: PartInProgress,
    ) {
        let pointer = self.copied_pointer_after(part.get(), at, open);
        self.write(part, pointer);
    }

    /// What replaces a pointer to something in which parts are replaced: one to a copy, or what callbacks have in its
    /// place.
    #[inline(never)]
    fn copied_pointer_after<P: RewritablePointer + Rewritable>(
        &mut self,
        pointer: &P,
        at: Region,
        open: PartInProgress,
    ) -> Box<P> {
        let target = self.edits.rebuild(open.first_edit, |edits| pointer.target().rebuild_boxed(edits));
        let copy = P::from_boxed(target);
        match self.ask_after(&copy, at, open.occurrence) {
            None => Box::new(copy),
            Some(replacement) => {
                self.retire(copy);
                replacement
            }
        }
    }
}

/// The step after what is behind the only pointer to it, which is read.
struct EndUnique<P>(PhantomData<P>);

impl<P: RewritablePointer + Rewritable> Step for EndUnique<P> {
    type Of = P;

    #[inline(always)]
    fn run<'a>(part: Part<'a, P>, at: Region, open: PartInProgress, parts: &mut Parts<'a, '_, '_>) {
        if parts.rewriting.edits.has_since(open.first_edit) {
            parts.rewriting.end_copied_pointer(part, at, open);
        }
    }
}

/// The step after what is behind a pointer.
struct EndPointer<P>(PhantomData<P>);

impl<P: RewritablePointer + Rewritable> Step for EndPointer<P> {
    type Of = P;

    fn run<'a>(part: Part<'a, P>, at: Region, open: PartInProgress, parts: &mut Parts<'a, '_, '_>) {
        let rewriting = &mut *parts.rewriting;
        let pointer = rewriting.pointer_after(part.get(), at, open);
        if open.is_shared {
            let replacement = pointer.clone().map(|pointer| pointer as Box<dyn Any>);
            rewriting.memo.end(replacement, &rewriting.state.bindings);
        }
        if let Some(pointer) = pointer {
            rewriting.write(part, pointer);
        }
    }
}
