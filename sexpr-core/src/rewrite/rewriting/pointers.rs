//! Rewriting of shared pointers: a pointee is rewritten once per distinct binding context.

use alloc::{boxed::Box, rc::Rc};
use core::any::{Any, TypeId};

use crate::{
    describe::{
        containers::Namespace,
        identity::Identity,
        info::{Kind, Shape},
        region::Region,
        structural::{Field, StructuralEq},
    },
    rewrite::{
        containers::RewritablePointer,
        parts::{Part, Parts},
        rewritable::{Pointee, Rewritable, RewritableNames},
        rewriting::{
            Purpose, Rewriting, RewritingState,
            callbacks::When,
            tasks::{OpenPart, owned_target},
        },
    },
};

/// Callbacks for shared pointers of all types. `hash_cons` uses them to merge equal nodes.
pub(crate) trait PointerCallbacks {
    /// Called before the pointee of a pointer of a type. Returns the replacement of the pointer, `Some(None)` if the
    /// pointer stays, or `None` to visit the pointee. A pointer that `is_bare` is a key of a map. Its pointee is never
    /// visited.
    fn before(&mut self, node: Identity, pointer: TypeId, is_bare: bool) -> Option<Option<&dyn Any>>;

    /// Called after the pointee of a pointer of a type. Returns the replacement of the pointer, or `None` if the
    /// pointer stays.
    fn after(&mut self, node: Identity, pointer: TypeId, new: NewPointer) -> Option<&dyn Any>;
}

/// How the replacement of a pointer is used, once its pointee has been visited.
#[derive(Clone, Copy)]
pub(super) enum PointerEnd {
    Replace,
    /// Replaces the pointer, and all other pointers of its type to the same node in the same binding context.
    Memoize,
    /// Replaces all occurrences of a variable.
    Variable,
    /// Calls [`PointerCallbacks`].
    CallBack,
}

/// A pointer after the visit of its pointee: a pointer to the copy, if the pointee was copied, or the original.
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
        let part = match owned_target(part) {
            Ok(target) => return P::Target::visit(target, at, self),
            Err(part) => part,
        };
        match part {
            // This pointer is the only one to its pointee, but is itself only read.
            Part::Read(pointer) if !stays_one(P::target(pointer)) && P::is_unique(pointer) => {
                let open = self.open(at, None);
                self.visit_then(
                    part,
                    open,
                    true,
                    |part, parts| parts.visit_target(part, false, |target, parts| P::Target::visit(target, at, parts)),
                    |part, open, parts| end_unique_pointer(part, open, parts),
                );
            }
            part => self.visit_any_pointer(part, at),
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

    /// Visits a pointer to a node that is not a variable.
    fn visit_pointer<P: RewritablePointer + Rewritable>(&mut self, part: Part<'a, P>, at: Region, goes_inside: bool) {
        let kind = P::Target::kind(part.get().target());
        if self.rewriting.state.around.is_declaring {
            if kind != Kind::Dag && !self.rewriting.declares_nothing(part.get().target(), at) {
                self.visit_target(part.into_read(), false, |target, parts| P::Target::visit(target, at, parts));
            }
            return;
        }
        // If the pointee is rewritten in place, the pointer stays.
        let part = match goes_inside && !self.asks_after::<P>() {
            true => match owned_target(part) {
                Ok(target) => return P::Target::visit(target, at, self),
                Err(part) => part,
            },
            false => part,
        };
        let target = part.get().target();
        let is_bare = !goes_inside || self.rewriting.is_bare_key(kind);
        let is_one = matches!(part, Part::Read(_)) && stays_one(target);
        let is_shared = (is_one || !part.get().is_unique()) && !is_bare;
        if is_shared {
            let Rewriting { memo, state: RewritingState { bindings, .. }, .. } = &mut *self.rewriting;
            let node = Identity::address(target);
            match memo.find(node, kind, at, bindings) {
                Some(None) => return,
                // The memo may hold the replacement of a pointer of another type, which cannot replace this pointer.
                Some(Some(pointer)) if pointer.is::<P>() => {
                    let pointer = pointer.downcast_ref::<P>().cloned();
                    return self.rewriting.write_some(part, pointer.map(Box::new));
                }
                _ => memo.begin(node, kind, at, bindings),
            }
        }
        let pointer_end = if is_shared { PointerEnd::Memoize } else { PointerEnd::Replace };
        let open = OpenPart { pointer_end, ..self.open(at, None) };
        self.visit_target_then(part, open, |target, parts| {
            if goes_inside {
                P::Target::visit(target, at, parts);
            }
        });
    }

    /// Visits a pointer to names in order.
    pub(crate) fn shared_names<P, T, N>(&mut self, part: Part<'a, P>, at: Region)
    where
        P: RewritablePointer<Target = [T]> + Rewritable,
        T: RewritableNames + Field,
        N: Namespace,
    {
        if self.rewriting.follows_variables {
            let open = self.open(at, None);
            self.visit_target_then(part, open, |target, parts| parts.names_in_slice::<T, N>(target, at));
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
        let open = OpenPart { pointer_end: PointerEnd::CallBack, ..self.open(at, None) };
        self.visit_target_then(part, open, |target, parts| P::Target::visit(target, at, parts));
    }

    /// Visits the pointee of a pointer. If `is_owned`, the pointee is rewritten in place.
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

    /// Visits the pointee of a pointer, and ends the pointer.
    #[inline(always)]
    pub(super) fn visit_target_then<P: RewritablePointer + Rewritable>(
        &mut self,
        part: Part<'a, P>,
        open: OpenPart,
        visit: impl for<'b> FnOnce(Part<'b, P::Target>, &mut Parts<'b, '_, '_>),
    ) {
        let (part, owns_target) = owns_target(part);
        self.visit_then(
            part,
            OpenPart { owns_target, ..open },
            true,
            |part, parts| parts.visit_target(part, owns_target, |target, parts| visit(target, parts)),
            |part, open, parts| parts.rewriting.end_pointer(part, open),
        );
    }
}

/// Ends a pointer whose replacement is neither passed to callbacks nor used for other pointers.
#[inline(always)]
fn end_unique_pointer<'a, P>(part: Part<'a, P>, open: &OpenPart, parts: &mut Parts<'a, '_, '_>)
where
    P: RewritablePointer + Rewritable,
{
    if parts.rewriting.edits.has_since(open.first_edit) {
        parts.rewriting.end_pointer(part, open);
    }
}

/// Whether a pointer is owned and is the only one to its pointee, so that the pointee is rewritten in place.
#[inline(always)]
fn owns_target<P: RewritablePointer>(mut part: Part<'_, P>) -> (Part<'_, P>, bool) {
    let is_owned = match &mut part {
        Part::Owned(pointer) => pointer.get_mut().is_some(),
        Part::Read(_) => false,
    };
    (part, is_owned)
}

/// Whether a node that is only read is memoized even if a single pointer leads to it. The enclosing node may be shared,
/// and be visited once per binding context. A dag node has to stay one node across these visits. A scope can be reused
/// in several of them, since its meaning does not depend on its own bindings.
#[inline(always)]
fn stays_one<T: StructuralEq + ?Sized>(node: &T) -> bool {
    T::kind(node) == Kind::Dag || T::is_scope(node)
}

impl Rewriting<'_> {
    /// Whether no callback is called with pointers of this type, so that a visit passes through to the pointee.
    #[inline(always)]
    fn passes_through<P: RewritablePointer + Rewritable>(&self) -> bool {
        self.is_replacing() && !self.callbacks.has::<P>(When::Before) && !self.callbacks.has::<P>(When::After)
    }

    /// Ends a pointer after its pointee. Its replacement is a pointer to a copy, if there are edits in the pointee, or the
    /// result of a callback.
    #[inline(never)]
    fn end_pointer<P: RewritablePointer + Rewritable>(&mut self, part: Part<'_, P>, open: &OpenPart) {
        let replacement = match !open.owns_target && self.edits.has_since(open.first_edit) {
            true => {
                let target = self.edits.rebuild(open.first_edit, |edits| part.get().target().rebuild_boxed(edits));
                Some(self.ask_about_copy(P::from_boxed(target), open))
            }
            false => self.ask_after(part.get(), open.at, open.occurrence),
        };
        match open.pointer_end {
            PointerEnd::Replace => self.write_some(part, replacement),
            PointerEnd::Memoize => {
                let memoized = replacement.clone().map(|pointer| pointer as Box<dyn Any>);
                self.memo.end(memoized, &self.state.bindings);
                self.write_some(part, replacement);
            }
            PointerEnd::Variable => self.end_pointer_to_variable(part, replacement),
            PointerEnd::CallBack => self.call_after_pointer(part, replacement),
        }
    }

    fn call_after_pointer<P: RewritablePointer>(&mut self, part: Part<'_, P>, copy: Option<Box<P>>) {
        let Purpose::Pointers(callbacks) = &mut self.purpose else { return };
        let pointer = copy.as_deref().unwrap_or(part.get());
        let target = Identity::address(pointer.target());
        let new = NewPointer { pointer: Rc::new(pointer.clone()), target, is_copy: copy.is_some() };
        let node = Identity::address(part.get().target());
        let replacement = callbacks.after(node, TypeId::of::<P>(), new);
        if let Some(pointer) = replacement.and_then(|pointer| pointer.downcast_ref::<P>()).cloned() {
            // The enclosing node may be dropped with this pointer. The clone keeps the pointee alive, so that the drop
            // does not recurse.
            self.retire(part.get().clone());
            self.write(part, Box::new(pointer));
        }
    }
}
