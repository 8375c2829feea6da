//! Rewriting of shared pointers: a pointee is rewritten once per distinct binding context.

use alloc::{boxed::Box, rc::Rc};
use core::any::{Any, TypeId};

use crate::{
    describe::{
        containers::{SharedPointer, Sharing},
        identity::Identity,
        info::{Kind, Shape},
        names::Namespace,
        region::Region,
        structural::StructuralEq,
    },
    rewrite::{
        containers::RewritablePointer,
        parts::{Part, Parts},
        rewritable::{Pointee, PointeeNames, Rewritable},
        rewriting::{Purpose, Rewriting, RewritingState, callbacks::When},
    },
    rules::occurrence::Occurrence,
};

/// Callbacks for the shared pointers of all types: for `hash_cons`, which makes pointers to equal nodes one.
pub(crate) trait PointerCallbacks {
    /// Called before the pointee of a pointer of a type. Returns what replaces the pointer, `Some(None)` if it stays, and
    /// `None` if its pointee is to be visited; that is not done if the pointer `is_bare`, a key of a map.
    fn before(&mut self, node: Identity, pointer: TypeId, is_bare: bool) -> Option<Option<&dyn Any>>;

    /// Called after the pointee of a pointer of a type. Returns what replaces the pointer.
    fn after(&mut self, node: Identity, pointer: TypeId, new: NewPointer) -> Option<&dyn Any>;
}

/// A pointer after its pointee: one to a copy, if the pointee was copied, or the pointer itself.
pub(crate) struct NewPointer {
    pub(crate) pointer: Rc<dyn Any>,
    pub(crate) target: Identity,
    pub(crate) is_copy: bool,
}

impl<'a> Parts<'a, '_, '_> {
    /// A shared pointer.
    #[doc(hidden)]
    #[inline(always)]
    pub fn shared<P: RewritablePointer + Rewritable>(&mut self, part: Part<'a, P>, at: Region) {
        const { assert!(matches!(P::INFO.shape(), Shape::Pointer(_)), "`rewritable!(shared …)` is for pointers") };
        let target = part.get().target();
        let kind = P::Target::kind(target);
        if kind == Kind::Var && self.rewriting.passes_by_variables() {
            return;
        }
        if kind == Kind::Var || !self.rewriting.passes_through::<P>() {
            return self.visit_any_pointer(part, at);
        }
        let (part, is_owned) = owns_target(part);
        let is_alone = match &part {
            Part::Owned(_) => is_owned,
            Part::Read(pointer) => !stays_one(pointer.target()) && pointer.sharing() == Sharing::Unique,
        };
        if !is_alone {
            self.visit_any_pointer(part, at);
        } else if is_owned {
            self.visit_target(part, true, |target, parts| P::Target::visit(target, at, parts));
        } else {
            let first_edit = self.rewriting.edits.length();
            self.visit_then(
                part,
                true,
                |part, parts| parts.visit_target(part, false, |target, parts| P::Target::visit(target, at, parts)),
                move |part, parts| {
                    if parts.rewriting.edits.has_since(first_edit) {
                        parts.rewriting.end_changed_pointer(part, first_edit, at);
                    }
                },
            );
        }
    }

    #[inline(never)]
    fn visit_any_pointer<P: RewritablePointer + Rewritable>(&mut self, part: Part<'a, P>, at: Region) {
        if !self.rewriting.is_replacing() {
            return self.call_with_pointer(part, at);
        }
        if P::Target::kind(part.get().target()) == Kind::Var {
            return self.visit_variable_behind(part, at, true);
        }
        let (part, goes_inside) = self.ask_before(part, at, None);
        if P::Target::kind(part.get().target()) != Kind::Var {
            self.visit_pointer(part, at, goes_inside);
        } else if goes_inside {
            self.visit_variable_behind(part, at, false);
        }
    }

    /// Visits a pointer to a node that is no variable.
    fn visit_pointer<P: RewritablePointer + Rewritable>(&mut self, part: Part<'a, P>, at: Region, goes_inside: bool) {
        let kind = P::Target::kind(part.get().target());
        if self.rewriting.state.around.is_declaring {
            if kind != Kind::Dag && !self.rewriting.declares_nothing(part.get().target(), at) {
                self.visit_target(part.into_read(), false, |target, parts| P::Target::visit(target, at, parts));
            }
            return;
        }
        let (part, is_owned) = owns_target(part);
        // What is rewritten in place needs nothing done to the pointer.
        if is_owned && goes_inside && !self.asks_after::<P>() {
            return self.visit_target(part, true, |target, parts| P::Target::visit(target, at, parts));
        }
        let target = part.get().target();
        let is_bare = !goes_inside || self.rewriting.is_bare_key(kind);
        let is_one = matches!(part, Part::Read(_)) && stays_one(target);
        let is_shared = (is_one || part.get().sharing() != Sharing::Unique) && !is_bare;
        if is_shared {
            let Rewriting { memo, state: RewritingState { bindings, .. }, .. } = &mut *self.rewriting;
            let node = Identity::address(target);
            match memo.find(node, kind, at, bindings) {
                Some(None) => return,
                // What was found behind a pointer of another type is nothing for this one.
                Some(Some(pointer)) if pointer.is::<P>() => {
                    let pointer = pointer.downcast_ref::<P>().cloned();
                    return self.rewriting.write_some(part, pointer.map(Box::new));
                }
                _ => memo.begin(node, kind, at, bindings),
            }
        }
        self.visit_target_then(
            part,
            at,
            None,
            |target, parts| {
                if goes_inside {
                    P::Target::visit(target, at, parts);
                }
            },
            move |part, pointer, parts| {
                if is_shared {
                    let replacement = pointer.clone().map(|pointer| pointer as Box<dyn Any>);
                    parts.rewriting.memo.end(replacement, &parts.rewriting.state.bindings);
                }
                parts.rewriting.write_some(part, pointer);
            },
        );
    }

    /// Visits a pointer to names in order.
    pub(crate) fn shared_names<P, N>(&mut self, part: Part<'a, P>, at: Region)
    where
        P: RewritablePointer<Target: PointeeNames> + Rewritable,
        N: Namespace,
    {
        if self.rewriting.follows_variables {
            self.visit_target_then(
                part,
                at,
                None,
                |target, parts| P::Target::visit_names::<N>(target, at, parts),
                |part, pointer, parts| parts.rewriting.write_some(part, pointer),
            );
        }
    }

    /// Visits a pointer for [`PointerCallbacks`].
    #[inline(never)]
    fn call_with_pointer<P: RewritablePointer + Rewritable>(&mut self, part: Part<'a, P>, at: Region) {
        let target = part.get().target();
        let (node, ty) = (Identity::address(target), TypeId::of::<P>());
        let is_bare = self.rewriting.is_bare_key(P::Target::kind(target));
        let Purpose::Pointers(callbacks) = &mut self.rewriting.purpose else { return };
        if let Some(known) = callbacks.before(node, ty, is_bare) {
            let pointer = known.and_then(|pointer| pointer.downcast_ref::<P>()).cloned();
            return self.rewriting.write_some(part, pointer.map(Box::new));
        }
        if is_bare {
            return;
        }
        self.visit_target_then(
            part,
            at,
            None,
            |target, parts| P::Target::visit(target, at, parts),
            move |part, copy, parts| {
                let Purpose::Pointers(callbacks) = &mut parts.rewriting.purpose else { return };
                let pointer = copy.as_deref().unwrap_or(part.get());
                let target = Identity::address(pointer.target());
                let new = NewPointer { pointer: Rc::new(pointer.clone()), target, is_copy: copy.is_some() };
                let replacement =
                    callbacks.after(node, ty, new).and_then(|pointer| pointer.downcast_ref::<P>()).cloned();
                if let Some(pointer) = replacement {
                    // What is only read may be given up with what is around it, and then must not drop what is below.
                    parts.rewriting.retire(part.get().clone());
                    parts.rewriting.write(part, Box::new(pointer));
                }
            },
        );
    }

    /// Visits the pointee of a pointer: in place, if that `is_owned`.
    #[inline(always)]
    fn visit_target<P: RewritablePointer>(
        &mut self,
        part: Part<'a, P>,
        is_owned: bool,
        visit: impl FnOnce(Part<'a, P::Target>, &mut Self),
    ) {
        match part {
            Part::Owned(pointer) if is_owned => {
                if let Some(target) = pointer.get_mut() {
                    visit(Part::Owned(target), self);
                }
            }
            Part::Owned(pointer) => visit(Part::Read(pointer.target()), self),
            Part::Read(pointer) => visit(Part::Read(pointer.target()), self),
        }
    }

    /// Visits the pointee of a pointer, and then calls `end` with the pointer and what replaces it: a pointer to a copy, if
    /// parts of the pointee are replaced that are only read, or what a callback has in its place.
    #[inline(always)]
    pub(super) fn visit_target_then<P: RewritablePointer + Rewritable>(
        &mut self,
        part: Part<'a, P>,
        at: Region,
        occurrence: Option<Occurrence>,
        visit: impl for<'b> FnOnce(Part<'b, P::Target>, &mut Parts<'b, '_, '_>),
        end: impl for<'b> FnOnce(Part<'b, P>, Option<Box<P>>, &mut Parts<'b, '_, '_>) + 'static,
    ) {
        let (part, is_owned) = owns_target(part);
        let first_edit = self.rewriting.edits.length();
        self.visit_then(
            part,
            true,
            |part, parts| parts.visit_target(part, is_owned, |target, parts| visit(target, parts)),
            move |part, parts| {
                let rewriting = &mut *parts.rewriting;
                let replacement = match !is_owned && rewriting.edits.has_since(first_edit) {
                    true => Some(rewriting.pointer_to_copy(part.get(), first_edit, at, occurrence)),
                    false => rewriting.ask_after(part.get(), at, occurrence),
                };
                end(part, replacement, parts);
            },
        );
    }
}

/// Whether a pointer is owned, and nothing else points to its pointee: then that is rewritten in place.
#[inline(always)]
fn owns_target<P: RewritablePointer>(mut part: Part<'_, P>) -> (Part<'_, P>, bool) {
    let is_owned = match &mut part {
        Part::Owned(pointer) => pointer.get_mut().is_some(),
        Part::Read(_) => false,
    };
    (part, is_owned)
}

/// Whether a node that is only read is rewritten once, even if a single pointer leads to it: the node around may be shared,
/// and is visited again where its variables mean something else. A dag node stays one node all the same, and a scope's
/// meaning does not depend on its own bindings.
#[inline(always)]
fn stays_one<T: StructuralEq + ?Sized>(node: &T) -> bool {
    T::kind(node) == Kind::Dag || T::is_scope(node)
}

impl Rewriting<'_> {
    /// Whether pointers of this type only lead to their pointees: no callback is called with them.
    #[inline(always)]
    fn passes_through<P: RewritablePointer + Rewritable>(&self) -> bool {
        self.is_replacing() && !self.callbacks.has::<P>(When::Before) && !self.callbacks.has::<P>(When::After)
    }

    /// Replaces a pointer to a pointee in which parts are replaced.
    #[cold]
    #[inline(never)]
    fn end_changed_pointer<P: RewritablePointer + Rewritable>(
        &mut self,
        part: Part<'_, P>,
        first_edit: usize,
        at: Region,
    ) {
        let pointer = self.pointer_to_copy(part.get(), first_edit, at, None);
        self.write(part, pointer);
    }

    /// A pointer to a copy of a pointee in which parts are replaced, or what callbacks have in its place.
    #[inline(never)]
    fn pointer_to_copy<P: RewritablePointer + Rewritable>(
        &mut self,
        pointer: &P,
        first_edit: usize,
        at: Region,
        occurrence: Option<Occurrence>,
    ) -> Box<P> {
        let target = self.edits.rebuild(first_edit, |edits| pointer.target().rebuild_boxed(edits));
        self.ask_about_copy(P::from_boxed(target), at, occurrence)
    }
}
